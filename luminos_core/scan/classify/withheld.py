"""Files withheld from models, since their names mean secrets. They belong to the tree."""

# In lower case: keys, credentials of well-known clients, and state files with their inputs.
_NAMES = frozenset((
    ".envrc", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".git-credentials",
    ".dockercfg", ".dockerconfigjson", ".htpasswd", ".vault-token", ".boto", ".s3cfg", "id_rsa",
    "id_dsa", "id_ecdsa", "id_ed25519", "kubeconfig", "credentials.json", "secrets.yml",
    "secrets.yaml", "secrets.json", "secrets.toml",
))  # fmt: skip
_SUFFIXES = (
    ".env", ".pem", ".key", ".p12", ".pfx", ".ppk", ".jks", ".keystore", ".kdbx", ".tfstate",
    ".tfvars",
)  # fmt: skip
_PREFIX = ".env."
_SERVICE_KEY_PREFIXES = ("client_secret", "service-account")  # of ".json" files
_STATE_BACKUP = ".tfstate."  # terraform.tfstate.backup
# Published examples of secret files.
_EXAMPLES = (".example", ".sample", ".template", ".dist", ".tpl", "example.env", "sample.env")


def is_withheld(name: str) -> bool:
    """Whether a file of this name is likely to contain a secret."""
    lowered = name.lower()
    return _is_secret(lowered) and not lowered.endswith(_EXAMPLES)


def _is_secret(name: str) -> bool:
    if name in _NAMES or name.endswith(_SUFFIXES) or name.startswith(_PREFIX):
        return True
    is_key = name.endswith(".json") and name.startswith(_SERVICE_KEY_PREFIXES)
    return is_key or _STATE_BACKUP in name
