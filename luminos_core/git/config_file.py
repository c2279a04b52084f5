"""A repository's config, read without git: its variables, and nothing that it includes.

The file may be the target's. Git carries out what some variables say; here they are only words.
"""

from collections.abc import Iterator
from typing import NamedTuple

import re2

from luminos_core.git.repository import Repository

_LIMIT = 1 << 20  # bytes; a clone with ten thousand branches has one of this size
_LONGEST = 2_000  # characters of a section's line, or of a name
_SECTION = re2.compile(r'\[[ \t]*([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]')
_NAME = re2.compile(r"([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)")
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "b": "\b"}


class Variable(NamedTuple):
    section: str  # in small letters: "remote"
    subsection: str  # as written: "origin"; "" for none
    name: str  # in small letters
    value: str  # "true" for a name alone


def read_config(repository: Repository) -> tuple[Variable, ...]:
    """In the order of the file; none when it cannot be read, is too long, or is one that git itself
    refuses."""
    return parse_config(repository.read(f"{repository.common}/config", _LIMIT) or b"")


def parse_config(content: bytes) -> tuple[Variable, ...]:
    """As `read_config`, of the file's content."""
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode()
        return tuple(_variables(text.replace("\r\n", "\n")))
    except ValueError:  # UnicodeDecodeError is one
        return ()


def _variables(text: str) -> Iterator[Variable]:
    section, subsection, at = "", "", 0
    while at < len(text):
        if text[at] in " \t\n":
            at += 1
        elif text[at] in "#;":
            at = _line_end(text, at)
        elif found := _SECTION.match(text[at : at + _LONGEST]):
            section, subsection = _named(found[1], found[2])
            at += found.end()
        elif section and (found := _NAME.match(text[at : at + _LONGEST])):
            at += found.end()
            value, at = _value(text, at) if found[2] else ("true", _empty(text, at))
            yield Variable(section, subsection, found[1].lower(), value)
        else:
            raise ValueError("no section, variable or comment")


def _named(section: str, quoted: str | None) -> tuple[str, str]:
    """Of `[remote "origin"]`, and of `[remote.origin]`, as it was written once."""
    if quoted is not None:
        return section.lower(), re2.sub(r"\\(.)", r"\1", quoted)
    name, _, inner = section.lower().partition(".")
    return name, inner


def _empty(text: str, at: int) -> int:
    """The end of a line after a name alone, where only a comment may follow."""
    end = _line_end(text, at)
    rest = text[at:end].strip(" \t")
    if rest and rest[0] not in "#;":
        raise ValueError("a name without a value")
    return end


def _value(text: str, at: int) -> tuple[str, int]:
    """The value that begins at `at`, and the end of its last line."""
    parts: list[str] = []
    kept = 0  # parts up to the last that is no white space outside of quotes
    quoted = False
    while at < len(text) and text[at] != "\n":
        char = text[at]
        at += 1
        if char == '"':
            quoted = not quoted
            kept = len(parts)
        elif char in "#;" and not quoted:
            at = _line_end(text, at)
        elif char == "\\":
            char = text[at : at + 1]
            at += 1
            if char not in ("\n", ""):  # which goes on in the next line
                parts.append(_ESCAPES[char] if char in _ESCAPES else _refused())
                kept = len(parts)
        elif parts or quoted or char not in " \t":
            parts.append(char)
            kept = len(parts) if quoted or char not in " \t" else kept
    return ("".join(parts[:kept]), at) if not quoted else (_refused(), at)


def _refused() -> str:
    raise ValueError("a value that git refuses")


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
