"""What a document says that the tree can confirm: links, commands, variables, ports, versions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import re2

from luminos_core.checks.documents.headings import Headings

_LINK = re2.compile(r"""!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\)""")
_REFERENCE = re2.compile(r"^\s*\[[^\]]+\]:\s+([^\s\[]\S*)")
_RST_FILE = re2.compile(r"^\s*\.\.\s+(?:image|figure|include|literalinclude)::\s+(\S+)")
_FENCE = re2.compile(r"^\s*(```+|~~~+)\s*([\w+-]*)")
_INDENTED = re2.compile(r"^(?: {2,}|\t)\S")
_COMMENT = re2.compile(r"<!--.*?-->")
_SPAN = re2.compile(r"``([^`]+)``|`([^`]+)`")
_VARIABLE = re2.compile(r"^\$?\{?([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\}?(?:=.*)?$")
_PORT = re2.compile(
    r"(?i)(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b|\bports?\s+`?(\d{4,5})\b"
)
_CHOSEN = re2.compile(  # by whoever runs the command, or writes the code
    r"""\b(?:tcp|ssl|udp|ws)://|\s-L\s|\s(?:-p|--?port)[ =]|:\s*["']https?://"""
)
_VERSION = re2.compile(
    r"(?i)^(?:the\s+)?(?:current\s+|latest\s+)?version:?\s+(?:is\s+)?v?(\d+\.\d+(?:\.\d+)?)\b"
)
_RUNTIME = re2.compile(
    r"(?i)\b(python|node(?:\.js)?|ruby|rust|go|php|java)\s+(?:version\s+)?(?:>=\s*)?"
    r"v?(\d+(?:\.\d+){0,2})\b"
)
_OLD = re2.compile(  # what it says of a release is not that it is enough
    r"(?i)\b(?:lower|below|earlier|older|before|unavailable|unsupported|not\s+supported|no\s+longer"
    r"|deprecated|dropped|prior|since|use .* for)\b"
)
_PATH = re2.compile(
    r"^(?:\./)?[\w.-]+(?:/[\w.-]+)*(?:/|\.[a-z]{1,5})$|^(?:\./)?[\w-]+(?:/[\w.-]+)+$"
)
_PROGRAM = re2.compile(  # that does something
    r"`([a-z]\w+(?:-\w+)+)`\s+(?:command\s+)?(?:starts?|runs?|serves?|prints?|opens?|shows?|watch(?:es)?"
    r"|listens?|lists?|reads?|writes?|sends?|checks?|exports?|imports?|syncs?|migrates?)\b"
)
_FILE_IN_PROSE = re2.compile(
    r"""(?:^|[\s("'])(?:\./)?([\w-]+(?:/[\w-]+)+(?:\.[a-z]{1,6}){1,3})\b"""
)
_SHELLS = ("", "sh", "bash", "shell", "console", "shell-session", "zsh", "text", "terminal")
_PROMPT = re2.compile(r"^(?:[\w.@:~/-]*[$%>]|PS>)\s+(.*)$")
_WORD_OF_PROSE = re2.compile(
    r"(?i)(?:^|\s)(?:the|an?|of|to|is|are|you|your|this|that|and|or|with|by|it|if|can|be|will|from)\b"
)
_NO_CODE = ("-", "*", "+", "..", "[", "|")
_SENTENCE = 120  # characters of the line before
_END_OF_SENTENCE = re2.compile(r"[\w`)>*_][.:;?!]$")


class Kind(StrEnum):
    LINK = "link"
    ANCHOR = "anchor"
    COMMAND = "command"
    VARIABLE = "variable"
    PORT = "port"
    VERSION = "version"
    RUNTIME = "runtime"
    PATH = "path"
    PROGRAM = "program"


@dataclass(frozen=True)
class Claim:
    kind: Kind
    text: str
    line: int
    of: str = ""  # of a runtime, which
    said: str = ""  # the line, and what of the sentence stands on the line before
    section: str = ""  # the heading above it
    block: int = 0  # the block of code that it stands in, counted; 0 in prose


@dataclass(frozen=True)
class Document:
    claims: tuple[Claim, ...]
    anchors: frozenset[str]  # of its headings
    text: str = ""


