"""Python source: whether it parses."""

import ast
import symtable

import re2
from ast_grep_py import SgRoot

from luminos_core.records.parsed import Syntax

_NEWER = re2.compile(
    r"^\s*(?:(?:async\s+)?def|class)\s+\w+\s*\[|^\s*type\s+\w+|\b[rR]?[fF][rR]?[\"']"
)


def parse_python(content: bytes) -> Syntax:
    """Decoded by the encoding that the file declares."""
    try:
        _parse(content)
    except SyntaxError as error:
        if _is_newer(content, error):
            return Syntax()
        return Syntax(problem=error.msg or "invalid syntax", line=error.lineno)
    except ValueError as error:  # NUL bytes, a number of too many digits
        return Syntax(problem=str(error))
    return Syntax()


def _parse(content: bytes) -> None:
    """A table of its names costs half as much as a tree, and needs as good a syntax, or better."""
    try:
        symtable.symtable(content, "<text>", "exec")  # type: ignore[arg-type]  # as compile() does
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        ast.parse(content)


def _is_newer(content: bytes, error: SyntaxError) -> bool:
    """Whether the line is written as a later release of Python allows, and a parser that knows no
    releases takes the whole file."""
    lines = content.split(b"\n")
    line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else b""
    if not _NEWER.search(line.decode("utf-8", "replace")):
        return False
    return SgRoot(content.decode("utf-8", "replace"), "python").root().find(kind="ERROR") is None
