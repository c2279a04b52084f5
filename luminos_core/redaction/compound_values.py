"""Whether a value that holds others may hold a secret: base64, and cookies."""

import base64
import binascii

from luminos_core.redaction.plausibility import (
    is_public_name,
    password_like,
    setting_value,
    url_password,
)

_LONGEST = 4096  # characters of a cookie that are looked at
_MARKS_OF_SECRETS = ("://", "PRIVATE KEY", '"auth', "assword")  # in settings of several lines


def base64_credentials(secret: str) -> bool:
    """Base64 of "name:password"."""
    try:
        plain = base64.b64decode(secret + "=" * (-len(secret) % 4), validate=True).decode()
    except (binascii.Error, ValueError):  # UnicodeDecodeError is one
        return False
    name, colon, password = plain.partition(":")
    return bool(colon and name and plain.isprintable()) and url_password(password)


def secret_in_base64(secret: str) -> bool:
    """Base64 of a value that is no words and no public name, or of a text with a key."""
    try:
        plain = base64.b64decode(secret, validate=True).decode().strip()
    except (binascii.Error, ValueError):
        return False
    if any(mark in plain for mark in _MARKS_OF_SECRETS):
        return True
    return setting_value(plain) and not is_public_name(plain)


def session_cookie(secret: str) -> bool:
    """`name=value; …` with a value that is no words."""
    values = (part.partition("=")[2].strip() for part in secret[:_LONGEST].split(";"))
    return any(map(password_like, values))
