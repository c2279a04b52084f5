"""Values that a fixture must not carry as they are: made from their names, always the same.

A host of repositories refuses what looks like a key of a service, and an editor hides what is
invisible. So a file below `planted/` has `{{secret:github:7}}` in the place of a token,
`{{char:202e}}` in that of a character, and `{{binary:elf:1}}` alone in the place of a program.
"""

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from random import Random
from string import ascii_letters, ascii_uppercase, digits

_PLACE = re.compile(r"\{\{(secret|published|char|binary):(\w+)(?::\d+)?\}\}")
_WORD = ascii_letters + digits
_BASE64 = f"{_WORD}+/"
_HEX = "0123456789abcdef"
_HEADS = {
    "elf": b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00",
    "pe": b"MZ\x90\x00" + bytes(56) + b"\x40\x00\x00\x00PE\x00\x00\x64\x86",
    "zip": b"PK\x03\x04\x14\x00\x08\x08\x08\x00",
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "pyc": b"\xcb\r\r\n" + bytes(12) + b"\xe3",
    "random": b"\x00\x01\x02",
}


def assembled(text: str) -> bytes:
    """A fixture's content, with each placeholder's value in its place."""
    whole = _PLACE.fullmatch(text.strip())
    if whole and whole[1] == "binary":
        return _HEADS[whole[2]] + Random(whole[0]).randbytes(700)  # noqa: S311 - no secret
    return _PLACE.sub(_value, text).encode()


def _value(place: re.Match[str]) -> str:
    kind, name = place[1], place[2]
    if kind == "char":
        return chr(int(name, 16))
    if kind == "published":  # Stripe's documents show it to everyone
        return "sk_" + "test_" + "4eC39HqLyjWDarjtT1zdp7dc"
    letters, _, length = name.rpartition("_") if name.startswith("base64_") else ("", "", "")
    if letters:
        return _some(Random(place[0]), _BASE64, int(length))  # noqa: S311 - no secret
    shape = name.rstrip(digits)
    if shape in ("hex", "HEX"):
        made = _some(Random(place[0]), _HEX, int(name[3:]))  # noqa: S311 - no secret
        return made.upper() if shape == "HEX" else made
    return _SECRETS[name](Random(place[0]))  # noqa: S311 - no secret


def _some(random: Random, letters: str, length: int) -> str:
    return "".join(random.choices(letters, k=length))


def _password(random: Random) -> str:
    middle = _some(random, f"{_WORD}_-.", 14)
    return random.choice(ascii_letters) + middle + random.choice(digits) + random.choice("KQXZ")


def _encoded(random: Random, length: int) -> str:
    return b64encode(random.randbytes(length)).decode()


def _pem(random: Random, kind: str, rows: int) -> str:
    lines = [_some(random, _BASE64, 64) for _ in range(rows)]
    body = [f"-----BEGIN {kind}PRIVATE KEY-----", "MIIE" + lines[0][4:], *lines[1:]]
    return "\n".join([*body, f"-----END {kind}PRIVATE KEY-----"])


def _jwt(random: Random) -> str:
    parts = (b'{"alg":"HS256","typ":"JWT"}', b'{"sub":"admin","iss":"prod"}', random.randbytes(32))
    return ".".join(urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def _prefixed(prefix: str, length: int, letters: str = _WORD) -> Callable[[Random], str]:
    return lambda random: prefix + _some(random, letters, length)


_SECRETS: dict[str, Callable[[Random], str]] = {
    "password": _password,
    "token": _prefixed("", 32),
    "salt": _prefixed("", 64, f"{_WORD}!@#%^&*()-_[]"),
    "salt8": lambda random: _some(random, f"{_WORD}./", 8) + "$",
    "salt22": _prefixed("", 22, f"{_WORD}./"),
    "b64": lambda random: b64encode(_password(random).encode()).decode(),
    "b64_32": lambda random: _encoded(random, 32),
    "azure": lambda random: _encoded(random, 64),
    "docker_auth": lambda random: b64encode(f"build:{_password(random)}".encode()).decode(),
    "aws_id": _prefixed("AKIA", 16, f"{ascii_uppercase}234567"),
    "aws_key": _prefixed("", 40, _BASE64),
    "github": _prefixed("ghp_", 36),
    "gitlab": _prefixed("glpat-", 20),
    "google": _prefixed("AIza", 35, f"{_WORD}_-"),
    "google_fcm": lambda random: f"AAAA{_some(random, _WORD, 7)}:APA91b{_some(random, _WORD, 134)}",
    "jwt": _jwt,
    "npm": _prefixed("npm_", 36),
    "openai": _prefixed("sk-" + "proj-", 48),
    "pem_ec": lambda random: _pem(random, "EC ", 3),
    "pem_rsa": lambda random: _pem(random, "RSA ", 25),
    "pem_line": lambda random: _pem(random, "", 25).replace("\n", "\\n") + "\\n",
    "pypi": _prefixed("pypi-AgEIcHlwaS5vcmc", 120, f"{_WORD}_-"),
    "sendgrid": lambda random: f"SG.{_some(random, _WORD, 22)}.{_some(random, _WORD, 43)}",
    "slack": lambda random: "-".join(
        ("xoxb", _some(random, digits, 12), _some(random, digits, 12), _some(random, _WORD, 24))
    ),
    "slack_hook": lambda random: (
        f"https://hooks.slack.com/services/T{_some(random, ascii_uppercase, 8)}/"
        f"B{_some(random, ascii_uppercase, 8)}/{_some(random, _WORD, 24)}"
    ),
    "sonar": _prefixed("sqp_", 40, _HEX),
    "stripe_live": _prefixed("sk_" + "live_", 24),
    "stripe_public": _prefixed("pk_" + "live_", 24),
    "telegram": lambda random: f"{_some(random, '123456789', 10)}:AA{_some(random, _WORD, 33)}",
    "twilio": _prefixed("SK", 32, _HEX),
}
