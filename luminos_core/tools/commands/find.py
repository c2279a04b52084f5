"""find: entries of the tree by name, kind, size and age. It looks, and does nothing else."""

import stat
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import whole_number
from luminos_core.tools.commands.output import Output
from luminos_core.tools.commands.pattern import compile_glob
from luminos_core.tools.commands.walk import Step, walk
from luminos_core.tools.listing import entry_at

_TYPES: dict[str, Callable[[int], bool]] = {
    "f": stat.S_ISREG,
    "d": stat.S_ISDIR,
    "l": stat.S_ISLNK,
    "p": stat.S_ISFIFO,
    "s": stat.S_ISSOCK,
    "c": stat.S_ISCHR,
    "b": stat.S_ISBLK,
}
_UNITS = {"c": 1, "w": 2, "b": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}  # bytes
_INSTEAD = {
    "-delete": "nothing in the target is ever changed",
    "-exec": "nothing is executed; use grep -r to search, or read_file to read",
    "-execdir": "nothing is executed; use grep -r to search, or read_file to read",
    "-ok": "nothing is executed; use grep -r to search, or read_file to read",
    "-okdir": "nothing is executed; use grep -r to search, or read_file to read",
    "-fprint": "nothing is written; the output comes back to you",
    "-fprint0": "nothing is written; the output comes back to you",
    "-fprintf": "nothing is written; the output comes back to you",
    "-fls": "nothing is written; the output comes back to you",
    "-ls": "use stat or ls -l for sizes and dates",
    "-printf": "use stat or ls -l for sizes and dates",
    "-follow": "links are listed and never followed",
    "-L": "links are listed and never followed",
    "-H": "links are listed and never followed",
    "-regex": "use -path with a glob",
}
_MAX_NESTING = 16  # parentheses and negations

Test = Callable[[Step], bool]


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    paths, expression = _split(argv)
    query = _Parser(expression, files).query()
    for path in paths or ["."]:
        for step in walk(files, path, output):
            step.prune = step.depth >= query.max_depth
            if step.depth >= query.min_depth and query.selects(step):
                output.line(step.entry.path)
    if not output.lines:
        output.note("Nothing matches.")


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """The paths, and the expression that begins at the first operator."""
    for index, argument in enumerate(argv):
        if argument.startswith("-") or argument in ("(", ")", "!"):
            return list(argv[:index]), list(argv[index:])
    return list(argv), []


@dataclass
class _Query:
    test: Test
    prints: bool = False  # whether -print is written out, and so decides what is shown
    shown: bool = False  # set by -print
    min_depth: int = 0
    max_depth: int = sys.maxsize

    def selects(self, step: Step) -> bool:
        self.shown = False
        holds = self.test(step)
        return self.shown if self.prints else holds


