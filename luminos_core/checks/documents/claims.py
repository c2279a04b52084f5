"""What a document says that the tree can confirm: links, commands, variables, ports, versions."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import re2

_LINK = re2.compile(r"""!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\)""")
_REFERENCE = re2.compile(r"^\s*\[[^\]]+\]:\s+(\S+)")
_RST_FILE = re2.compile(r"^\s*\.\.\s+(?:image|figure|include|literalinclude)::\s+(\S+)")
_HEADING = re2.compile(r"^#{1,6}\s+(.+?)\s*#*$")
_ANCHOR = re2.compile(r"""<a\s+(?:name|id)=["']([^"']+)["']""")
_FENCE = re2.compile(r"^\s*(?:```|~~~)\s*([\w+-]*)")
_INDENTED = re2.compile(r"^(?: {2,}|\t)\S")
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
_FILE_IN_PROSE = re2.compile(r"\b([\w-]+(?:/[\w-]+)+\.[a-z]{1,5})\b")
_SHELLS = ("", "sh", "bash", "shell", "console", "shell-session", "zsh", "text", "terminal")


class Kind(StrEnum):
    LINK = "link"
    ANCHOR = "anchor"
    COMMAND = "command"
    VARIABLE = "variable"
    PORT = "port"
    VERSION = "version"
    RUNTIME = "runtime"
    PATH = "path"


@dataclass(frozen=True)
class Claim:
    kind: Kind
    text: str
    line: int
    of: str = ""  # of a runtime, which


@dataclass(frozen=True)
class Document:
    claims: tuple[Claim, ...]
    anchors: frozenset[str]  # of its headings


def read_document(text: str) -> Document:
    """The claims of a document in Markdown or reStructuredText, or of a plain one."""
    claims: list[Claim] = []
    anchors: set[str] = set()
    fence: str | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark:
            fence = mark.group(1).lower() if fence is None else None
        elif fence is not None:
            if fence in _SHELLS:
                claims += _in_code(line, number)
        elif _INDENTED.match(line) and not line.lstrip().startswith(("-", "*", "+", "..", "[")):
            claims += _in_code(line, number)
        else:
            anchors.update(_anchors(line))
            claims += _in_prose(line, number)
    return Document(tuple(claims), frozenset(anchors))


def slug(heading: str) -> str:
    """The anchor that GitHub makes of a heading."""
    plain = str(re2.sub(r"[`*_~]|\[([^\]]*)\]\([^)]*\)", r"\1", heading.lower()))
    return str(re2.sub(r"[^\pL\pN _-]", "", plain.strip())).replace(" ", "-")


def _anchors(line: str) -> Iterator[str]:
    if found := _HEADING.match(line):
        yield slug(found.group(1))
    yield from _ANCHOR.findall(line)


def _in_code(line: str, number: int) -> Iterator[Claim]:
    command = line.strip().removeprefix("$ ").removeprefix("> ").removeprefix("% ")
    if command and not command.startswith(("#", "//", "<", "{", "[", '"')):
        yield Claim(Kind.COMMAND, command, number)
    if not _CHOSEN.search(line):
        yield from _ports(line, number)


def _in_prose(line: str, number: int) -> Iterator[Claim]:
    for pattern in (_LINK, _REFERENCE, _RST_FILE):
        for target in pattern.findall(line):
            kind = Kind.ANCHOR if target.startswith("#") else Kind.LINK
            yield Claim(kind, target, number)
    spans = [first or second for first, second in _SPAN.findall(line)]
    for span in spans:
        yield from _in_span(span.strip(), number)
    plain = _LINK.sub(" ", _SPAN.sub(" ", line))
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
