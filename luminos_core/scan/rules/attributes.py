"""What a project says of its own files in .gitattributes, against Linguist's rules: which are
vendored, generated or documentation, and what language they are in.

Read as git reads it (attr.c): the last line about a file wins, attribute by attribute, and a macro
stands for its own attributes.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from luminos_core.scan.classify.linguist import language_called
from luminos_core.scan.expressions import compile_bytes
from luminos_core.scan.rules.ignore import Rule, parse_rule
from luminos_core.scan.rules.rule_index import RuleIndex

_LINE_LIMIT = 2048  # bytes; git skips a line of that many and more
_MACRO = b"[attr]"
# Attributes of git's own: a line that sets nothing else says nothing here.
_GITS = frozenset({"text", "eol", "crlf", "ident", "filter", "diff", "merge", "whitespace"}) | {
    *("binary", "delta", "export-ignore", "export-subst", "encoding", "working-tree-encoding"),
    *("conflict-marker-size", "lockable"),
}
_NAME = compile_bytes(rb"\A[A-Za-z0-9_.][-A-Za-z0-9_.]*\z")
_QUOTED = compile_bytes(rb'\A"((?:[^"\\]|\\[abfnrtv\\"]|\\[0-3][0-7][0-7])*)"')
_ESCAPE = compile_bytes(rb'\\([abfnrtv\\"]|[0-7]{3})')
_ESCAPED = dict(zip(b'abfnrtv\\"', b'\a\b\f\n\r\t\v\\"', strict=True))

Setting = bool | str | None  # set, unset, a value, or unspecified
Words = tuple[tuple[str, Setting], ...]


class Overrides(NamedTuple):
    """None where nothing is said."""

    vendored: bool | None = None
    generated: bool | None = None
    documentation: bool | None = None
    language: str | None = None


class AttributeFile:
    """The lines of one file. `base` is the directory they speak of, as a prefix of paths: "" or
    "a/b/"."""

    def __init__(
        self, base: str, lines: list[tuple[Rule, Words]], macros: dict[str, Words]
    ) -> None:
        self.macros = macros
        self._skip = len(base)
        self._lines = lines
        self._index = RuleIndex([(number, rule) for number, (rule, _) in enumerate(lines)])

    def about(self, path: str, name: str) -> Iterator[Words]:
        """What is said of a file, the last line first."""
        inner = path[self._skip :]
        last = self._index.last(inner, name)
        if last >= 0:
            exact = os.fsencode(inner)
            for rule, words in reversed(self._lines[: last + 1]):
                if rule.matches(exact, is_directory=False):
                    yield words


def overrides(chain: tuple[AttributeFile, ...], path: str) -> Overrides:
    """What `chain` (outermost first) says of the file at `path`."""
    name = path[path.rfind("/") + 1 :]
    settings: dict[str, Setting] = {}
    for file in reversed(chain):
        for words in file.about(path, name):
            _settle(settings, words, chain[0].macros)
    if not settings:
        return Overrides()
    language = settings.get("linguist-language")
    return Overrides(
        vendored=_switch(settings.get("linguist-vendored")),
        generated=_switch(settings.get("linguist-generated")),
        documentation=_switch(settings.get("linguist-documentation")),
        language=language_called(language) if isinstance(language, str) else None,
    )


def parse_attributes(content: bytes, base: str) -> AttributeFile | None:
    """The lines of the file in the directory `base` ("." at the top) that may be about Linguist's
    attributes; None when there are none. Only the top's file defines macros."""
    lines: list[tuple[Rule, Words]] = []
    macros: dict[str, Words] = {}
    for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        pattern, words = _parsed(line)
        if pattern.startswith(_MACRO):
            macros |= {pattern.removeprefix(_MACRO).decode(): words} if base == "." else {}
        elif any(name not in _GITS for name, _ in words):
            rule = parse_rule(pattern, ".gitattributes")
            if rule and rule.ignores:  # git knows no negation here
                lines.append((rule, words))
    if not (lines or macros):
        return None
    return AttributeFile("" if base == "." else base + "/", lines, macros)


def _settle(settings: dict[str, Setting], words: Words, macros: dict[str, Words]) -> None:
    """What was settled before, by a later word, stays; a macro that is set says its own words."""
    waiting = list(words)
    while waiting:
        name, setting = waiting.pop()
        if name not in settings:
            settings[name] = setting
            if setting is True:
                waiting.extend(macros.get(name, ()))


def _parsed(line: bytes) -> tuple[bytes, Words]:
    """The pattern of a line and the words after it; no words when git would not read it."""
    if len(line) >= _LINE_LIMIT:
        return b"", ()
    line = line.translate(bytes.maketrans(b"\t\r", b"  ")).strip(b" ")
    if line.startswith(b"#"):
        return b"", ()
    if quoted := _QUOTED.match(line):
        pattern, rest = _ESCAPE.sub(_unescaped, quoted[1]), line[quoted.end() :]
    else:
        pattern, _, rest = line.partition(b" ")
    words = [_word(word) for word in rest.split(b" ") if word]
    macro = [pattern.removeprefix(_MACRO)] if pattern.startswith(_MACRO) else []
    names = [name.encode() for name, _ in words] + macro
    return (pattern, tuple(words)) if all(map(_NAME.match, names)) else (b"", ())


def _word(word: bytes) -> tuple[str, Setting]:
    """From "linguist-vendored", "-linguist-generated", "linguist-language=C++", "!text"."""
    name, equals, value = word.decode("utf-8", "replace").partition("=")
    if name.startswith(("-", "!")):
        return name[1:], False if name.startswith("-") else None
    return name, value if equals else True


def _unescaped(found: Any) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8)] if len(escape) > 1 else [_ESCAPED[escape[0]]])


def _switch(setting: Setting) -> bool | None:
    """As Linguist reads it: whatever is not "false" is true."""
    return None if setting is None else setting not in (False, "false")
