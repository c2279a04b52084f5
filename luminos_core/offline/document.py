"""A document: its title, its first paragraph, what it says its subject is, its sections."""

from dataclasses import dataclass

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.documentation import defines, is_prose, strip_markup
from luminos_core.offline.english import sentences, shortened
from luminos_core.offline.references import without_reference_marks
from luminos_core.offline.tables import tables
from luminos_core.outline.headings import ruler_sign

_HEADING = re2.compile(r"(#{1,6})\s+(.+?)\s*#*")
_RULERS = frozenset("=-~^*#\"+`:.'")
_SKIPPED = re2.compile(
    r"\s*(?:[-*+•]\s|[0-9]+[.)]\s|\||\.\. |\.\.\z|:\w[\w -]*:(?:\s|\z)|\[[^\[\]]+\]:\s|"
    r"<|\[?!\[|\{[%{#]|\$ |>>> |---|\+[-=]+\+|@\w|>\s*\[!)"
)
_COMMENT = re2.compile(r"(?s)<!--.*?(?:-->|\z)")
_HTML_PROSE = re2.compile(r"(?i)\s*<(?:p|div|h[1-6]|em|strong|b|i|center|blockquote)\b[^>]*>")
_HTML_END = re2.compile(r"(?i)</(?:p|div|h[1-6]|center)>\s*\z")
_IMAGE = re2.compile(r"(?is)<(?:img|picture|source|svg|table|script|style)\b")
_LINK = re2.compile(r"(?is)!?\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|<a\b[^>]*>[^<>]*</a>")
_ADDRESS = re2.compile(r"\]\([^()]*\)|\]\[[^\[\]]*\]|<[^<>]*>")
_SEPARATORS = "|•·"  # of a row of links
_FENCES = ("```", "~~~")
_FRONT = "---\n"
_PARAGRAPH = 2_000  # characters
_OPENING = 320  # of them, those that show whether it is prose
_READ = 49_152  # characters
_DEFINING = 12  # paragraphs of prose in which a subject is still defined


@dataclass(frozen=True)
class Document:
    """`definition` is the first sentence of the form "X is a …"."""

    title: str = ""
    paragraph: str = ""
    definition: str = ""
    sections: tuple[str, ...] = ()


@dataclass
class _Place:
    """The headings above a block, by level."""

    open: list[tuple[int, str]]
    rulers: list[tuple[str, bool]]  # of reStructuredText, in the order of their levels

    def enter(self, level: int, name: str) -> None:
        self.open = [*((over, title) for over, title in self.open if over < level), (level, name)]

    @property
    def is_about_other_things(self) -> bool:
        """Whether a section above is of news, thanks or instructions."""
        last = self.open[-1][1] if self.open else ""
        return self.is_apart or bool(tables().instructions.match(last))

    @property
    def is_apart(self) -> bool:
        return any(tables().apart.match(name) for _, name in self.open)


def read_document(text: str) -> Document:
    """A Markdown, reStructuredText or plain document, as far as the first 48 K characters show."""
    title, sections = "", []
    place = _Place([], [])
    found: list[str] = []
    opening = without_reference_marks(without_injections(text[:_READ]))
    for block in _blocks(opening):
        if heading := _heading(block, place):
            sections.append(heading)
            title = title or ("" if found or place.is_apart else heading)
        elif len(found) < _DEFINING and not place.is_about_other_things:
            found += filter(None, [_paragraph(block)])
    return Document(
        title=title,
        paragraph=found[0] if found else "",
        definition=_definition(found, title),
        sections=tuple(name for name in sections if name != title),
    )


def _definition(paragraphs: list[str], title: str) -> str:
    """Of the first paragraph, or else of one that names what the title names."""
    names = [word.lower() for word in title.split() if len(word) > 2]
    for number, paragraph in enumerate(paragraphs):
        for sentence in sentences(paragraph):
            subject = " ".join(sentence.split()[:3]).lower()
            if (number == 0 or any(name in subject for name in names)) and defines(sentence):
                return sentence
    return ""


def _blocks(text: str) -> list[list[str]]:
    """Runs of lines between blank lines or HTML's paragraphs, without front matter, comments, code
    blocks and what an indented line belongs to."""
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
        elif _HTML_PROSE.match(line) and blocks[-1] and _HTML_END.search(blocks[-1][-1]):
            blocks.append([line])
        elif ruler_sign(line, _RULERS) and len(blocks[-1]) == 1:
            blocks[-1].append(line)
            blocks.append([])
        else:
            blocks[-1].append(line)
    return [block for block in blocks if block]


def _without_front_matter(text: str) -> str:
    end = text.find(f"\n{_FRONT}") if text.startswith(_FRONT) else -1
    return text[end + 1 + len(_FRONT) :] if end >= 0 else text


def _heading(block: list[str], place: _Place) -> str:
    """The heading's words when the block is one: "# x", or a line over (and under) a rule."""
    marked = _HEADING.fullmatch(block[0])
    if marked:
        name = strip_markup(marked[2])[:80]
        place.enter(len(marked[1]), name)
        return name
    over = bool(ruler_sign(block[0], _RULERS))
    lines = block[1:] if over else block
    sign = ruler_sign(lines[1], _RULERS) if len(lines) == 2 else ""
    if not sign or _SKIPPED.match(lines[0]):
        return ""
    name = strip_markup(lines[0])[:80]
    if (sign, over) not in place.rulers:
        place.rulers.append((sign, over))
    place.enter(place.rulers.index((sign, over)) + 1, name)
    return name


def _paragraph(block: list[str]) -> str:
    """The block's prose, or "" for a list, a table, a directive, code or a row of badges."""
    text = "\n".join(line.lstrip("> ") for line in block)[:_PARAGRAPH]
    skipped = _SKIPPED.match(block[0]) and not _is_html_prose(text, block)
    if skipped or all(line.startswith(("    ", "\t")) for line in block):
        return ""
    if _is_links(text) or any(text.count(sign) > 1 for sign in _SEPARATORS):
        return ""
    prose = strip_markup(text)
    if len(prose) < 25 or len(prose.split()) < 5 or not is_prose(shortened(prose, _OPENING)):
        return ""
    return prose


def _is_links(text: str) -> bool:
    """Whether two thirds of its letters are links: a row of them tells nothing."""
    rest = _LINK.sub("", text)
    return 3 * sum(map(str.isalpha, rest)) < sum(map(str.isalpha, _ADDRESS.sub("", text)))


def _is_html_prose(text: str, block: list[str]) -> bool:
    """Words centred by HTML, as a project's motto often is; no logo and no row of badges."""
    return bool(_HTML_PROSE.match(block[0])) and not _IMAGE.search(text) and "](" not in text
