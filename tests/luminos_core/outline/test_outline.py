"""Sources are small and in each language's own form; tokens are put together at run time."""

import dataclasses
import random
import string
import sys
import threading
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.outline import grammars as grammars_module
from luminos_core.outline.doc_text import first_sentence, module_doc
from luminos_core.outline.grammars import Grammar, grammars
from luminos_core.outline.languages import load_language
from luminos_core.outline.outline import LIMIT, outline, whole_outline
from luminos_core.outline.render_outline import render_outline
from luminos_core.records.outline import Outline, Symbol, SymbolKind
from tests.processor_time import costs_less_than


def read(language: str, text: str) -> Outline:
    found = outline("a", text.encode(), language)
    assert found is not None
    return found


def by_name(found: Outline) -> dict[str, Symbol]:
    return {symbol.name: symbol for symbol in found.symbols}


PYTHON = '''#!/usr/bin/env python
# Copyright 2020 Somebody. All rights reserved.
"""Counts things.

More about it.
"""
import a.b as c, d
from . import e
from .f import g

LIMIT = 10  # of things

@decorated(
    1
)
class Counter(Base,
              metaclass=M):
    """Counts one thing. Really."""

    SIZE = 3

    async def run(self, x: int) -> int:  # a remark
        """Run it"""
        def inner(): pass
        return x

# Makes it.
def make(): return Counter()
'''


def test_a_python_file_is_outlined_with_docs_and_lines() -> None:
    found = read("Python", PYTHON)
    assert found.parsed and not found.truncated
    assert found.doc == "Counts things."
    assert found.imports == ("a.b", "d", ".", ".f")
    symbols = by_name(found)
    assert list(symbols) == ["LIMIT", "Counter", "run", "make"]
    assert (symbols["LIMIT"].kind, symbols["LIMIT"].doc) == (SymbolKind.CONSTANT, "")
    counter, run = symbols["Counter"], symbols["run"]
    assert (counter.kind, counter.line, counter.end_line) == (SymbolKind.CLASS, 13, 25)
    assert counter.signature == "class Counter(Base, metaclass=M)"
    assert counter.doc == "Counts one thing."
    assert (run.kind, run.parent, run.doc) == (SymbolKind.METHOD, "Counter", "Run it")
    assert run.signature == "async def run(self, x: int) -> int"
    assert symbols["make"].doc == "Makes it."


