"""The parsers of the grammars, loaded on first use: in the child process alone."""

from functools import cache
from importlib import import_module

from tree_sitter import Language, Parser

from luminos_core.outline.grammars import grammars


@cache
def parser_for(language: str) -> Parser:
    return Parser(load_language(language))


@cache
def load_language(language: str) -> Language:
    grammar = grammars()[language]
    return Language(getattr(import_module(grammar.package), grammar.function)())
