"""The table of grammars.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from luminos_core.records.outline import SymbolKind

MAX_SYMBOLS = 2_000  # of an outline for a model, and as many imports
WHOLE_SYMBOLS = 20_000  # of one that we read ourselves


@dataclass(frozen=True)
class Grammar:
    """One table of grammars.toml, which describes the fields."""

    package: str
    function: str
    definitions: dict[str, SymbolKind]  # by node type
    scopes: dict[str, str]
    imports: dict[str, str]
    opaque: frozenset[str]
    docstrings: bool


@cache
def grammars() -> dict[str, Grammar]:
    """By Linguist's name of the language."""
    tables = tomllib.loads(Path(__file__).with_name("grammars.toml").read_text("utf-8"))
    found: dict[str, Grammar] = {}
    for language, table in tables.items():
        found[language] = _grammar(table, found.get(table.get("like", "")))
    return found


def _grammar(table: dict[str, Any], base: Grammar | None) -> Grammar:
    kinds = {
        node_type: SymbolKind(kind)
        for kind, node_types in table.get("definitions", {}).items()
        for node_type in node_types
    }
    imports, opaque = table.get("imports", {}), frozenset(table.get("opaque", ()))
    return Grammar(
        package=table["package"],
        function=table.get("function", "language"),
        definitions=base.definitions | kinds if base else kinds,
        scopes=table.get("scopes", {}),
        imports=base.imports | imports if base else imports,
        opaque=base.opaque | opaque if base else opaque,
        docstrings=table.get("docstrings", False),
    )