@pytest.mark.parametrize(
    ("language", "text", "kind", "name", "parent", "doc", "imports"),
    [
        ("JavaScript", 'const x = require("y");\n/** Adds. More. */\nexport function add(a) {}\n',
         SymbolKind.FUNCTION, "add", "", "Adds.", ("y",)),
        ("JavaScript", "// Handles.\nconst handle = (req) => {};\n",
         SymbolKind.FUNCTION, "handle", "", "Handles.", ()),
        ("TypeScript", 'import { a } from "b";\nclass K {\n  /** Goes. */\n  go(): void {}\n}\n',
         SymbolKind.METHOD, "go", "K", "Goes.", ("b",)),
        ("TSX", "// A page.\nexport default function Page() { return <div/>; }\n",
         SymbolKind.FUNCTION, "Page", "", "A page.", ()),
        ("Go", 'package p\nimport "fmt"\n// Do does.\nfunc (c *Client[T]) Do() {}\n',
         SymbolKind.METHOD, "Do", "Client", "Do does.", ("fmt",)),
        ("Rust",
         "use a::b;\nimpl<T> S<T> {\n    /// Makes.\n    #[inline]\n    pub fn new() {}\n}\n",
         SymbolKind.METHOD, "new", "S", "Makes.", ("a::b",)),
        ("Java", "import a.b.*;\nclass K {\n  /**\n   * Runs.\n   * @param a it\n   */\n"
         "  @Override\n  void run(int a) {}\n}\n",
         SymbolKind.METHOD, "run", "K", "Runs.", ("a.b.*",)),
        ("C", "#include <stdio.h>\n/* Adds. */\nint *add(int a);\n",
         SymbolKind.FUNCTION, "add", "", "Adds.", ("stdio.h",)),
        ("C++", "namespace n {\n/// A tree.\ntemplate <class T>\nclass Tree {};\n}\n",
         SymbolKind.CLASS, "Tree", "", "A tree.", ()),
        ("C#", "using System.Text;\n/// <summary>\n/// A thing.\n/// </summary>\nclass K {}\n",
         SymbolKind.CLASS, "K", "", "A thing.", ("System.Text",)),
        ("Ruby", "require 'json'\nclass K\n  # Goes.\n  def go\n  end\nend\n",
         SymbolKind.METHOD, "go", "K", "Goes.", ("json",)),
        ("PHP", "<?php\nuse A\\B;\n/** Goes. */\nfunction go() {}\n",
         SymbolKind.FUNCTION, "go", "", "Goes.", ("A\\B",)),
        ("Shell", "#!/bin/sh\n. ./lib.sh\n# Builds.\nbuild() {\n  :\n}\n",
         SymbolKind.FUNCTION, "build", "", "Builds.", ("./lib.sh",)),
    ],
)  # fmt: skip
def test_each_language_names_documents_and_nests_its_definitions(  # noqa: PLR0917
    language: str, text: str, kind: SymbolKind, name: str, parent: str, doc: str,
    imports: tuple[str, ...],
) -> None:  # fmt: skip
    found = read(language, text)
    symbol = by_name(found)[name]
    assert found.parsed
    assert (symbol.kind, symbol.parent, symbol.doc, found.imports) == (
        kind, parent, doc, imports,
    )  # fmt: skip


@pytest.mark.parametrize("language", sorted(grammars()))
def test_every_registered_node_type_exists_in_its_grammar(language: str) -> None:
    grammar, loaded = grammars()[language], load_language(language)
    named = {*grammar.definitions, *grammar.imports, *grammar.scopes, *grammar.opaque}
    assert {name for name in named if not loaded.id_for_node_kind(name, True)} == set()


def test_the_table_of_grammars_has_only_the_keys_that_it_describes() -> None:
    tables = tomllib.loads(Path(grammars_module.__file__).with_suffix(".toml").read_text("utf-8"))
    fields = {field.name for field in dataclasses.fields(Grammar)} | {"like"}
    assert {key for table in tables.values() for key in table} <= fields


def test_a_leading_comment_is_the_doc_and_a_licence_is_not() -> None:
    text = "// Copyright 2020 X. Licensed under MIT.\n\n// Parses things.\n// Fast.\n\nint a;\n"
    assert read("C", text).doc == "Parses things. Fast."
    assert read("C", "/* Adds. */\nint add(void) { return 1; }\n").doc == ""


def test_markdown_is_its_headings_and_first_prose() -> None:
    text = (
        "---\nx: y\n---\n# Title\n\n[![badge](a)](b)\n\n**Tool** is a [thing](http://x).\n\n"
        "## Install\n```sh\n# no heading\n```\nRun it. Then stop.\n\nUse\n---\n### Deep\n"
    )
    found = read("Markdown", text)
    assert found.doc == "Tool is a thing."
    assert [(one.name, one.line, one.end_line, one.parent) for one in found.symbols] == [
        ("Title", 4, 19, ""),
        ("Install", 10, 15, "Title"),
        ("Use", 16, 19, "Title"),
        ("Deep", 18, 19, "Use"),
    ]
    assert by_name(found)["Install"].doc == "Run it."


def test_restructured_text_levels_come_from_the_order_of_adornments() -> None:
    text = "=====\nTitle\n=====\n\nA lib, see :func:`foo`.\n\nUsage\n-----\nCall it. Now.\n"
    found = read("reStructuredText", text)
    assert found.doc == "A lib, see foo."
    assert [(one.name, one.parent, one.doc) for one in found.symbols] == [
        ("Title", "", "A lib, see foo."),
        ("Usage", "Title", "Call it."),
    ]


