"""Text of a hostile tree, and of a model that has read it, as Markdown that does nothing.

No link, no image, no HTML, no mention and no table cell comes out of it that the template did not
put there. Only the functions below make `Safe` text.
"""

import re
from collections.abc import Callable
from functools import partial

from luminos_core.text.escape import escape_invisible, one_line

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&$]")
_SPECIAL_IN_PROSE = re.compile(r"[\\`_\[\]<>|~&$]")  # emphasis stays
_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]*://[^\s`|<>()]*|www\.[^\s`|<>()]*|[\w.+-]*@[\w-]+(?:\.[\w-]+)*",
    re.IGNORECASE,
)
_CODE = re.compile(rf"(?<!`)`[^`|]+`(?!`)|{_ADDRESS.pattern}", re.IGNORECASE)
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"([-*+]|\d{1,9}[.)])\s+(.*)")


class Safe(str):
    """Markdown that needs no escaping any more."""

    __slots__ = ()


def inline(text: object, limit: int | None = None) -> Safe:
    """One line of text, also fit for a table's cell. Addresses and mentions become code, which no
    renderer makes a link of; code stays code."""
    return Safe(_escape(one_line(str(text), limit), _CODE, _SPECIAL))


def code(text: object) -> Safe:
    """One line as code, also fit for a table's cell; plain when it holds what code cannot."""
    line = one_line(str(text))
    if not line or "`" in line or "|" in line:
        return Safe(_escape(line, _ADDRESS, _SPECIAL))
    return Safe(f"`{line}`")


def block(text: str, indent: str = "") -> Safe:
    """Lines as they are, in a fence longer than any in them."""
    shown = escape_invisible(text).expandtabs(4).strip("\n")
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = (f"{fence}text", *shown.split("\n"), fence)
    return Safe("\n".join(f"{indent}{line}".rstrip() for line in lines))


def prose(text: str) -> Safe:
    """Paragraphs, lists, emphasis and code of a model's Markdown. Its headings are put below the
    template's own, so that no section can be forged."""
    return Safe("\n".join(_prose_line(line) for line in escape_invisible(text).split("\n")))


def _prose_line(line: str) -> str:
    bare = " ".join(line.split())
    if heading := _HEADING.fullmatch(bare):
        return f"#### {inline(heading[1])}"
    if item := _ITEM.fullmatch(bare):
        nested = "  " if line.startswith((" ", "\t")) else ""
        return f"{nested}{item[1]} {_prose_inline(item[2])}"
    return _prose_inline(bare)


def _prose_inline(line: str) -> str:
    escaped = _escape(line, _CODE, _SPECIAL_IN_PROSE)
    return re.sub(r"^([#+*=-]|\d+(?=[.)]))(?![*\w])", _stop_block, escaped)


def _stop_block(match: re.Match[str]) -> str:
    """What would begin a list, a rule or a heading at a line's start, as text."""
    start = match.group()
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def _escape(line: str, literal: re.Pattern[str], special: re.Pattern[str]) -> str:
    """`line` with what matches `literal` as code, and a backslash before `special` elsewhere."""
    backslash: Callable[[str], str] = partial(special.sub, r"\\\g<0>")
    done, pieces = 0, []
    for match in literal.finditer(line):
        pieces += [backslash(line[done : match.start()]), f"`{match.group().strip('`')}`"]
        done = match.end()
    return "".join((*pieces, backslash(line[done:])))