def read_document(text: str) -> Document:
    """The claims of a document in Markdown or reStructuredText, or of a plain one."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        reader.take(number, line)
    reader.end_block()
    return Document(tuple(reader.claims), frozenset(reader.anchors), text)


class _Reader:
    """Takes lines, and knows whether they are prose or in a block of code."""

    def __init__(self) -> None:
        self.claims: list[Claim] = []
        self.headings = Headings()
        self._fence = ""
        self._language = ""
        self._in_comment = False
        self._block: list[tuple[int, str]] = []
        self._blocks = 0
        self._before = ""

    @property
    def anchors(self) -> set[str]:
        return self.headings.anchors

    def take(self, number: int, line: str) -> None:
        mark = _FENCE.match(line)
        if mark and (not self._fence or mark.group(1).startswith(self._fence)):
            self.end_block()
            self._language = mark.group(2).lower()
            self._fence = "" if self._fence else mark.group(1)
        elif self._fence:
            if self._language in _SHELLS:
                self._block.append((number, line))
        elif _INDENTED.match(line) and not line.lstrip().startswith(_NO_CODE):
            self._block.append((number, line))
        elif line.strip() or not self._block:
            self.end_block()
            self._take_prose(number, self._without_comment(line))

    def end_block(self) -> None:
        if self._block:
            self._blocks += 1
            for claim in _in_block(self._block):
                self._add(claim, claim.said)
        self._block = []

    def _take_prose(self, number: int, line: str) -> None:
        self.headings.take(line)
        for claim in _in_prose(line, number):
            self._add(claim, f"{self._before[-_SENTENCE:]}\n{line}")
        self._before = "" if _END_OF_SENTENCE.search(line.strip()) else line

    def _add(self, claim: Claim, said: str) -> None:
        block = self._blocks if self._block else 0
        self.claims.append(replace(claim, said=said, section=self.headings.last, block=block))

    def _without_comment(self, line: str) -> str:
        """Nobody is shown what stands in one."""
        line = str(_COMMENT.sub("", line))
        if self._in_comment:
            _, closed, line = line.partition("-->")
            self._in_comment = not closed
        before, opened, _ = line.partition("<!--")
        self._in_comment = self._in_comment or bool(opened)
        return before


def _in_block(lines: list[tuple[int, str]]) -> Iterator[Claim]:
    """Of a session, what is typed: lines without a prompt are answers."""
    prompts = [(number, _PROMPT.match(line.strip())) for number, line in lines]
    typed = [(number, found.group(1)) for number, found in prompts if found]
    for number, line in typed or [(number, line.strip()) for number, line in lines]:
        if typed or not is_prose(line):
            yield from _in_code(line, number)


def is_prose(line: str) -> bool:
    """Whether an indented line, say, is a sentence and no command."""
    words = len(_WORD_OF_PROSE.findall(line))
    return words > 1 or (words == 1 and bool(_END_OF_SENTENCE.search(line)))


def _in_code(command: str, number: int) -> Iterator[Claim]:
    if command and not command.startswith(("#", "//", "<", "{", "[", '"')):
        yield Claim(Kind.COMMAND, command, number, said=command)
    if not _CHOSEN.search(command):
        yield from (replace(claim, said=command) for claim in _ports(command, number))


def _in_prose(line: str, number: int) -> Iterator[Claim]:
    shown = _SPAN.sub(" ", line)  # a link in a span of code is none
    for pattern in (_LINK, _REFERENCE, _RST_FILE):
        for target in pattern.findall(shown):
            kind = Kind.ANCHOR if target.startswith("#") else Kind.LINK
            yield Claim(kind, target, number)
    spans = [first or second for first, second in _SPAN.findall(line)]
    for span in spans:
        yield from _in_span(span.strip(), number)
    for name in _PROGRAM.findall(line):
        yield Claim(Kind.PROGRAM, name, number)
    plain = _LINK.sub(" ", shown)
    for path in _FILE_IN_PROSE.findall(plain) if "://" not in plain else ():
        yield Claim(Kind.PATH, path, number)
    yield from _ports(line, number)
    if found := _VERSION.search(plain.strip()):
        yield Claim(Kind.VERSION, found.group(1), number)
    for name, version in _RUNTIME.findall(plain) if not _is_of_another(plain) else ():
        yield Claim(Kind.RUNTIME, version, number, of=name.lower().removesuffix(".js"))


def _is_of_another(line: str) -> bool:
    """Whether it is a row of a table, of several releases, or about one that does not do."""
    return line.lstrip().startswith("|") or bool(_OLD.search(line))


def _in_span(span: str, number: int) -> Iterator[Claim]:
    if found := _VARIABLE.match(span):
        yield Claim(Kind.VARIABLE, found.group(1), number)
    elif _PATH.match(span) and "*" not in span:
        yield Claim(Kind.PATH, span, number)
    elif " " in span:
        yield Claim(Kind.COMMAND, span, number)


def _ports(line: str, number: int) -> Iterator[Claim]:
    for first, second in _PORT.findall(line):
        yield Claim(Kind.PORT, first or second, number)
