"""Whether a value that is written like a secret is one: not published, a reference, encrypted, or
about one."""

import base64
import binascii
import hashlib
import tomllib
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from luminos_core.redaction.patterns import compiled
from luminos_core.redaction.plausibility import (
    machine_made,
    password_like,
    setting_value,
    share_of_common_pairs,
)

_WORD = "[A-Z]?[a-z]+[0-9]*|[A-Z]+(?:[0-9]+|s)?|[0-9]+"  # of a name
_REFERENCE = (  # to what is elsewhere, or encrypted
    r"(?i)(?:vault|ssm|secretsmanager|aws-?s?sm|op|kms|gcp-?sm|keyring|keychain|env|file|config"
    r"|doppler|akv|sops|arn|unix|tcp|projects|ref\+\w+|param|lookup|secrets?|pkcs11|/?engine):.*|projects/.*"
    r"|!(?:ref|sub|getatt|importvalue|join|vault|secret|env\w*|include)\b.*"
    r"|(?:enc|dec)[(\[].*|\{cipher\}.*|\{aes\}.*|crypt:.*|\$ansible_vault.*|@microsoft\.keyvault.*"
    r"|sha(?:1|224|256|384|512)[:/-].*|md5[:-].*"  # digests
    r"|(?:\w+-)?x-[a-z-]+|(?:[a-z]+-)+[a-z]+"  # names of headers
    r"|ssh-(?:rsa|dss|ed25519)\b.*|ecdsa-sha2.*"  # public keys
    r"|pk_(?:live|test)_.*|pk\.eyj.*|sb_publishable_.*|phc_.*"  # for every browser
    r"|global::.*|\d+:_[0-9a-f]{32}"  # names in C#, and in projects of Visual Studio
    r"|@[\w-]+/.*|[a-z_]+:[a-z_]+|[a-z_]\w*(?::[a-z_]\w*){2,}"  # of packages, modules,
    r"|(?-i:[a-z]+#\d+)|\.?[a-z]+(?:\.[a-z]+){2,}(?:\.\d+)+"  # reports, managed objects
    r"|.*:\*:\*.*"  # platforms,
    r"|(?-i:\d{2,4}_[a-z]\w*)"  # and migrations
    r"|urn:.*|dword:.*|hex(?:\(\w\))?:.*|\w+_t|[\w-]+\.[1-9]"  # of a registry; types, manuals
    r"|\w{0,4}(?:,\w+=\w*)+|[\w:@/-]*(?-i:\$[A-Z_]{3,})"
    r"|(?:\$\w+[:/@.,-]?){2,}|0x\$\w+|\$\w+[/.].*"  # variables of shells, in one text
    r"|r?b?\[.*\][+*?]?|[#/~]\^.*"  # patterns
    r"|(?-i:[Mm] ?-?[\d.]+[MLHVCSQTAZmlhvcsqtaz\d., -]+)"  # the outline of an icon
    r"|(?:[@\w.~+-]*/)+[@\w.+-]*\.[a-z]{1,5}"  # paths
    r"|[\w.-]+\.(?:php|py|rb|[jt]sx?|go|java|html?|css|json|ya?ml|xml|conf|sock|pem|crt|key|jks|p12|sql"
    r"|inc|ini|txt|md|toml|sh|svg|png|gif|jpe?g|xsd|csv|log|c|h|cc|cpp|hpp|o|lo|la|so|a|in|am|m4|p[lm]|erl|rs|kt|cs)"
)
# Words in a script without spaces between them, and the beginning of a notice.
_WRITTEN = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]|(?i)^copyright\b|&copy;|©"
# Names of ciphers, and what is cut short.
_NAMED = (
    r"(?i).*(?:\baes[\d-]|chacha20|[-_]gcm\b|[-_]sha(?:1|256|384|512)\b|poly1305).*"
    r"|.*(?:\.\.\.|…)|\.\.@.*"
)
_FOREIGN = r"[^\x00-\x7f]"
_DIGEST = "(?i)[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}"
_NAMES_DIGEST = "(?i)hash|digest|checksum"
_LEET = str.maketrans("@4$501!3", "aassoiie")  # "p@ssw0rd"
_PASSED_ON = "(?:fastcgi|grpc|memcached|proxy|scgi|uwsgi)_pass"  # to another server, by nginx
_KEY_FINGERPRINT = "(?:0x)?(?:[0-9A-F]{40}|[0-9A-F]{16})"
_KEY = "[A-Za-z0-9+/_-]{20,}={0,2}"
_UUID = "(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_FEW_WORDS = 4
_NAMES_IDENTIFIER = "(?i)(?:gu|uu|cls)id"
_COLLECTOR = r"^@[\w.-]+(?::[0-9]+)?/[0-9]+"
_ENCODED = "(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
_SIGNS = "[^a-z0-9]"
_REMEMBERED = "(?i)(?:pass|pw|pwd|passwords?|passwd|passphrase|passcode|secrets?|credentials?|pin)$"
_LETTERS = "[A-Za-z]+"
_CASED = "[A-Z]?[a-z]+|[A-Z]+"
_LONG_PIECE = 3.3  # letters of a word, which are fewer in what is random
_WORDS = 0.5  # of the pairs of letters in words are common; of those in noise a third
_PARTED = "[._:/$-]+"


class Strength(IntEnum):
    """How likely it is that a value opens something."""

    NONE = 0
    DOUBTFUL = 1  # at most a hint
    WEAK = 2  # a person may have chosen it
    STRONG = 3  # made by a machine


