"""Escape text of a hostile tree, and of a model that has read it, for Markdown.

But for `link` it adds no link, image, HTML, mention or table cell to the template's. Only the
functions below create `Safe` text.
"""

import re
from typing import Any

import re2

from luminos_core.text.build_commands import tame_code
from luminos_core.text.escape import escape_invisible, one_line

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&$]")
_SPECIAL_IN_PROSE = re.compile(r"[\\`_\[\]<>|~&$]")  # emphasis stays
_ADDRESS = re2.compile(
    r"(?i)[a-z][a-z0-9+.-]*://[^\s`|<>()]*|www\.[^\s`|<>()]*"
    r"|[\pL\pN_.+-]*@[\pL\pN_-]+(?:\.[\pL\pN_-]+)*"
    r"|[\pL\pN_./-]*[#!][0-9]+|gh-[0-9]+"  # forges link these after a backslash, too
)
_LITERAL = re2.compile(f"``+|`[^`|]+`+|{_ADDRESS.pattern}")  # only between single ones is code
_MARKS = ("`", "@", "://", "#", "!")  # of one of them, or of _WORDS, is whatever these two match
_WORDS = ("www.", "gh-")
_HEADING = re2.compile(r"#{1,6} (.*)")
_ITEM = re2.compile(r"([-*+]|[0-9]{1,9}[.)]) (.*)")
_BLOCK = re2.compile(r"([#+*=-])(?:[^*\pL\pN_]|\z)|([0-9]+)[.)]")


class Safe(str):
    """Escaped Markdown."""

    __slots__ = ()


def inline(text: object, limit: int | None = None) -> Safe:
    """One line, also for a table's cell. Addresses, mentions and numbers of issues become code,
    which no renderer links; code stays code."""
    return Safe(_escape(one_line(str(text), limit), _LITERAL, _SPECIAL))


def code(text: object) -> Safe:
    """One line as code, also for a table's cell; plain when it holds what code cannot."""
    line = one_line(str(text))
    if not line or "`" in line or "|" in line:
        return Safe(_escape(line, _ADDRESS, _SPECIAL))
    return Safe(f"`{tame_code(line)}`")


def link(text: Safe, address: str) -> Safe:
    """`text`, which is a link if there is an address: one of ours (`links.py`, `rule_text.py`),
    which holds nothing that ends it."""
    return Safe(f"[{text}]({address})") if address else text


def block(text: str, indent: str = "") -> Safe:
    """A code block, whose fence is longer than any in `text`."""
    shown = tame_code(escape_invisible(text)).expandtabs(4).strip("\n")
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
    """One line, whose start would be no list, rule or heading."""
    escaped = _escape(line, _LITERAL, _SPECIAL_IN_PROSE)
    if escaped.startswith("::"):  # a build server would obey it
        return f"\\{escaped}"
    start = _BLOCK.match(escaped)
    if start is None:
        return escaped
    at = start.end(2) if start[2] else 0
    return f"{escaped[:at]}\\{escaped[at:]}"


def _escape(line: str, literal: Any, special: re.Pattern[str]) -> str:
    """`line` with what matches `literal` as code, and a backslash before `special` elsewhere."""
    lowered = line.lower()
    if not any(mark in lowered for mark in (*_MARKS, *_WORDS)):
        return special.sub(_with_backslash, line)
    pieces: list[str] = []
    done = 0
    for found in literal.finditer(line):
        before = line[done : found.start()]
        pieces += (special.sub(_with_backslash, before), _as_code(found.group(), special))
        done = found.end()
    return "".join([*pieces, special.sub(_with_backslash, line[done:])])


def _as_code(text: str, special: re.Pattern[str]) -> str:
    """An address or what is between two backticks; several in a row begin and end no code."""
    bare = text.strip("`")
    if bare == text or (bare and len(bare) == len(text) - 2):
        return f"`{tame_code(bare)}`"
    return _escape(text, _ADDRESS, special)


def _with_backslash(match: re.Match[str]) -> str:
    return f"\\{match.group()}"
