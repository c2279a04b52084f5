"""The address of the Messages API and the key for it, as they are set."""

from urllib.parse import urlsplit

from pydantic import SecretStr

from luminos_core.errors import SettingsError

DEFAULT_BASE_URL = "https://api.anthropic.com"


def usable_key(api_key: SecretStr) -> str:
    """A header cannot hold just any text, and the client's complaint would quote the key."""
    key = api_key.get_secret_value().strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise SettingsError("ANTHROPIC_API_KEY is empty or holds a character that no key has")
    return key


def usable_url(base_url: str) -> str:
    """Not quoted when it is wrong: it may hold a password."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError("ANTHROPIC_BASE_URL must be like https://host or http://host:port")
    return base_url
