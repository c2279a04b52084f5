r"""Git's glob patterns as regular expressions over bytes, after git's wildmatch.c.

"*" and "?" match within a path component, "**" between slashes any number of components, and a
character class never matches a slash. A pattern that git cannot parse ("a[", "a\", "[[:none:]]")
never matches, and has no regular expression.
"""

import itertools
import string
from collections.abc import Callable, Iterator

SPECIAL = b"*?[\\"
_SLASH = ord("/")

# As in git's ctype.c, which knows ASCII alone; its "space" has no form feed.
_CLASSES: dict[bytes, Callable[[str], bool]] = {
    b"alnum": str.isalnum,
    b"alpha": str.isalpha,
    b"blank": " \t".__contains__,
    b"cntrl": lambda char: char < " " or char == "\x7f",
    b"digit": str.isdigit,
    b"graph": lambda char: "!" <= char <= "~",
    b"lower": str.islower,
    b"print": lambda char: " " <= char <= "~",
    b"punct": string.punctuation.__contains__,
    b"space": " \t\n\r".__contains__,
    b"upper": str.isupper,
    b"xdigit": string.hexdigits.__contains__,
}


class _NeverMatches(Exception):
    """The pattern cannot match anything."""


def is_literal(text: bytes) -> bool:
    """Whether a pattern matches only itself."""
    return not any(char in text for char in SPECIAL)


def literal_prefix(pattern: bytes) -> bytes:
    """The part before the first special character."""
    end = next((at for at, char in enumerate(pattern) if char in SPECIAL), len(pattern))
    return pattern[:end]


def to_regex(pattern: bytes) -> bytes | None:
    """A regular expression (RE2, a byte is a character) for a whole path or name; None when nothing
    can match.

    Git compares the literal prefix first and treats the rest as a pattern of its own, so the "**"
    of "a**/b" is at the start of one, and matches across directories.
    """
    prefix = literal_prefix(pattern)
    rest, at = pattern[len(prefix) :], 0
    pieces = [r"\A", *map(_literal, prefix)]
    try:
        while at < len(rest):
            piece, at = _piece(rest, at)
            pieces.append(piece)
    except _NeverMatches:
        return None
    return "".join([*pieces, r"\z"]).encode()


def _piece(pattern: bytes, at: int) -> tuple[str, int]:
    """The regular expression of the piece at `at`, and the position of the next one."""
    match pattern[at : at + 1]:
        case b"*":
            return _stars(pattern, at)
        case b"?":
            return "[^/]", at + 1
        case b"[":
            return _class(pattern, at + 1)
        case b"\\":
            return _literal(_char(pattern, at + 1)), at + 2
    return _literal(pattern[at]), at + 1


def _stars(pattern: bytes, at: int) -> tuple[str, int]:
    rest = pattern[at:].lstrip(b"*")
    end = len(pattern) - len(rest)
    begins = at == 0 or pattern[at - 1] == _SLASH
    ends = not rest or rest.startswith((b"/", b"\\/"))
    if end - at == 1 or not (begins and ends):
        return "[^/]*", end
    return ("(?:.*/)?", end + 1) if rest.startswith(b"/") else (".*", end)


def _class(pattern: bytes, at: int) -> tuple[str, int]:
    """A class whose "[" is just before `at`. A "]" right after it is a member, not the end."""
    negated = pattern[at : at + 1] in (b"!", b"^")
    at += negated
    members: set[int] = set()
    previous: int | None = None  # member, with which a range may begin
    first = True
    while first or _char(pattern, at) != ord("]"):
        first = False
        found, previous, at = _member(pattern, at, previous)
        members.update(found)
    matched = (set(range(256)) - members if negated else members) - {_SLASH}
    if not matched:
        raise _NeverMatches
    return f"[{''.join(_spans(sorted(matched)))}]", at + 1


def _member(
    pattern: bytes, at: int, previous: int | None
) -> tuple[range | list[int], int | None, int]:
    """The characters of one member of a class, the character with which a range may begin, and the
    position of the next member."""
    char = _char(pattern, at)
    following = pattern[at + 1 : at + 2]
    if char == ord("\\"):
        escaped = _char(pattern, at + 1)
        return [escaped], escaped, at + 2
    if char == ord("-") and previous is not None and following not in (b"", b"]"):
        at += 2 if following == b"\\" else 1
        return range(previous, _char(pattern, at) + 1), None, at + 1
    if char == ord("[") and following == b":":
        end = pattern.find(b"]", at + 2)
        if end < 0:
            raise _NeverMatches
        name = pattern[at + 2 : end]
        if name.endswith(b":"):
            return _named_class(name[:-1]), None, end + 1
    return [char], char, at + 1


def _named_class(name: bytes) -> list[int]:
    if name not in _CLASSES:
        raise _NeverMatches
    is_member = _CLASSES[name]
    return [char for char in range(128) if is_member(chr(char))]


def _spans(members: list[int]) -> Iterator[str]:
    """The members as ranges."""
    for _, run in itertools.groupby(enumerate(members), lambda item: item[1] - item[0]):
        chars = [char for _, char in run]
        yield f"{_literal(chars[0])}-{_literal(chars[-1])}"


def _char(pattern: bytes, at: int) -> int:
    if at >= len(pattern):
        raise _NeverMatches
    return pattern[at]


def _literal(char: int) -> str:
    return f"\\x{char:02x}"
