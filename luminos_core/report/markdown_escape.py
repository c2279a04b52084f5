"""Escape text of a hostile tree, and of a model that has read it, for Markdown.

It adds no link, image, HTML, mention or table cell to the template's. Only the functions below
create `Safe` text.
"""

import re

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
    """Escaped Markdown."""

    __slots__ = ()


def inline(text: object, limit: int | None = None) -> Safe:
    """One line, also for a table's cell. Addresses and mentions become code, which no renderer
    links; code stays code."""
    return Safe(_escape(one_line(str(text), limit), _CODE, _SPECIAL))


def code(text: object) -> Safe:
    """One line as code, also for a table's cell; plain when it holds what code cannot."""
    line = one_line(str(text))
    if not line or "`" in line or "|" in line:
        return Safe(_escape(line, _ADDRESS, _SPECIAL))
    return Safe(f"`{line}`")


def block(text: str, indent: str = "") -> Safe:
    """A code block, whose fence is longer than any in `text`."""
    shown = escape_invisible(text).expandtabs(4).strip("\n")
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = (f"{fence}text", *shown.split("\n"), fence)
    return Safe("\n".join(f"{indent}{line}".rstrip() for line in lines))


def prose(text: str) -> Safe:
    """A model's Markdown: paragraphs, lists, emphasis and code. Its headings are lowered below the
    template's, so that it cannot forge a section."""
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
    return re.sub(r"^([#+*=-]|\d+(?=[.)]))(?![*\w])", _escape_block, escaped)


def _escape_block(match: re.Match[str]) -> str:
    """The start of a line that would be a list, a rule or a heading, as text."""
    start = match.group()
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def _escape(line: str, literal: re.Pattern[str], special: re.Pattern[str]) -> str:
    """`line` with what matches `literal` as code, and a backslash before `special` elsewhere."""
    either = re.compile(f"(?P<literal>{literal.pattern})|{special.pattern}", re.IGNORECASE)
    return either.sub(_code_or_backslash, line)


def _code_or_backslash(match: re.Match[str]) -> str:
    return f"`{match.group().strip('`')}`" if match["literal"] else f"\\{match.group()}"
