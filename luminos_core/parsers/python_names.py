"""The names of one Python file: which module or function a call goes to."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator


class PythonNames:
    """Imports, definitions and constants of a file, without regard to scope.

    A name bound anywhere in the file by something other than an import never resolves, so that a
    function of the file's own called `eval` is not mistaken for the built-in.
    """

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._imported: dict[str, str] = {}
        self._constants: frozenset[str] = frozenset()
        bound: Counter[str] = Counter()
        constants: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self._imported.update(_imports(node))
            bound.update(_bindings(node))
            if isinstance(node, ast.Assign) and self.is_constant(node.value):
                constants.update(one.id for one in node.targets if isinstance(one, ast.Name))
        self._bound = frozenset(bound)
        self._constants = frozenset(name for name in constants if bound[name] == 1)

    def resolve(self, function: ast.expr) -> str:
        """The qualified name of a called function, "pickle.loads" for `p.loads`; "" if unknown."""
        tail: list[str] = []
        while isinstance(function, ast.Attribute):
            tail.append(function.attr)
            function = function.value
        if not isinstance(function, ast.Name) or function.id in self._bound:
            return ""
        root = self._imported.get(function.id)
        if root is None:
            return "" if tail else f"builtins.{function.id}"
        return ".".join((root, *reversed(tail)))

    def is_constant(self, value: ast.expr) -> bool:
        """Whether the value is written in the file, so that no input can change it."""
        waiting = [value]  # no recursion: a sum may be as long as the file
        while waiting:
            match waiting.pop():
                case ast.Constant():
                    pass
                case ast.Name(id=name) if name in self._constants:
                    pass
                case ast.JoinedStr(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
                    waiting += parts
                case ast.BinOp(left=left, right=right):
                    waiting += (left, right)
                case _:
                    return False
        return True


def _imports(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Import(names=names):
            for one in names:
                root = one.name.partition(".")[0]
                yield (one.asname, one.name) if one.asname else (root, root)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            for one in names:
                yield one.asname or one.name, f"{module}.{one.name}"


def _bindings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Store):
            yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.ImportFrom) and node.level:
        yield from (name.asname or name.name for name in node.names)