class _Parser:
    """An expression: `or` of `and` of tests, `!`, parentheses. Each piece becomes a function."""

    def __init__(self, expression: list[str], files: SandboxedDir) -> None:
        self._waiting = expression[::-1]
        self._files = files
        self._query = _Query(test=lambda _: True)
        self._nesting = 0

    def query(self) -> _Query:
        if self._waiting:
            self._query.test = self._any_of()
        if self._waiting:
            raise ToolError(f"find: {self._waiting[-1]} does not belong here")
        return self._query

    def _any_of(self) -> Test:
        branches = [self._all_of()]
        while self._took("-o", "-or"):
            branches.append(self._all_of())
        return lambda step: any(branch(step) for branch in branches)

    def _all_of(self) -> Test:
        tests = [self._one()]
        while self._waiting and self._waiting[-1] not in ("-o", "-or", ")"):
            self._took("-a", "-and")
            tests.append(self._one())
        return lambda step: all(test(step) for test in tests)

    def _one(self) -> Test:
        word = self._next("an expression")
        if word not in ("!", "-not", "("):
            return self._primary(word)
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise ToolError(f"find: more than {_MAX_NESTING} parentheses and negations")
        if word != "(":
            negated = self._one()
            return lambda step: not negated(step)
        inner = self._any_of()
        if not self._took(")"):
            raise ToolError("find: a parenthesis is not closed")
        return inner

    def _primary(self, word: str) -> Test:
        match word:
            case "-print":
                self._query.prints = True
                return self._shown
            case "-prune":
                return _pruned
            case "-empty":
                return self._is_empty
            case "-maxdepth":
                self._query.max_depth = self._number(word)
                return lambda _: True
            case "-mindepth":
                self._query.min_depth = self._number(word)
                return lambda _: True
        return self._valued(word)

    def _valued(self, word: str) -> Test:
        if word not in _VALUED:
            instead = _INSTEAD.get(word) or f"it has: {' '.join(sorted(_VALUED))}"
            raise ToolError(f"find has no {word} here; {instead}")
        return _VALUED[word](self._next(word), self._files)

    def _shown(self, _step: Step) -> bool:
        self._query.shown = True
        return True

    def _is_empty(self, step: Step) -> bool:
        if step.entry.is_directory:
            return not self._files.names(step.entry.path)
        return stat.S_ISREG(step.entry.stat.st_mode) and step.entry.stat.st_size == 0

    def _number(self, word: str) -> int:
        return whole_number(word, self._next(word))

    def _next(self, wanted: str) -> str:
        if not self._waiting:
            raise ToolError(f"find: {wanted} is missing or needs a value")
        return self._waiting.pop()

    def _took(self, *words: str) -> bool:
        if self._waiting and self._waiting[-1] in words:
            self._waiting.pop()
            return True
        return False


def _pruned(step: Step) -> bool:
    step.prune = True
    return True


def _name(glob: str, _files: SandboxedDir) -> Test:
    expression = compile_glob(glob)
    return lambda step: expression.search(step.entry.name) is not None


def _iname(glob: str, _files: SandboxedDir) -> Test:
    expression = compile_glob(glob, ignore_case=True)
    return lambda step: expression.search(step.entry.name) is not None


def _path(glob: str, _files: SandboxedDir) -> Test:
    expression = compile_glob(glob.removeprefix("./"))
    return lambda step: expression.search(step.entry.path) is not None


def _type(letters: str, _files: SandboxedDir) -> Test:
    kinds = [_TYPES.get(letter) for letter in letters.split(",")]
    if None in kinds:
        raise ToolError(f"find: -type takes {', '.join(_TYPES)}, not {letters!r}")
    return lambda step: any(kind and kind(step.entry.stat.st_mode) for kind in kinds)


def _size(text: str, _files: SandboxedDir) -> Test:
    unit = _UNITS.get(text[-1:])
    compare = _compared("-size", text if unit is None else text[:-1])
    block = unit or _UNITS["b"]
    return lambda step: compare(-(-step.entry.stat.st_size // block))


def _mtime(text: str, _files: SandboxedDir) -> Test:
    compare, now = _compared("-mtime", text), time.time()
    return lambda step: compare(int((now - step.entry.stat.st_mtime) // 86_400))


def _newer(path: str, files: SandboxedDir) -> Test:
    reference = entry_at(files, path).stat.st_mtime_ns
    return lambda step: step.entry.stat.st_mtime_ns > reference


def _compared(word: str, text: str) -> Callable[[int], bool]:
    """`+N` is more, `-N` is less, `N` is exactly."""
    number = whole_number(word, text[1:] if text[:1] in ("+", "-") else text)
    if text.startswith("+"):
        return lambda value: value > number
    if text.startswith("-"):
        return lambda value: value < number
    return lambda value: value == number


_VALUED: dict[str, Callable[[str, SandboxedDir], Test]] = {
    "-name": _name,
    "-iname": _iname,
    "-path": _path,
    "-type": _type,
    "-size": _size,
    "-mtime": _mtime,
    "-newer": _newer,
}

FIND = Command(
    name="find",
    usage="find [PATH...] [-name GLOB] [-iname GLOB] [-path GLOB] [-type f,d,l] "
    "[-size [+-]N[ckMG]] [-mtime [+-]DAYS] [-newer PATH] [-empty] "
    "[-maxdepth N] [-mindepth N] [-prune] [-print] [! ( ) -o -a]",
    run=run,
)
