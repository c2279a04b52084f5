"""Files known for secrets by their names: they belong to the tree, and no model sees their text."""

import re
from fnmatch import translate

# Lower case, matched against the lower-case name. Key material, credentials of well-known clients,
# and state files that repeat what they were given.
_SECRET = (
    ".env",
    ".env.*",
    "*.env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".my.cnf",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".dockercfg",
    ".dockerconfigjson",
    ".htpasswd",
    ".vault-token",
    ".boto",
    ".s3cfg",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.ppk",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.tfstate",
    "*.tfstate.*",
    "*.tfvars",
    "kubeconfig",
    "credentials.json",
    "client_secret*.json",
    "service-account*.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.json",
    "secrets.toml",
)
# The names under which projects publish what their secret files look like.
_EXAMPLE = ("*.example", "*.sample", "*.template", "*.dist", "*.tpl", "*example.env", "*sample.env")


_SECRET_NAME = re.compile("|".join(map(translate, _SECRET)))
_EXAMPLE_NAME = re.compile("|".join(map(translate, _EXAMPLE)))


def is_withheld(name: str) -> bool:
    """Whether a file of this name is likely to hold a secret."""
    lowered = name.lower()
    return bool(_SECRET_NAME.match(lowered)) and not _EXAMPLE_NAME.match(lowered)
