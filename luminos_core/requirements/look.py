"""Looking into one text, for a pattern or for the definition of a symbol."""

from collections.abc import Callable, Iterator
from typing import Any

import re2

from luminos_core.outline.grammars import grammars
from luminos_core.outline.outline import whole_outline
from luminos_core.records.outline import Outline
from luminos_core.records.requirement import CheckKind, RequirementCheck
from luminos_core.records.snapshot import Category, FileRecord
from luminos_core.text.line_pattern import line_pattern

Hit = tuple[int | None, str]  # the line where a file has it; else why it may be there all the same
Look = Callable[[FileRecord, str], Hit]

_ASSIGNING = ("JavaScript", "TypeScript", "TSX")
# Functions are values there: app.use = function use(…), exports.get = async (…) =>
_VALUE = r"\s*=\s*(?:async\b\s*)?(?:function\b|class\b|\([^()\n]*\)\s*=>|[\w$]+\s*=>)"
# How a name is defined where no outline knows it.
_MAY_DEFINE = {
    **dict.fromkeys(_ASSIGNING, "function|class|const|let|var"),
    **dict.fromkeys(("C", "C++"), r"#\s*define|typedef|using|enum"),
    "Rust": "macro_rules!|static",
    "Ruby": r"attr_\w+|define_method|alias\w*",
    "PHP": "define|const",
    "Shell": "alias|function",
    "Go": "const|var",
}


def look_for(check: RequirementCheck) -> Look:
    return _symbol(check.sought) if check.kind is CheckKind.SYMBOL else _pattern(check.sought)


def _pattern(sought: str) -> Look:
    pattern = line_pattern(sought)
    return lambda _file, text: (_line(pattern, text), "")


def _symbol(sought: str) -> Look:
    """A name, or one with what encloses it: "Session.get". A file without the word defines no
    such symbol, and is not parsed."""
    name = re2.escape(sought.rpartition(".")[2])
    word = re2.compile(rf"(?:^|[^\w$]){name}(?:$|[^\w$])")
    assigned = re2.compile(rf"(?m)^[ \t]*(?:[\w$]+\.)*{re2.escape(sought)}{_VALUE}")
    unknown = {
        language: re2.compile(rf"(?m)(?:^|[^\w\n])(?:{how})[^\w\n][^\n]*?\b{name}\b")
        for language, how in _MAY_DEFINE.items()
    }

    def look(file: FileRecord, text: str) -> Hit:
        if not word.search(text):
            return None, ""
        if file.language not in grammars():
            return None, _without_parser(file)
        outline = whole_outline(file.path, text.encode("utf-8", "replace"), file.language)
        for symbol in outline.symbols if outline else ():
            if sought in _names_of(symbol.parent, symbol.name):
                return symbol.line, ""
        if file.language in _ASSIGNING and (line := _line(assigned, text)):
            return line, ""
        pattern = unknown.get(file.language)
        return None, _doubt(outline, _line(pattern, text) if pattern else None)

    return look


def _line(pattern: Any, text: str) -> int | None:
    found = pattern.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _names_of(parent: str, name: str) -> Iterator[str]:
    """ "get", "Session.get", "http.Session.get"."""
    yield name
    enclosing = parent
    while enclosing:
        yield f"{enclosing}.{name}"
        enclosing = enclosing.partition(".")[2]


def _doubt(outline: Outline | None, line: int | None) -> str:
    """Why a file that has the word may define it, although its outline does not say so."""
    if outline is None or outline.problem or outline.truncated:
        reason = outline and (outline.problem or outline.truncated)
        return f"it has the word, and is not parsed whole: {reason or 'no parser'}"
    if not outline.parsed:
        return "it has the word, and errors of syntax"
    return f"line {line:,} may define it" if line else ""


def _without_parser(file: FileRecord) -> str:
    """Of a file that has the word; "" when it is no code."""
    if file.category is not Category.SOURCE:
        return ""
    return f"it has the word, and there is no parser for {file.language or 'its language'}"
