"""Whether a match may be a secret, and not a placeholder, a reference, code, or plain words."""

import math
import tomllib
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

from luminos_core.redaction.patterns import compiled

_LONGEST = 512  # characters of a value that are looked at
_REFERENCES = (  # a whole value: what stands for another, or is none
    r"[$%@:?!#]?[\[{<(].*|.{0,512}[\]})>]",  # {name}, ${NAME}, <name>, name[0], call()
    r"\$[A-Za-z_][\w.]*|%[A-Za-z_]\w{0,60}%\W*|%\(?\w{0,60}\)?[sdr]?|@\w{1,60}@|@[A-Z0-9_]+|#+\w+|&\w+;?|:\w+",
    r"--?[A-Za-z][\w-]*(?:[=/].*)?|[a-z_]{1,60}=[\w.]*|==.*|=>.*",  # an option, a comparison
    r"(?:self|this|cls|super)\W.*|\d\*.*|[\w.]{1,100}\(.*",
    r"[,+.)\]].{0,300}[(){}\[\];=].*",  # code between two literals
    r"\*+|\.\.\.+|-+|[A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]+)+|\w{1,60}(?:::\w+)+",
    r"\d{4}-\d\d-\d\d[T ].*|0x[0-9a-f]*|[+-]?[\d.,:_eE+-]+[smhd%]?",  # a time or a number
)
_PATH = r"[~.]{0,2}/[\w./-]*|[A-Za-z]:\\.*|(?:[\w.~-]*/)+[\w.-]+\.[a-z]{1,5}"
_REFERRING = r"\$\{|\$\(|\{\{|\}\}|#\{|<%|%>|%\(|%s|://|process\.env|environ|getenv"
_SEQUENCES = "0?123456?7?8?9?0?|abcdefg?h?i?j?|x{3,}|qwerty|abc|xyz|deadbeef|cafe"
_PIECE = "[A-Z]?[a-z]+|[A-Z]+"  # of a name in camel case
_DIGIT = "[0-9]"
_NUMBER = "[0-9]+"
_HEX = "[0-9a-f]*[0-9][0-9a-f]*|[0-9A-F]*[0-9][0-9A-F]*"
_SEPARATED = "[^A-Za-z0-9]+"
_FILE_NAME = r"\.[a-z]{2,4}$"
_PHRASE = r"\s|[A-Za-z][_./|-]"
# Words made fit for a rule about passwords, as no code writes them: "Kite!Wind77".
_MIXED = r"[A-Za-z0-9]+(?:[!@#$%^&*+~?]+[A-Za-z0-9]+)*[!@#$%^&*+~?]*"
_VERSION = r"\bv[0-9]{1,3}\b"
_WORDS = 0.65  # of the pairs of letters in names and words are common; of those in noise a third
# Identifiers of resources, addresses of machines, names of packages: no secrets, though random.
_PUBLIC = (
    r"(?i)[a-z]{1,8}-[0-9a-f]{8,17}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|[a-z0-9.-]+\.[a-z]{2,6}|[^@\s]+@[\w.-]+|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}"
    r"|v?\d+\.\d+[\w.+-]*|.*\.(?:amazonaws|azure|google).*"
)


def random_looking(secret: str) -> bool:
    """For patterns that are certain: rejects only obvious placeholders.

    2.5 bits a character is below what 20 random hex digits have (3.0 and more), and above "xxxx…"
    and "0123" repeated.
    """
    return entropy(secret) >= 2.5 and "EXAMPLE" not in secret and "xxxxxx" not in secret.lower()


def anything(secret: str) -> bool:
    return bool(secret)


def password_like(secret: str) -> bool:
    """For values with a name such as "password" in any text: what is no words, and no reference.
    In a phrase, one of its words is. Thresholds were chosen by reviewing what is redacted in the
    sources and tests of Django, Ansible, Celery and Python."""
    value = _stripped(secret)
    if " " in value:
        return not compiled(_REFERRING).search(value) and any(
            compiled(_DIGIT).search(word) and password_like(word) for word in value.split()
        )
    return (
        len(value) >= 8
        and _is_literal(value)
        and _classes(value) >= 2
        and (_is_mixed(value) or not _is_wordy(value))
        and entropy(value) >= 2.5
    )


def spoken_password(secret: str) -> bool:
    """For a value that only a space parts from its name: the next word of a sentence has no
    digit."""
    return password_like(secret) and compiled(_DIGIT).search(secret[:_LONGEST]) is not None


def setting_value(secret: str) -> bool:
    """For values of settings, elements and arguments: one word with digits or signs counts too."""
    value = _stripped(secret)
    pieces = compiled(_PIECE).findall(value)
    if len(pieces) >= 3 or not compiled(_DIGIT).search(value) or compiled(_PHRASE).search(value):
        return password_like(value)
    return (
        len(value) >= 5
        and _is_literal(value)
        and _classes(value) >= 2
        and entropy(value) >= 1.8
        and not compiled(_FILE_NAME).search(value)
    )


