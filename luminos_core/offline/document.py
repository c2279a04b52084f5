"""A document: its title, its first paragraph of prose, its sections."""

import re
from dataclasses import dataclass

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.documentation import is_prose, strip_markup
from luminos_core.offline.english import shortened
from luminos_core.offline.tables import tables

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_RULE = re.compile(r"^([=\-~^*#\"+`:.'])\1{2,}\s*$")
_SKIPPED = re.compile(
    r"^\s*(?:[-*+•]\s|\d+[.)]\s|\||\.\. |\.\.$|:\w[\w -]*:(?:\s|$)|\[[^\]]+\]:\s|"
    r"<|\[?!\[|\{[%{#]|\$ |>>> |---|\+[-=]+\+|@\w)"
)
_PARAGRAPH = 2_000  # characters
_OPENING = 320  # of them, those that show whether it is prose
_READ = 49_152  # characters: the patterns take quadratic time on a hostile line
_FENCE = re.compile(r"^\s*(```|~~~)")


@dataclass(frozen=True)
class Document:
    title: str = ""
    paragraph: str = ""
    sections: tuple[str, ...] = ()


def read_document(text: str) -> Document:
    """A Markdown, reStructuredText or plain document, as far as the first 48 K characters show."""
    title, paragraph, sections = "", "", []
    for block in _blocks(without_injections(text[:_READ])):
        heading = _heading(block)
        if heading:
            sections.append(heading)
            title = title or (heading if not paragraph else "")
        elif not paragraph and not (sections and tables().instructions.match(sections[-1])):
            paragraph = _paragraph(block)
    return Document(title, paragraph, tuple(name for name in sections if name != title))


def _blocks(text: str) -> list[list[str]]:
    """Runs of lines between blank lines, without front matter, comments and code blocks."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text.lstrip("\ufeff"), flags=re.DOTALL)
    text = re.sub(r"<!--.*?(?:-->|\Z)", "", text, flags=re.DOTALL)
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        if fenced or _FENCE.match(line) or not line.strip():
            blocks.append([])
        elif _HEADING.match(line):
            blocks += [[line], []]
        elif _RULE.match(line) and len(blocks[-1]) == 1 and len(line.strip()) > 2:
            blocks[-1].append(line)
            blocks.append([])
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _heading(block: list[str]) -> str:
    """The heading's words when the block is one: "# x", or a line over (and under) a rule."""
    marked = _HEADING.match(block[0])
    if marked:
        return strip_markup(marked.group(2))[:80]
    lines = block[1:] if _RULE.match(block[0]) else block
    if len(lines) == 2 and _RULE.match(lines[1]) and not _SKIPPED.match(lines[0]):
        return strip_markup(lines[0])[:80]
    return ""


def _paragraph(block: list[str]) -> str:
    """The block's prose, or "" for a list, a table, a directive, code or a row of badges."""
    if _SKIPPED.match(block[0]) or all(line.startswith(("    ", "\t")) for line in block):
        return ""
    prose = strip_markup("\n".join(line.lstrip("> ") for line in block)[:_PARAGRAPH])
    if len(prose) < 25 or len(prose.split()) < 5 or not is_prose(shortened(prose, _OPENING)):
        return ""
    return prose
