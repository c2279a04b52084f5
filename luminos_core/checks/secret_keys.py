"""Keys and tokens whose own form says what they are, and whether they open anything."""

import json
from typing import Any

from luminos_core.checks.secret_values import decoded
from luminos_core.redaction.patterns import compiled
from luminos_core.redaction.plausibility import entropy

_CERTIFICATE = r"-----BEGIN CERTIFICATE-----\s+([A-Za-z0-9+/=\s]+)-----END"
_NO_SERVER = r"(?i)\blocalhost\b|\bexample\.(?:com|org|net)\b|\btest(?:ing)?\b|snake ?oil|\bdummy\b"
_SHORTEST_KEY = 56  # characters of base64: an Ed25519 key has 64
_PUBLIC_ROLES = ("anon", "public", "guest")
_BODY = r"[A-Za-z0-9+/]{16,}={0,2}"  # of a key, in each line


def names_no_server(text: str) -> bool:
    """Whether a certificate in `text` is of this machine alone, or of an example."""
    bodies = compiled(_CERTIFICATE).findall(text)
    return any(compiled(_NO_SERVER).search(decoded(body).decode("latin-1")) for body in bodies)


def is_whole_key(text: str) -> bool:
    """Whether a private key in PEM has as much as one needs, and is no row of the same letter."""
    body = "".join(compiled(_BODY).findall(text.replace("\\n", "\n").replace("\\r", "")))
    return len(body) >= _SHORTEST_KEY and entropy(body[:2_000]) >= 4


def is_encrypted_key(text: str) -> bool:
    if "BEGIN ENCRYPTED" in text[:200] or "Proc-Type: 4,ENCRYPTED" in text[:200]:
        return True
    head = decoded(text.partition("KEY-----")[2].replace("\\n", "").strip()[:48])
    return head.startswith(b"openssh-key-v1") and b"none" not in head


def is_harmless_token(token: str) -> bool:
    """Whether a JSON Web Token is one of those that all visitors have, or of a tutorial."""
    payload = _claims(token)
    subject = str(payload.get("sub", ""))
    return payload.get("role") in _PUBLIC_ROLES or subject == "1234567890"


def _claims(token: str) -> dict[str, Any]:
    try:
        claims = json.loads(decoded(token.split(".")[1]))
    except (ValueError, IndexError, RecursionError):
        return {}
    return claims if isinstance(claims, dict) else {}
