"""Files known for secrets by their names: they belong to the tree, and no model sees their text."""

# In lower case: key material, credentials of well-known clients, and state files that repeat what
# they were given.
_NAMES = frozenset(
    {
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
        "kubeconfig",
        "credentials.json",
        "secrets.yml",
        "secrets.yaml",
        "secrets.json",
        "secrets.toml",
    }
)
_ENDINGS = (
    ".env",
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".ppk",
    ".jks",
    ".keystore",
    ".kdbx",
    ".tfstate",
    ".tfvars",
)
_BEGINNING = ".env."
_KEYS_OF_SERVICES = ("client_secret", "service-account")  # begin names that end in ".json"
_COPY_OF_STATE = ".tfstate."  # terraform.tfstate.backup
# How projects publish what their secret files look like.
_EXAMPLES = (".example", ".sample", ".template", ".dist", ".tpl", "example.env", "sample.env")


def is_withheld(name: str) -> bool:
    """Whether a file of this name is likely to hold a secret."""
    lowered = name.lower()
    return _is_secret(lowered) and not lowered.endswith(_EXAMPLES)


def _is_secret(name: str) -> bool:
    if name in _NAMES or name.endswith(_ENDINGS) or name.startswith(_BEGINNING):
        return True
    is_key = name.endswith(".json") and name.startswith(_KEYS_OF_SERVICES)
    return is_key or _COPY_OF_STATE in name
