"""Leaving rules out that cannot find anything in a file, before anything is looked for in it."""

from collections.abc import Iterator
from typing import Any

import pytest
from ast_grep_py import SgNode, SgRoot
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.catalogue.load import code_rules
from luminos_core.parsers.code.needs import needs_of, words_of
from luminos_core.parsers.code.places import Nesting, span
from luminos_core.parsers.code.shapes import may_be_in, may_have
from luminos_core.parsers.code.source import Source

_WORD = st.text("abc_", min_size=1, max_size=4)
_FUNCTIONS = ("function_definition", "lambda")


def _are_in(name: str, text: str) -> bool:
    words = words_of(text)
    return needs_of(name).are_in(" ".join(word.decode() for word in words), words)


@given(st.lists(_WORD, min_size=1, max_size=4), st.text("abc_. \n(", max_size=30))
def test_a_file_with_a_name_has_what_the_name_needs(parts: list[str], around: str) -> None:
    called = " .".join(parts)
    assert _are_in(".".join(parts), f"{around} {called}({around}")


@given(st.lists(_WORD, min_size=1, max_size=3), _WORD, st.text("abc_. ", max_size=20))
def test_a_star_stands_for_any_text(parts: list[str], ending: str, instead: str) -> None:
    assert _are_in(f"{'.'.join(parts)}.*{ending}", f"{'.'.join(parts)}.{instead}{ending}()")


def test_a_file_without_one_of_the_words_is_not_searched() -> None:
    assert not _are_in("subprocess.run", "import process\nprocess.run(a)")
    assert not _are_in("*HTTPServer", "import http.server")
    assert _are_in("*HTTPServer", "ThreadingHTTPServer()")


def _shapes() -> Iterator[tuple[str, dict[str, Any], str, str]]:
    """Each rule by shape with its examples that match."""
    for rule in code_rules():
        for code in rule.code:
            for example in rule.matches:
                if code.rule and example.language in code.languages:
                    yield rule.id, code.rule, example.text, example.language


@pytest.mark.parametrize("language", sorted({each[3] for each in _shapes()} - {"PHP"}))
def test_no_shape_is_left_out_that_a_file_has(language: str) -> None:
    grammar = {"C#": "csharp", "C++": "cpp", "Shell": "bash"}.get(language, language.lower())
    for name, rule, text, _ in (each for each in _shapes() if each[3] == language):
        config: Any = {"rule": rule}
        has_it = SgRoot(text, grammar).root().find(config) is not None
        assert not has_it or (may_be_in(text, rule) and may_have(Source(text, language), rule)), (
            name
        )


def test_a_shape_whose_pattern_is_nowhere_in_the_text_is_left_out() -> None:
    rule = {"kind": "except_clause", "regex": "^except:\\s*pass$"}
    assert may_be_in("try: f()\nexcept: pass\n", rule)
    assert not may_be_in("try: f()\nexcept: raise\n", rule)
    assert not may_be_in("try: f()\nexcept: raise\n", {"any": [rule]})
    assert may_be_in("x", {"kind": "call", "regex": "^a$|^b"})  # marks within tell nothing


def test_a_file_has_no_shape_whose_nodes_have_what_it_may_not_have() -> None:
    rule = {"kind": "call", "any": [{"regex": "^f"}], "not": {"any": [{"regex": "g"}]}}
    assert may_have(Source("f(a)\ng(b)\n", "Python"), rule)
    assert not may_have(Source("f(g)\nh(b)\n", "Python"), rule)
    assert may_have(Source("f(é, g)\n", "Python"), rule)  # ast-grep's patterns know its letters


@given(st.recursive(st.just("x"), lambda inner: st.one_of(
    inner.map(lambda each: f"(lambda a: {each})"),
    st.lists(inner, min_size=1, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
)))  # fmt: skip
def test_the_function_around_a_node_is_the_nearest_above_it(expression: str) -> None:
    root = SgRoot(
        f"def f():\n    def g(): return {expression}\ny = {expression}\n", "python"
    ).root()
    nesting = Nesting(node for kind in _FUNCTIONS for node in root.find_all(kind=kind))
    for node in _nodes(root):
        above = next((each for each in node.ancestors() if each.kind() in _FUNCTIONS), None)
        found = nesting.around(span(node))
        assert (found and span(found)) == (above and span(above))


def _nodes(node: SgNode) -> Iterator[SgNode]:
    yield node
    for child in node.named_children():
        yield from _nodes(child)
