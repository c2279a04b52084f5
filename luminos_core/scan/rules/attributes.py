"""What .gitattributes says of Linguist's attributes: which files are vendored, generated or
documentation, and their language.

Parsed as in git's attr.c: the last line that matches a file decides, attribute by attribute, and a
macro sets its own attributes.
"""

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from luminos_core.scan.byte_patterns import compile_bytes
from luminos_core.scan.classify.linguist import language_by_alias
from luminos_core.scan.rules.ignore_rule import IgnoreRule, parse_pattern
from luminos_core.scan.rules.rule_index import RuleIndex

_LINE_LIMIT = 2048  # bytes; git skips a line of that many and more
_MACRO = b"[attr]"
# A line that sets only these is skipped.
_GIT_ATTRIBUTES = frozenset((
    "text", "eol", "crlf", "ident", "filter", "diff", "merge", "whitespace", "binary", "delta",
    "export-ignore", "export-subst", "encoding", "working-tree-encoding", "conflict-marker-size",
    "lockable",
))  # fmt: skip
_NAME = compile_bytes(rb"\A[A-Za-z0-9_.][-A-Za-z0-9_.]*\z")
_QUOTED = compile_bytes(rb'\A"((?:[^"\\]|\\[abfnrtv\\"]|\\[0-3][0-7][0-7])*)"')
_ESCAPE = compile_bytes(rb'\\([abfnrtv\\"]|[0-7]{3})')
_ESCAPED = dict(zip(b'abfnrtv\\"', b'\a\b\f\n\r\t\v\\"', strict=True))

Setting = bool | str | None  # set, unset, a value, or unspecified
Settings = tuple[tuple[str, Setting], ...]  # by attribute


class Overrides(NamedTuple):
    """None where nothing is set."""

    vendored: bool | None = None
    generated: bool | None = None
    documentation: bool | None = None
    language: str | None = None


class AttributeFile:
    """The lines of one file. `base` is its directory as a prefix of paths: "" or "a/b/"."""

    def __init__(
        self, base: str, lines: list[tuple[IgnoreRule, Settings]], macros: dict[str, Settings]
    ) -> None:
        self.macros = macros
        self._skip = len(base)
        self._lines = lines
        self._index = RuleIndex([(number, rule) for number, (rule, _) in enumerate(lines)])

    def settings_of(self, path: str, name: str) -> Iterator[Settings]:
        """The settings of each line that matches the file, the last line first."""
        inner = path[self._skip :]
        last = self._index.last(inner, name)
        if last >= 0:
            exact = os.fsencode(inner)
            for rule, settings in reversed(self._lines[: last + 1]):
                if rule.matches(exact, is_directory=False):
                    yield settings


def overrides(chain: tuple[AttributeFile, ...], path: str) -> Overrides:
    """The overrides of `chain` (outermost first) for the file at `path`."""
    name = path[path.rfind("/") + 1 :]
    resolved: dict[str, Setting] = {}
    for file in reversed(chain):
        for settings in file.settings_of(path, name):
            _resolve(resolved, settings, chain[0].macros)
    if not resolved:
        return Overrides()
    language = resolved.get("linguist-language")
    return Overrides(
        vendored=_is_true(resolved.get("linguist-vendored")),
        generated=_is_true(resolved.get("linguist-generated")),
        documentation=_is_true(resolved.get("linguist-documentation")),
        language=language_by_alias(language) if isinstance(language, str) else None,
    )


def parse_attributes(content: bytes, base: str) -> AttributeFile | None:
    """The lines of a file in the directory `base` ("." at the top) that may set Linguist's
    attributes; None when there are none. Only the file at the top defines macros."""
    lines: list[tuple[IgnoreRule, Settings]] = []
    macros: dict[str, Settings] = {}
    for line in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        pattern, settings = _parse_line(line)
        if pattern.startswith(_MACRO):
            macros |= {pattern.removeprefix(_MACRO).decode(): settings} if base == "." else {}
        elif any(name not in _GIT_ATTRIBUTES for name, _ in settings):
            rule = parse_pattern(pattern, ".gitattributes")
            if rule and rule.ignores:  # git allows no negation here
                lines.append((rule, settings))
    if not (lines or macros):
        return None
    return AttributeFile("" if base == "." else base + "/", lines, macros)


def _resolve(resolved: dict[str, Setting], settings: Settings, macros: dict[str, Settings]) -> None:
    """Add `settings`, except those that a later line has made. A macro adds its own."""
    pending = list(settings)
    while pending:
        name, setting = pending.pop()
        if name not in resolved:
            resolved[name] = setting
            if setting is True:
                pending.extend(macros.get(name, ()))


def _parse_line(line: bytes) -> tuple[bytes, Settings]:
    """The pattern of a line and its settings; none of a line that git would reject."""
    if len(line) >= _LINE_LIMIT:
        return b"", ()
    line = line.translate(bytes.maketrans(b"\t\r", b"  ")).strip(b" ")
    if line.startswith(b"#"):
        return b"", ()
    if quoted := _QUOTED.match(line):
        pattern, rest = _ESCAPE.sub(_unescape, quoted[1]), line[quoted.end() :]
    else:
        pattern, _, rest = line.partition(b" ")
    settings = [_parse_setting(word) for word in rest.split(b" ") if word]
    macro = [pattern.removeprefix(_MACRO)] if pattern.startswith(_MACRO) else []
    names = [name.encode() for name, _ in settings] + macro
    return (pattern, tuple(settings)) if all(map(_NAME.match, names)) else (b"", ())


def _parse_setting(word: bytes) -> tuple[str, Setting]:
    """From "linguist-vendored", "-linguist-generated", "linguist-language=C++", "!text"."""
    name, equals, value = word.decode("utf-8", "replace").partition("=")
    if name.startswith(("-", "!")):
        return name[1:], False if name.startswith("-") else None
    return name, value if equals else True


def _unescape(found: Any) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8)] if len(escape) > 1 else [_ESCAPED[escape[0]]])


def _is_true(setting: Setting) -> bool | None:
    """As in Linguist, any value but "false" is true."""
    return None if setting is None else setting not in (False, "false")
