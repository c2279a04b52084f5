"""No text of ours depends on the locale: whatever opens a file or a pipe as text names how it is
encoded."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(
    path for room in ("flows", "tasks", "luminos_core") for path in (ROOT / room).rglob("*.py")
)
PROCESSES = {"Popen", "run", "check_output"}
POSITION = {"read_text": 0, "write_text": 1}  # of the encoding among the arguments of Path's


def depends_on_the_locale(source: str) -> Iterator[int]:
    """The lines of calls that leave the encoding to the locale."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute | ast.Name):
            continue
        named = {keyword.arg: keyword.value for keyword in call.keywords}
        if "encoding" not in named and (reads_text(call, named) or pipes_text(call, named)):
            yield call.lineno


def reads_text(call: ast.Call, named: dict[str | None, ast.expr]) -> bool:
    if isinstance(call.func, ast.Name):
        is_wrapper = call.func.id == "TextIOWrapper"
        return is_wrapper or (call.func.id == "open" and is_text(call.args[1:], named))
    assert isinstance(call.func, ast.Attribute)
    name = call.func.attr
    if name in POSITION:
        return len(call.args) <= POSITION[name]
    if name == "open":
        owner = call.func.value.id if isinstance(call.func.value, ast.Name) else ""
        after = call.args[1:] if owner == "io" else call.args
        return owner != "os" and is_text(after, named)
    return name == "TextIOWrapper" or (name == "fdopen" and is_text(call.args[1:], named))


def is_text(modes: list[ast.expr], named: dict[str | None, ast.expr]) -> bool:
    mode = named.get("mode") or (modes[0] if modes else ast.Constant("r"))
    return isinstance(mode, ast.Constant) and set(str(mode.value)) <= set("rwxat+")


def pipes_text(call: ast.Call, named: dict[str | None, ast.expr]) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return name in PROCESSES and bool({"text", "universal_newlines"} & set(named))


def test_every_text_file_and_pipe_of_the_product_names_its_encoding() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        for line in depends_on_the_locale(path.read_text("utf-8"))
    ]
    assert SOURCES
    assert found == []


@pytest.mark.parametrize(
    "call",
    [
        "open('x')",
        "open('x', 'w')",
        "open('x', mode='a')",
        "io.open('x')",
        "path.open()",
        "path.open('r+')",
        "path.read_text()",
        "path.read_text(errors='replace')",
        "path.write_text('text')",
        "os.fdopen(1)",
        "os.fdopen(1, 'w')",
        "io.TextIOWrapper(stream)",
        "subprocess.run(['ls'], text=True)",
    ],
)
def test_a_call_that_leaves_it_to_the_locale_is_found(call: str) -> None:
    assert list(depends_on_the_locale(call)) == [1]


@pytest.mark.parametrize(
    "call",
    [
        "open('x', 'rb')",
        "open('x', encoding='utf-8')",
        "path.open('wb')",
        "path.read_text('utf-8')",
        "path.write_text('text', 'utf-8')",
        "path.write_text('text', encoding='utf-8')",
        "os.open(path, flags)",
        "os.open('..', flags)",
        "files.open(path)",
        "os.fdopen(1, 'wb')",
        "subprocess.run(['ls'], text=True, encoding='utf-8')",
        "subprocess.run(['ls'])",
    ],
)
def test_a_call_that_does_not_is_left_alone(call: str) -> None:
    assert list(depends_on_the_locale(call)) == []
