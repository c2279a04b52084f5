"""What encloses a line of a file: a definition, a heading, a section, or the keys above it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence

import re2

from luminos_core.outline.kept_outlines import KEPT
from luminos_core.outline.outline import has_outline, whole_outline
from luminos_core.records.outline import Outline
from luminos_core.redaction.redact import redact

_KEYED = ("YAML", "JSON", "JSON with Comments", "JSON5")  # by indentation
_SECTIONED = ("TOML", "INI", "EditorConfig", "Git Config")
_SECTION = re2.compile(r"\s*\[{1,2}\s*([^\[\]]{1,200}?)\s*\]{1,2}\s*(?:[#;].*)?")
_KEY = re2.compile(
    r"([ \t]*(?:- +)*)(?:\"([^\"]{1,100})\"\s*:|'([^']{1,100})'\s*:"
    r"|([\w./@$-]{1,100})[ \t]*:(?:\s|\z))"
)
_LINE = 500  # characters of a line that are looked at
_NAME = 200  # characters of a symbol
_DEPTH = 20  # keys


def enclosing_symbols(
    path: str,
    content: bytes,
    language: str | None,
    lines: Iterable[int],
    *,
    has_secrets: bool = True,
) -> Mapping[int, str]:
    """For each of `lines` that something encloses, its qualified name: of what is innermost.
    `content` is UTF-8. It is parsed only when there are lines, and its language has names."""
    wanted = sorted(set(lines))
    if not wanted or language is None:
        return {}
    if has_outline(language):
        found = whole_outline(path, content, language, has_secrets=has_secrets)
        if found and not found.problem:
            KEPT.keep(found, content)
        return _defined(found, wanted) if found else {}
    if language in _KEYED:
        named = _keys(content.decode("utf-8", "replace").split("\n"), set(wanted))
    elif language in _SECTIONED:
        named = _sections(content.decode("utf-8", "replace").split("\n"), set(wanted))
    else:
        return {}
    return {line: redact(name).text[-_NAME:] for line, name in named.items()}


def _defined(found: Outline, lines: Sequence[int]) -> dict[int, str]:
    """Symbols are in the file's order, so that what is inside comes after what is outside."""
    names = [""] * len(lines)
    for symbol in found.symbols:
        first, end = bisect_left(lines, symbol.line), bisect_right(lines, symbol.end_line)
        if first < end:
            name = f"{symbol.parent}.{symbol.name}" if symbol.parent else symbol.name
            names[first:end] = [name[-_NAME:]] * (end - first)
    return {line: name for line, name in zip(lines, names, strict=True) if name}


def _keys(text: Sequence[str], lines: set[int]) -> dict[int, str]:
    """Keys that are less and less indented, and the line's own."""
    open_keys: list[tuple[int, str]] = []
    found: dict[int, str] = {}
    for number, line in enumerate(text[: max(lines)], start=1):
        key = _KEY.match(line[:_LINE])
        if key:
            indent = len(key[1])
            while open_keys and open_keys[-1][0] >= indent:
                open_keys.pop()
            open_keys.append((indent, key[2] or key[3] or key[4]))
        if number in lines and open_keys:
            found[number] = ".".join(name for _, name in open_keys[:_DEPTH])
    return found


def _sections(text: Sequence[str], lines: set[int]) -> dict[int, str]:
    section = ""
    found: dict[int, str] = {}
    for number, line in enumerate(text[: max(lines)], start=1):
        heading = _SECTION.fullmatch(line[:_LINE])
        section = heading[1] if heading else section
        if number in lines and section:
            found[number] = section
    return found
