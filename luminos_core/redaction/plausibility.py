"""Whether a match may be a secret, and not a placeholder, an example, or plain words."""

import math
from collections import Counter

import re2

_PLACEHOLDERS = (
    "changeme", "change_me", "change-me", "example", "placeholder", "xxxx", "your", "dummy",
    "redacted", "insert", "replace", "foobar", "sample", "123456789", "abcdef", "****", "....",
    "test", "fake", "default", "notasecret", "not-a-secret", "undefined", "todo",
)  # fmt: skip
_REFERENCES = ("${", "$(", "{{", "}}", "%(", "<", ">", "://", "process.env", "environ", "getenv")
# Passwords of tutorials; "tiger" is that of Oracle's sample account.
_COMMON_PASSWORDS = frozenset(
    ("password", "passwd", "pass", "pwd", "secret", "token", "user", "root", "postgres", "tiger")
)
_IDENTIFIER = re2.compile(r"[A-Za-z]+(?:[._/:-][A-Za-z]+)*[0-9]{0,2}")


def random_looking(secret: str) -> bool:
    """For patterns that are certain: rejects only obvious placeholders.

    2.5 bits a character is below what 20 random hex digits have (3.0 and more), and above "xxxx…"
    and "0123" repeated.
    """
    return entropy(secret) >= 2.5 and "EXAMPLE" not in secret and "xxxxxx" not in secret.lower()


def anything(secret: str) -> bool:
    return bool(secret)


def password_like(secret: str) -> bool:
    """For values with a name such as "password": random letters and digits, no reference.

    Thresholds are in bits a character, chosen by reviewing matches in the standard library: 2.7 for
    short values, 3.5 for 16 characters and more.
    """
    lowered = secret.lower()
    if any(word in lowered for word in _PLACEHOLDERS + _REFERENCES):
        return False
    if secret.startswith(("$", "%", "@", "/", "./", "~", "#")) or _IDENTIFIER.fullmatch(secret):
        return False
    mixed = any(sign.isdigit() for sign in secret) and any(sign.isalpha() for sign in secret)
    return mixed and entropy(secret) >= (3.5 if len(secret) >= 16 else 2.7)


def url_password(secret: str) -> bool:
    """A password in a URL: may be short, but no reference or placeholder."""
    lowered = secret.lower()
    if any(word in lowered for word in _PLACEHOLDERS + _REFERENCES):
        return False
    return not secret.startswith(("$", "%", "{", "[")) and lowered not in _COMMON_PASSWORDS


def entropy(text: str) -> float:
    """Shannon entropy in bits a character; 0 for the empty text."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)
