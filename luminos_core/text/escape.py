"""Escape text of a hostile tree before anybody sees it.

Escaped are control characters (which move a cursor or recolour a terminal), bidirectional and other
invisible format characters (which make text read as what it is not), tag characters and more
variation selectors (which hide text from a reader), and lone surrogates (which no output can hold).
"""

import re

from luminos_core.text.build_commands import tame_json

# Unicode 16, general categories Cc (but tab and newline), Cf, Cs, Zl, Zp, and the whole of the
# tag and variation-selector block; written out because computing it takes 0.1 s of every start.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


def escape_invisible(text: str) -> str:
    """`text` with every invisible or control character as a backslash escape. Newlines and tabs
    stay; "\\r\\n" becomes a newline."""
    return _INVISIBLE.sub(_escaped, text.replace("\r\n", "\n"))


def one_line(text: str, limit: int | None = None) -> str:
    """Escaped, with all white space as single spaces, cut to `limit` characters."""
    line = escape_invisible(" ".join(text.split()))
    if limit is not None and len(line) > limit:
        return line[: limit - 1].rstrip() + "…"
    return line


def printable_name(name: str) -> str:
    """A file's name or path, escaped, with tabs and newlines escaped too: nothing is merged, so two
    names never look the same."""
    if name.isascii() and name.isprintable():
        return name  # nearly every name
    return escape_invisible(name).replace("\n", "\\n").replace("\t", "\\t")


def escape_json(text: str) -> str:
    """JSON of the same value, with every invisible or control character in its strings escaped, and
    what a build server would obey."""
    return tame_json(_INVISIBLE.sub(_json_escaped, text))


def drop_invisible(text: str) -> str:
    """`text` with every invisible or steering character as a space: for prose that is quoted."""
    return _INVISIBLE.sub(" ", text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _json_escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))
