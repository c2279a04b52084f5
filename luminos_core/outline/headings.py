"""Outlines of Markdown and reStructuredText: headings and their first paragraphs."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import re2

from luminos_core.outline.doc_text import first_sentence, shortened
from luminos_core.outline.grammars import MAX_SYMBOLS
from luminos_core.records.outline import Outline, Symbol, SymbolKind

_DOC = 300  # characters
_ATX = re2.compile(r" {0,3}(#{1,6})\s+(\S.*)")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_SETEXT = re2.compile(r" {0,3}(=+|-+)\s*")
_ADORNMENTS = frozenset("=-~^\"'`#*+:._")
_FRONT_MATTER = re2.compile(r"(?s)---\n.*?\n(?:---|\.\.\.)\n")
_PROSE_START = re.compile(r"^[A-Za-z0-9\"'(\[*_`À-￿]")
_LIST_ITEM = re.compile(r"^(?:[-*+]|\d{1,3}[.)])\s")
_MARKUP = (
    # images, badges
    (re2.compile(r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])?"), ""),
    (re2.compile(r"\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])"), r"\1"),
    (re2.compile(r"`([^`<]+?)\s?<[^<>]+>`__?"), r"\1"),  # rst links
    (re2.compile(r":[a-z:]+:`([^`]+)`"), r"\1"),  # rst roles
    (re2.compile(r"<[^<>]+>"), ""),
    (re.compile(r"(?<!\w)[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)"), ""),
)
_LINE = 1_000  # characters of a line that are read
_SEARCHED = 300  # lines after a heading that are searched for a paragraph
_PARAGRAPH = 1_000  # characters after which a paragraph is cut


@dataclass(frozen=True)
class _Heading:
    line: int  # 1-based
    level: int
    title: str


def markdown_outline(
    path: str, text: str, clean: Callable[[str], str], most: int = MAX_SYMBOLS
) -> Outline:
    """`most` of its headings."""
    lines = _without_front_matter(text).split("\n")
    return Outline(
        path=path,
        language="Markdown",
        doc=shortened(clean(_first_paragraph(lines, 1, len(lines))), _DOC),
        symbols=tuple(_symbols(lines, list(_markdown(lines)), clean, most)),
    )


def restructured_outline(
    path: str, text: str, clean: Callable[[str], str], most: int = MAX_SYMBOLS
) -> Outline:
    """`most` of its headings."""
    lines = text.split("\n")
    headings = list(_restructured(lines))
    adornments = {heading.line + 1 for heading in headings}
    prose = [
        "" if at in adornments or at + 1 in adornments else line for at, line in enumerate(lines, 1)
    ]
    return Outline(
        path=path,
        language="reStructuredText",
        doc=shortened(clean(_first_paragraph(prose, 1, len(prose))), _DOC),
        symbols=tuple(_symbols(prose, headings, clean, most)),
    )


def ruler_sign(line: str, signs: Collection[str]) -> str:
    """The one of `signs` that the whole line repeats, three times or more; "" for another line."""
    bare = line.rstrip()
    sign = bare[:1]
    return sign if len(bare) > 2 and sign in signs and bare == sign * len(bare) else ""


def _without_front_matter(text: str) -> str:
    """Line numbers do not change."""
    match = _FRONT_MATTER.match(text)
    return "\n" * match.group().count("\n") + text[match.end() :] if match else text


def _markdown(lines: list[str]) -> Iterator[_Heading]:
    fence = ""
    for number, line in enumerate(lines, start=1):
        before, fence = fence, _fence_after(line, fence)
        if before or fence:
            continue
        if atx := _ATX.match(line):
            yield _Heading(number, len(atx[1]), _without_closing(atx[2]))
        elif _is_setext(lines, number):
            yield _Heading(number - 1, 1 if "=" in line else 2, lines[number - 2].strip())


def _without_closing(title: str) -> str:
    """`title` without the signs that may end a heading, too."""
    bare = title.rstrip()
    opened = bare.rstrip("#")
    return opened.rstrip() if opened != bare and opened[-1:].isspace() else bare


def _fence_after(line: str, fence: str) -> str:
    """The fence of the code block that is open after `line`; "" outside of code."""
    mark = _FENCE.match(line)
    if not mark or not mark.group(1).startswith(fence):
        return fence
    return "" if fence else mark.group(1)


def _is_setext(lines: list[str], number: int) -> bool:
    """Whether line `number` underlines a one-line paragraph above it."""
    if number < 2 or not _SETEXT.fullmatch(lines[number - 1]):
        return False
    above = lines[number - 2]
    alone = number < 3 or not lines[number - 3].strip()
    return alone and bool(above.strip()) and not above.lstrip().startswith(("#", "|", "-", ">"))


def _restructured(lines: list[str]) -> Iterator[_Heading]:
    """An underline is at least as long as its title; levels are in order of appearance."""
    levels: list[str] = []
    for number in range(1, len(lines)):
        title, under = lines[number - 1], lines[number]
        sign = ruler_sign(under, _ADORNMENTS)
        if not sign or not title.strip() or ruler_sign(title, _ADORNMENTS):
            continue
        if len(under.rstrip()) < len(title.rstrip()) or title.startswith((" ", "..")):
            continue
        over = number > 1 and lines[number - 2].rstrip() == under.rstrip()
        adornment = sign + ("over" if over else "")
        if adornment not in levels:
            levels.append(adornment)
        yield _Heading(number, levels.index(adornment) + 1, title.strip())


def _symbols(
    lines: list[str], headings: list[_Heading], clean: Callable[[str], str], most: int
) -> Iterator[Symbol]:
    ends = _ends(headings, len(lines))
    enclosing: list[_Heading] = []
    for position, heading in enumerate(headings[:most]):
        while enclosing and enclosing[-1].level >= heading.level:
            enclosing.pop()
        following = headings[position + 1].line if position + 1 < len(headings) else len(lines) + 1
        yield Symbol(
            kind=SymbolKind.HEADING,
            name=_title(heading, clean),
            line=heading.line,
            end_line=ends[position],
            parent=_title(enclosing[-1], clean) if enclosing else "",
            doc=first_sentence(clean(_first_paragraph(lines, heading.line + 1, following - 1))),
        )
        enclosing.append(heading)


def _ends(headings: list[_Heading], last_line: int) -> list[int]:
    """For each heading, the line before the next one of the same or a higher level."""
    ends = [last_line] * len(headings)
    open_headings: list[int] = []
    for position, heading in enumerate(headings):
        while open_headings and headings[open_headings[-1]].level >= heading.level:
            ends[open_headings.pop()] = heading.line - 1
        open_headings.append(position)
    return ends


def _title(heading: _Heading, clean: Callable[[str], str]) -> str:
    return shortened(clean(_plain(heading.title)), 120)


def _first_paragraph(lines: list[str], first: int, last: int) -> str:
    """The first paragraph between two lines, without headings, lists, tables, code or badges."""
    paragraph: list[str] = []
    fence = ""
    for line in lines[first - 1 : min(last, first + _SEARCHED)]:
        before, fence = fence, _fence_after(line, fence)
        plain = "" if before or fence else _plain(line)
        if plain and (paragraph or _is_prose(line, plain)):
            paragraph.append(plain)
            if sum(map(len, paragraph)) > _PARAGRAPH:
                break
        elif paragraph:
            break
    return " ".join(paragraph)


def _is_prose(line: str, plain: str) -> bool:
    if line.startswith(("    ", "\t", "..")) or _LIST_ITEM.match(line):
        return False
    if ruler_sign(line, _ADORNMENTS):
        return False
    return bool(_PROSE_START.match(plain)) and any(sign.isalpha() for sign in plain)


def _plain(line: str) -> str:
    """A line without inline markup."""
    text = line[:_LINE]
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return text.strip()
