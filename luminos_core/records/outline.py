"""The result of a tool for one file, as a record beside the text for the model."""

from enum import StrEnum

from luminos_core.records.base import Record


class SymbolKind(StrEnum):
    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    METHOD = "method"
    CONSTANT = "constant"
    HEADING = "heading"
    TYPE = "type"


class Symbol(Record):
    """A definition or a heading, with the first line of its docstring or comment if it has one."""

    kind: SymbolKind
    name: str
    line: int  # 1-based
    end_line: int
    parent: str = ""  # qualified name of what encloses it
    signature: str = ""
    doc: str = ""  # one line


class Outline(Record):
    """The structure of one source or Markdown file."""

    path: str
    language: str
    doc: str = ""  # the module's docstring or leading comment, first paragraph, one line
    imports: tuple[str, ...] = ()  # module names as written
    symbols: tuple[Symbol, ...] = ()  # in the file's order
    parsed: bool = True  # False when the file has syntax errors
    truncated: str = ""  # why the outline is incomplete: "over 512 KB", "over 2,000 symbols"
    problem: str = ""  # why it could not be parsed; there is then no more


class Excerpt(Record):
    """Lines of a file, without the line numbers that a model sees."""

    path: str
    text: str
    truncated: bool


Detail = Outline | Excerpt
