"""Python calls that execute their input, where that is not a constant."""

import ast
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import re2

from luminos_core.checks.check import CheckedFile, FileCheck, ParseFailure
from luminos_core.checks.python_names import PythonNames
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

# Every risky call contains one of these words; most files need no syntax tree.
_WORDS = re2.compile(
    rb"\b(?:eval|exec)\s*\(|pickle|marshal|\bdill\b|\byaml\b|\bsystem\b|\bpopen\b|\bshell\s*="
    rb"|\bget(?:status)?output\b|subprocess_shell|import.*\b(?:eval|exec)\b"
)
_UNSAFE_LOADERS = ("Loader", "CLoader", "UnsafeLoader", "FullLoader")


@dataclass(frozen=True)
class _Rule:
    name: str
    finding: str
    matches: Callable[[ast.Call, PythonNames], bool]


def is_own_python(file: FileRecord) -> bool:
    """Vendored code is checked by its own project."""
    return file.language == "Python" and not file.vendored


def find_risky_calls(checked: CheckedFile) -> Iterator[Flag]:
    if not checked.is_complete or not _WORDS.search(checked.content):
        return
    tree = checked.python_tree
    if isinstance(tree, ParseFailure):
        return
    nodes = list(ast.walk(tree))
    names = PythonNames(nodes)
    severity = checked.severity(Severity.CONCERN)
    for node in nodes:
        if isinstance(node, ast.Call) and (rule := _matching_rule(node, names)):
            yield checked.flag(
                rule.name, rule.finding, severity, node.lineno, node.end_lineno or node.lineno
            )


def _matching_rule(call: ast.Call, names: PythonNames) -> _Rule | None:
    rule = _rules().get(names.resolve(call.func))
    return rule if rule and rule.matches(call, names) else None


@cache
def _rules() -> dict[str, _Rule]:
    """The rules of risky_python_calls.toml, by the function that is called."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["rules"]
    return {
        function: _Rule(table["name"], table["finding"], _CONDITIONS[table["when"]])
        for table in tables
        for function in table["functions"]
    }


def _variable_input(call: ast.Call, names: PythonNames) -> bool:
    first = _first_argument(call)
    return first is not None and not names.is_constant(first)


def _untrusted_bytes(call: ast.Call, names: PythonNames) -> bool:
    """Variable input, unless it was serialized right there: `loads(dumps(x))` is a copy."""
    first = _first_argument(call)
    is_copy = isinstance(first, ast.Call) and names.resolve(first.func).endswith(".dumps")
    return not is_copy and _variable_input(call, names)


def _through_shell(call: ast.Call, names: PythonNames) -> bool:
    shell = next((word.value for word in call.keywords if word.arg == "shell"), None)
    is_on = isinstance(shell, ast.Constant) and bool(shell.value)
    return is_on and _variable_input(call, names)


def _unsafe_loader(call: ast.Call, names: PythonNames) -> bool:
    """No loader, or one that can make any object; an unknown loader counts as safe."""
    loaders = [word.value for word in call.keywords if word.arg == "Loader"] + call.args[1:2]
    name = ast.unparse(loaders[0]).rpartition(".")[2] if loaders else "Loader"
    return name in _UNSAFE_LOADERS and _variable_input(call, names)


def _first_argument(call: ast.Call) -> ast.expr | None:
    if call.args:
        return call.args[0]
    named = ("args", "command", "cmd", "stream", "source")
    return next((word.value for word in call.keywords if word.arg in named), None)


_CONDITIONS: dict[str, Callable[[ast.Call, PythonNames], bool]] = {
    "variable input": _variable_input,
    "untrusted bytes": _untrusted_bytes,
    "through a shell": _through_shell,
    "unsafe loader": _unsafe_loader,
}
RISKY_PYTHON_CALLS = FileCheck("risky-python-call", 1, find_risky_calls, is_own_python)
