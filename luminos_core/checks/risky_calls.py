"""Python calls that run what they are given, on input that is not a constant."""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import re2

from luminos_core.checks.check import PythonProblem, Source
from luminos_core.checks.names import Names, all_nodes
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

# No risky call can be written without one of these words; most files need no syntax tree for it.
_WORDS = re2.compile(
    rb"\b(?:eval|exec)\s*\(|pickle|marshal|\bdill\b|\byaml\b|\bsystem\b|\bpopen\b|\bshell\s*="
    rb"|\bget(?:status)?output\b|subprocess_shell|import.*\b(?:eval|exec)\b"
)
_UNSAFE_LOADERS = ("Loader", "CLoader", "UnsafeLoader", "FullLoader")


@dataclass(frozen=True)
class _Risk:
    rule: str
    finding: str
    applies: Callable[[ast.Call, Names], bool]


def is_python(file: FileRecord) -> bool:
    """Vendored code is somebody else's to judge."""
    return file.language == "Python" and not file.vendored


def find_risky_calls(source: Source) -> Iterator[Flag]:
    if not source.is_whole or not _WORDS.search(source.content):
        return
    tree = source.python
    if isinstance(tree, PythonProblem):
        return
    nodes = all_nodes(tree)
    names = Names(nodes)
    for node in nodes:
        if isinstance(node, ast.Call) and (risk := _risk(node, names)):
            severity = Severity.INFO if source.in_tests else Severity.CONCERN
            yield source.flag(
                risk.rule, risk.finding, severity, node.lineno, node.end_lineno or node.lineno
            )


def _risk(call: ast.Call, names: Names) -> _Risk | None:
    risk = _RISKS.get(names.called(call.func))
    return risk if risk and risk.applies(call, names) else None


def _variable_input(call: ast.Call, names: Names) -> bool:
    first = _first_argument(call)
    return first is not None and not names.is_constant(first)


def _foreign_bytes(call: ast.Call, names: Names) -> bool:
    """Variable input, unless it was made on the spot: `loads(dumps(x))` is a copy."""
    first = _first_argument(call)
    made_here = isinstance(first, ast.Call) and names.called(first.func).endswith(".dumps")
    return not made_here and _variable_input(call, names)


def _through_shell(call: ast.Call, names: Names) -> bool:
    shell = next((word.value for word in call.keywords if word.arg == "shell"), None)
    turned_on = isinstance(shell, ast.Constant) and bool(shell.value)
    return turned_on and _variable_input(call, names)


def _unsafe_loader(call: ast.Call, names: Names) -> bool:
    """No loader, or one that makes any object; a loader of the project's own gets the doubt."""
    stated = [word.value for word in call.keywords if word.arg == "Loader"] + call.args[1:2]
    name = ast.unparse(stated[0]).rpartition(".")[2] if stated else "Loader"
    return name in _UNSAFE_LOADERS and _variable_input(call, names)


def _first_argument(call: ast.Call) -> ast.expr | None:
    if call.args:
        return call.args[0]
    named = ("args", "command", "cmd", "stream", "source")
    return next((word.value for word in call.keywords if word.arg in named), None)


_EVAL = _Risk("python-eval", "eval() runs a text that is not a constant as code.", _variable_input)
_EXEC = _Risk("python-exec", "exec() runs code that is not a constant.", _variable_input)
_PICKLE = _Risk(
    "python-pickle",
    "Unpickling runs whatever code the data names; it is safe only for data nobody else can write.",
    _foreign_bytes,
)
_MARSHAL = _Risk(
    "python-marshal",
    "marshal loads code objects, and crashes on malformed data; it is not for foreign input.",
    _foreign_bytes,
)
_YAML = _Risk(
    "python-yaml-load",
    "yaml.load() without a safe loader can make any Python object; yaml.safe_load() cannot.",
    _unsafe_loader,
)
_SHELL = _Risk(
    "python-shell",
    "A command line that is not a constant goes through a shell, which obeys what is in it.",
    _through_shell,
)
_SYSTEM = _Risk("python-shell", _SHELL.finding, _variable_input)

_RISKS: Mapping[str, _Risk] = {
    "builtins.eval": _EVAL,
    "builtins.exec": _EXEC,
    "pickle.load": _PICKLE,
    "pickle.loads": _PICKLE,
    "_pickle.load": _PICKLE,
    "_pickle.loads": _PICKLE,
    "cPickle.load": _PICKLE,
    "cPickle.loads": _PICKLE,
    "dill.load": _PICKLE,
    "dill.loads": _PICKLE,
    "cloudpickle.load": _PICKLE,
    "cloudpickle.loads": _PICKLE,
    "marshal.load": _MARSHAL,
    "marshal.loads": _MARSHAL,
    "yaml.load": _YAML,
    "yaml.load_all": _YAML,
    "yaml.unsafe_load": _Risk("python-yaml-load", _YAML.finding, _variable_input),
    "subprocess.run": _SHELL,
    "subprocess.call": _SHELL,
    "subprocess.Popen": _SHELL,
    "subprocess.check_call": _SHELL,
    "subprocess.check_output": _SHELL,
    "subprocess.getoutput": _SYSTEM,
    "subprocess.getstatusoutput": _SYSTEM,
    "os.system": _SYSTEM,
    "os.popen": _SYSTEM,
    "asyncio.create_subprocess_shell": _SYSTEM,
}