def strength_of(value: str, name: str) -> Strength:
    """Of a value that something called `name` has; "" when it has no name."""
    value = value.strip().strip("\"'")
    value = plain(value) if compiled(_ENCODED).fullmatch(value) else value
    if _is_none(value, name):
        return Strength.NONE
    if machine_made(value) and not _is_spelt(value):
        return Strength.STRONG
    return Strength.WEAK if password_like(value) or setting_value(value) else Strength.NONE


def is_unmistakable(value: str) -> bool:
    """Long, and of such signs as keys have alone: no text in any language is."""
    digits = len(compiled("[0-9]").findall(value))
    return compiled(_KEY).fullmatch(value) is not None and digits >= 3


def is_identifier(value: str) -> bool:
    """Whether it is written as identifiers of anything are."""
    return compiled(_UUID).fullmatch(value) is not None


def is_sentence(value: str) -> bool:
    """Whether it is words but for one."""
    words = value.split()
    return len(words) >= _FEW_WORDS and sum(not word.isalpha() for word in words) <= 1


def is_public_address(after: str, token: str) -> bool:
    """Whether a token in an address, which goes on with `after`, is one that a program sends to a
    collector of its errors: every user has it."""
    return bool(compiled(_DIGEST).fullmatch(token) and compiled(_COLLECTOR).search(after))


def is_repeated(value: str, name: str) -> bool:
    """Whether a constant has its own name, or a part of it, as its value."""
    letters = compiled(_SIGNS)
    spelt, called = letters.sub("", value.lower()), letters.sub("", name.lower())
    return len(spelt) >= 4 and (
        spelt in called
        or (len(called) >= 4 and called in spelt and len(spelt) <= 1.5 * len(called))
    )


def is_chosen_by_people(name: str) -> bool:
    """Whether what has the name is something to remember: services make their own keys."""
    return bool(compiled(_REMEMBERED).search(name))


def _is_spelt(value: str) -> bool:
    """Whether it is put together from words or numbers: "getXScaleByAxisId", "boxes.123456789"."""
    if compiled(_FOREIGN).search(value):
        return True
    parts = [part for part in compiled(_PARTED).split(value) if part]
    is_one = len(parts) == 1
    return all(_is_word(part) or (part.isdigit() and not is_one) for part in parts)


def _is_word(part: str) -> bool:
    """Letters that are long words in camel case, or have the pairs of words."""
    pieces = compiled(_CASED).findall(part)
    if not compiled(_LETTERS).fullmatch(part):
        return False
    return len(part) > _LONG_PIECE * len(pieces) or share_of_common_pairs(pieces) >= _WORDS


def _is_none(value: str, name: str) -> bool:
    """Whether it is known to be something else, or for everybody to read."""
    if compiled(_WRITTEN).search(value) or is_published(value) or _is_named_public(name):
        return True
    if compiled(_REFERENCE).fullmatch(value) or compiled(_NAMED).fullmatch(value):
        return True
    if compiled(_KEY_FINGERPRINT).fullmatch(value) and "key" in name.lower():
        return True
    if is_sentence(value) or (is_identifier(value) and compiled(_NAMES_IDENTIFIER).search(name)):
        return True
    is_digest = compiled(_DIGEST).fullmatch(value) and compiled(_NAMES_DIGEST).search(name)
    return bool(is_digest) or _is_foreign_word(value) or _is_prompt(value)


def _is_foreign_word(value: str) -> bool:
    """With a letter that no machine uses, and no digit."""
    return bool(compiled(_FOREIGN).search(value)) and value.replace(" ", "").isalpha()


def _is_prompt(value: str) -> bool:
    """ "334 UGFzc3dvcmQ6": a question of a server, in base64."""
    word = decoded(value.rpartition(" ")[2])
    return word.endswith(b":") and word[:-1].replace(b" ", b"").isalpha()


def is_published(value: str) -> bool:
    """Whether it is an example in somebody's documents, or says that it is none."""
    lower = value.lower()
    spelt = lower.translate(_LEET)
    return (
        any(word in lower for word in _words("placeholders"))
        or (len(value) <= 16 and "password" in spelt)
        or hashlib.sha256(value.encode("utf-8", "replace")).hexdigest() in _examples()
    )


def plain(value: str) -> str:
    """What the value is base64 of; itself when it is not that of a text."""
    text = decoded(value).decode("utf-8", "replace").strip()
    is_text = "".join(text.split()).isprintable() and "\ufffd" not in text
    return text if text and is_text else value


def decoded(text: str) -> bytes:
    """What it is base64 of, of either alphabet; nothing when it is that of nothing."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_")
    except (binascii.Error, ValueError):
        return b""


def password_in_base64(credentials: str) -> str:
    """Of "name:password"."""
    return decoded(credentials).decode("utf-8", "replace").partition(":")[2]


def _is_named_public(name: str) -> bool:
    words = [word.lower() for word in compiled(_WORD).findall(name)]
    last, before = (words[-1:] or [""])[0], (words[-2:-1] or [""])[0]
    return (
        last in _words("about")
        or not _words("public").isdisjoint(words)
        or (last in ("key", "keys") and before in _words("keys_of_no_lock"))
        or compiled(_PASSED_ON).fullmatch(name.lower()) is not None
        or (last in ("salt", "salts") and before not in _words("salts_of_locks"))
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_table()[name].split())


@cache
def _examples() -> frozenset[str]:
    return frozenset(digest for each in _table()["examples"].values() for digest in each)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("published.toml").read_text("utf-8"))
