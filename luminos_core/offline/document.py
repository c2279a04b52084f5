"""A document: its title, its first paragraph of prose, its sections."""

from dataclasses import dataclass

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.documentation import is_prose, strip_markup
from luminos_core.offline.english import shortened
from luminos_core.offline.tables import tables
from luminos_core.outline.headings import ruler_sign

_HEADING = re2.compile(r"(#{1,6})\s+(.+?)\s*#*")
_RULERS = frozenset("=-~^*#\"+`:.'")
_SKIPPED = re2.compile(
    r"\s*(?:[-*+•]\s|[0-9]+[.)]\s|\||\.\. |\.\.\z|:\w[\w -]*:(?:\s|\z)|\[[^\[\]]+\]:\s|"
    r"<|\[?!\[|\{[%{#]|\$ |>>> |---|\+[-=]+\+|@\w)"
)
_COMMENT = re2.compile(r"(?s)<!--.*?(?:-->|\z)")
_FENCES = ("```", "~~~")
_FRONT = "---\n"
_PARAGRAPH = 2_000  # characters
_OPENING = 320  # of them, those that show whether it is prose
_READ = 49_152  # characters


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
    text = _COMMENT.sub("", _without_front_matter(text.lstrip("\ufeff")))
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in text.splitlines():
        fence = line.lstrip().startswith(_FENCES)
        fenced ^= fence
        if fenced or fence or not line.strip():
            blocks.append([])
        elif _HEADING.fullmatch(line):
            blocks += [[line], []]
        elif ruler_sign(line, _RULERS) and len(blocks[-1]) == 1:
            blocks[-1].append(line)
            blocks.append([])
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _without_front_matter(text: str) -> str:
    end = text.find(f"\n{_FRONT}") if text.startswith(_FRONT) else -1
    return text[end + 1 + len(_FRONT) :] if end >= 0 else text


def _heading(block: list[str]) -> str:
    """The heading's words when the block is one: "# x", or a line over (and under) a rule."""
    marked = _HEADING.fullmatch(block[0])
    if marked:
        return strip_markup(marked[2])[:80]
    lines = block[1:] if ruler_sign(block[0], _RULERS) else block
    if len(lines) == 2 and ruler_sign(lines[1], _RULERS) and not _SKIPPED.match(lines[0]):
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
