"""The grammars of grammars.toml, and their parsers."""

import threading
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tree_sitter import Language, Parser

from luminos_core.records.outline import SymbolKind

_THREAD = threading.local()


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


def parser_for(language: str) -> Parser:
    """This thread's parser for `language`. The grammar is loaded on first use."""
    parsers: dict[str, Parser] = _THREAD.__dict__.setdefault("parsers", {})
    if language not in parsers:
        parsers[language] = Parser(load_language(language))
    return parsers[language]


@cache
def load_language(language: str) -> Language:
    grammar = grammars()[language]
    return Language(getattr(import_module(grammar.package), grammar.function)())


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