def is_random(word: str) -> bool:
    """A word that by itself, without a name, is a secret or an identifier that nobody chose."""
    digits = _digits(word[:_LONGEST])
    return (
        len(word) >= 12
        and 2 <= digits < len(word) - 3
        and password_like(word)
        and entropy(word[:_LONGEST]) >= 3.2
        and not is_public_name(word[:_LONGEST])
    )


def machine_made(secret: str) -> bool:
    """Long, and what no person would think of: neither words nor a row or pattern of signs."""
    value = _stripped(secret)
    if len(value) < 12 or " " in value or _is_regular(value) or not _is_literal(value):
        return False
    if compiled(_HEX).fullmatch(value):
        return len(value) >= 16 and entropy(value) >= 2.5
    return _classes(value) >= 2 and entropy(value) >= 3 and not _is_wordy(value)


def machine_made_key(secret: str) -> bool:
    """For what is only called a key: no identifier of a row, either."""
    value = _stripped(secret)
    return machine_made(value) and not is_public_name(value)


def url_password(secret: str) -> bool:
    """A password in an address or a command: may be short or a word, but no placeholder."""
    value = _stripped(secret)
    is_common = value.lower() in _words("common_passwords")
    return len(value) >= 3 and _is_literal(value) and not is_common


def is_public_name(value: str) -> bool:
    """Of a machine, a resource or a package, or an address."""
    return compiled(_PUBLIC).fullmatch(value) is not None


def entropy(text: str) -> float:
    """Shannon entropy in bits a character; 0 for the empty text."""
    counts = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts)


def _stripped(secret: str) -> str:
    """Without quotes, and without the signs that end a clause or a statement."""
    return secret[:_LONGEST].strip(" \t\r\n\"'").rstrip(",;.:")


def _is_literal(value: str) -> bool:
    """Whether it is neither a reference, a path or a number, nor a placeholder."""
    if _is_noise(value):
        return True
    if compiled(_REFERRING).search(value) or compiled("|".join(_REFERENCES)).fullmatch(value):
        return False
    if compiled(_PATH).fullmatch(value) and not any(map(password_like, _parts(value))):
        return False
    rest = compiled(_SEQUENCES).sub(" ", value.lower())
    words = compiled("[a-z]+").findall(rest)
    pieces = [piece.lower() for piece in compiled(_PIECE).findall(value)]
    known = _words("placeholders")
    is_placeholder = known.issuperset(words) or (pieces and known.issuperset(pieces))
    return "example" not in rest and not is_placeholder


def _is_noise(value: str) -> bool:
    """Letters, digits and signs of all kinds in such disorder that it can be no code, brackets or
    not."""
    if len(value) < 24 or _classes(value) < 4 or entropy(value) < 4:
        return False
    letters = list(map(len, compiled(_PIECE).findall(value)))
    return sum(letters) < 2.8 * len(letters)


def _digits(value: str) -> int:
    return sum(map(value.count, "0123456789"))


def _is_regular(value: str) -> bool:
    """A row such as "0123456789abcdef", or the same again and again."""
    steps = sum(abs(ord(one) - ord(next_one)) <= 1 for one, next_one in pairwise(value))
    return 2 * steps > len(value) or value in (value * 2)[1:-1] or len(set(value)) < 5


def _parts(path: str) -> list[str]:
    """The names in a path of more than one."""
    return [part for part in path.split("/") if part != path]


def _classes(value: str) -> int:
    """How many of lower case, upper case, digits and signs there are."""
    return sum(
        (
            any(sign.islower() for sign in value),
            any(sign.isupper() for sign in value),
            any(sign.isdigit() for sign in value),
            any(not sign.isalnum() and sign not in " _-." for sign in value),
        )
    )


def _is_mixed(value: str) -> bool:
    return _classes(value) == 4 and compiled(_MIXED).fullmatch(value) is not None


def _is_wordy(value: str) -> bool:
    """Names and words, perhaps with numbers, as people write them: "id_password1", "Uint8Array",
    "0006_require_contenttypes"."""
    value = compiled(_VERSION).sub("", value)
    pieces = compiled(_PIECE).findall(value)
    letters = sum(map(len, pieces))
    digits = _digits(value)
    signs = len(value) - letters - digits
    if not pieces or letters < 3 * len(pieces) or signs > len(pieces) + 2:
        return False
    numbers = len(compiled(_NUMBER).findall(value))
    if (digits > 4 or numbers > 2) and (2 * digits > letters or _digits_apart(value) < digits):
        return False
    if not digits and (value.islower() or value.isupper()):
        return True  # an identifier
    return share_of_common_pairs(pieces) >= _WORDS


def share_of_common_pairs(pieces: list[str]) -> float:
    known = _words("pairs")
    pairs = [pair for piece in pieces for pair in map("".join, pairwise(piece.lower()))]
    return sum(pair in known for pair in pairs) / len(pairs) if pairs else 1.0


def _digits_apart(value: str) -> int:
    """Digits of numbers that no letter touches."""
    return sum(len(part) for part in compiled(_SEPARATED).split(value) if part.isdigit())


@cache
def _words(name: str) -> frozenset[str]:
    table = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
    return frozenset(table[name].split())
