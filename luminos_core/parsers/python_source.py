"""Python source: whether it parses, and its calls that execute their input."""

import ast
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import re2

from luminos_core.parsers.python_names import PythonNames
from luminos_core.records.parsed import PythonSource, RiskyCalls

# Every risky call contains one of these words; most files need no search for calls.
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


def parse_python(content: bytes) -> PythonSource:
    """Decoded by the encoding that the file declares."""
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        return PythonSource(problem=error.msg or "invalid syntax", line=error.lineno)
    except ValueError as error:  # NUL bytes, a number of too many digits
        return PythonSource(problem=str(error))
    return PythonSource(calls=_risky_calls(tree) if _WORDS.search(content) else ())


def _risky_calls(tree: ast.Module) -> tuple[RiskyCalls, ...]:
    nodes = list(ast.walk(tree))
    names = PythonNames(nodes)
    found: dict[_Rule, list[tuple[int, int]]] = {}
    for node in nodes:
        if isinstance(node, ast.Call) and (rule := _matching_rule(node, names)):
            lines = (node.lineno, node.end_lineno or node.lineno)
            found.setdefault(rule, []).append(lines)
    return tuple(
        RiskyCalls(rule=rule.name, finding=rule.finding, lines=tuple(lines))
        for rule, lines in found.items()
    )


def _matching_rule(call: ast.Call, names: PythonNames) -> _Rule | None:
    rule = _rules().get(names.resolve(call.func))
    return rule if rule and rule.matches(call, names) else None


@cache
def _rules() -> dict[str, _Rule]:
    """The rules of python_calls.toml, by the function that is called."""
    text = Path(__file__).with_name("python_calls.toml").read_text("utf-8")
    return {
        function: _Rule(table["name"], table["finding"], _CONDITIONS[table["when"]])
        for table in tomllib.loads(text)["rules"]
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