def test_a_language_without_a_grammar_has_no_outline() -> None:
    assert outline("a", b"x", "COBOL") is None
    assert outline("a", b"x", None) is None


def test_a_file_with_syntax_errors_is_marked_and_keeps_its_valid_parts() -> None:
    found = read("Python", "def good(): pass\n\ndef bad(:\n")
    assert not found.parsed
    assert "good" in by_name(found)
    assert "has syntax errors" in render_outline(found)


def test_secrets_are_redacted_even_where_a_signature_would_cut_them() -> None:
    letters = string.ascii_letters + string.digits
    secret = "ghp_" + "".join(random.Random(1).choices(letters, k=36))  # noqa: S311
    text = f'KEY = "{"." * 95}{secret}"\nAPI_TOKEN = "{secret}"\n\ndef f(a="{secret}"): pass\n'
    shown = render_outline(read("Python", text))
    assert secret[:10] not in shown
    assert 'API_TOKEN = "<redacted:github-pat#1>' in shown


def test_a_text_known_to_have_no_secrets_has_the_same_outline() -> None:
    content = PYTHON.encode()
    known = whole_outline("a", content, "Python", has_secrets=False)
    assert known == whole_outline("a", content, "Python")


def test_the_rendering_is_one_indented_line_a_symbol() -> None:
    lines = render_outline(read("Python", PYTHON)).split("\n")
    assert lines == [
        "a (Python): Counts things.",
        "imports: a.b, d, ., .f",
        "11 LIMIT = 10",
        "13-25 class Counter(Base, metaclass=M): Counts one thing.",
        "  22-25 async def run(self, x: int) -> int: Run it",
        "28 def make(): Makes it.",
    ]


def test_a_long_file_is_cut_and_says_so() -> None:
    found = read("Python", 'def f(): pass\nx = """' + "filler\n" * 100_000)
    assert found.truncated == "over 512 KB"
    assert found.parsed and len(found.symbols) == 1
    assert LIMIT == 512 * 1024


@pytest.mark.parametrize(
    ("language", "piece"),
    [("Python", "("), ("JavaScript", "a=>{"), ("C", "if(x)"), ("TypeScript", "class A{"),
     ("Markdown", "[a"), ("Markdown", "# a\n\nb\n"), ("JavaScript", "//x\n"), ("C#", "a<")],
)  # fmt: skip
def test_a_hostile_file_costs_seconds_and_no_crash(language: str, piece: str) -> None:
    depth = sys.getrecursionlimit()
    with costs_less_than(5):
        read(language, piece * (100_000 // len(piece)))
    assert sys.getrecursionlimit() == depth


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300), st.sampled_from([*grammars(), "Markdown", "reStructuredText"]))
def test_no_bytes_raise(content: bytes, language: str) -> None:
    found = outline("a", content, language)
    assert found is not None
    assert render_outline(found)
    for symbol in found.symbols:
        assert 1 <= symbol.line <= symbol.end_line
        assert len(symbol.signature) <= 120 and "\n" not in symbol.signature + symbol.doc


def test_threads_have_parsers_of_their_own() -> None:
    wrong: list[Outline] = []

    def work() -> None:
        found = [read("Python", PYTHON) for _ in range(20)]
        wrong.extend(one for one in found if one != found[0] or len(one.symbols) != 4)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_first_sentences_end_at_a_full_stop_and_not_at_a_version() -> None:
    assert first_sentence("Uses Python 3.11 or later. Fine.") == "Uses Python 3.11 or later."
    assert first_sentence("x " * 100).endswith("…")
    assert module_doc("vim: set ft=python\n\nReads things.\n\nMore.") == "Reads things."
