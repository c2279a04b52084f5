"""find: entries of the tree by name, kind, size and age. It executes and writes nothing."""

import stat
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command, instead_of, whole_number
from luminos_core.tools.commands.output import Output
from luminos_core.tools.commands.pattern import compile_glob
from luminos_core.tools.commands.traverse import Visit, traverse
from luminos_core.tools.listing import entry_at

_TYPES = "fdlpscb"  # as `stat.filemode` begins, but for "f"
_UNITS = {"c": 1, "w": 2, "b": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}  # bytes
_MAX_NESTING = 16  # parentheses and negations

Test = Callable[[Visit], bool]


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    paths, expression = _split(argv)
    query = _Expression(expression, files)
    for path in paths or ["."]:
        for visit in traverse(files, path, output):
            visit.prune = visit.depth >= query.depths["-maxdepth"]
            if visit.depth >= query.depths["-mindepth"] and query.selects(visit):
                output.line(visit.entry.path)
    if not output.lines:
        output.note("Nothing matches.")


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """The paths, and the expression that begins at the first operator."""
    for index, argument in enumerate(argv):
        if argument.startswith("-") or argument in ("(", ")", "!"):
            return list(argv[:index]), list(argv[index:])
    return list(argv), []


class _Expression:
    """Recursive descent: `or` of `and` of tests, `!`, parentheses. Every part is a function."""

    def __init__(self, words: Sequence[str], files: SandboxedDir) -> None:
        self.depths = {"-mindepth": 0, "-maxdepth": sys.maxsize}
        self._prints = False  # whether there is a -print, which then decides what is shown
        self._printed = False  # set by -print
        self._words = list(reversed(words))  # the next one is the last
        self._files = files
        self._nesting = 0
        self._test = self._or() if words else _always
        if self._words:
            raise ToolError(f"find: {self._words[-1]} does not belong here")

    def selects(self, visit: Visit) -> bool:
        self._printed = False
        result = self._test(visit)
        return self._printed if self._prints else result

    def _or(self) -> Test:
        branches = [self._and()]
        while self._accept("-o", "-or"):
            branches.append(self._and())
        return lambda visit: any(branch(visit) for branch in branches)

    def _and(self) -> Test:
        tests = [self._unary()]
        while self._words and self._words[-1] not in ("-o", "-or", ")"):
            self._accept("-a", "-and")
            tests.append(self._unary())
        return lambda visit: all(test(visit) for test in tests)

    def _unary(self) -> Test:
        word = self._next("an expression")
        if word not in ("!", "-not", "("):
            return self._primary(word)
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise ToolError(f"find: more than {_MAX_NESTING} parentheses and negations")
        if word != "(":
            negated = self._unary()
            return lambda visit: not negated(visit)
        inner = self._or()
        if not self._accept(")"):
            raise ToolError("find: a parenthesis is not closed")
        return inner

    def _primary(self, word: str) -> Test:
        match word:
            case "-print":
                self._prints = True
                return self._print
            case "-prune":
                return _prune
            case "-empty":
                return self._is_empty
            case "-maxdepth" | "-mindepth":
                self.depths[word] = whole_number(word, self._next(word))
                return _always
        if word not in _VALUED:
            instead = instead_of(word) or f"it has: {' '.join(sorted(_VALUED))}"
            raise ToolError(f"find has no {word} here; {instead}")
        return _VALUED[word](self._next(word), self._files)

    def _print(self, _visit: Visit) -> bool:
        self._printed = True
        return True

    def _is_empty(self, visit: Visit) -> bool:
        if visit.entry.is_directory:
            return not self._files.names(visit.entry.path)
        return stat.S_ISREG(visit.entry.stat.st_mode) and visit.entry.stat.st_size == 0

    def _next(self, wanted: str) -> str:
        if not self._words:
            raise ToolError(f"find: {wanted} is missing or needs a value")
        return self._words.pop()

    def _accept(self, *words: str) -> bool:
        if self._words and self._words[-1] in words:
            self._words.pop()
            return True
        return False


def _always(_visit: Visit) -> bool:
    return True


def _prune(visit: Visit) -> bool:
    visit.prune = True
    return True


def _name(glob: str, _files: SandboxedDir, *, ignore_case: bool = False) -> Test:
    expression = compile_glob(glob, ignore_case=ignore_case)
    return lambda visit: expression.fullmatch(visit.entry.name) is not None


def _path(glob: str, _files: SandboxedDir) -> Test:
    expression = compile_glob(glob.removeprefix("./"))
    return lambda visit: expression.fullmatch(visit.entry.path) is not None


def _type(letters: str, _files: SandboxedDir) -> Test:
    kinds = letters.split(",")
    if not set(_TYPES).issuperset(kinds):
        raise ToolError(f"find: -type takes {', '.join(_TYPES)}, not {letters!r}")
    return lambda visit: stat.filemode(visit.entry.stat.st_mode)[0].replace("-", "f") in kinds


def _size(text: str, _files: SandboxedDir) -> Test:
    unit = _UNITS.get(text[-1:])
    compare = _comparison("-size", text if unit is None else text[:-1])
    block = unit or _UNITS["b"]
    return lambda visit: compare(-(-visit.entry.stat.st_size // block))


def _mtime(text: str, _files: SandboxedDir) -> Test:
    compare, now = _comparison("-mtime", text), time.time()
    return lambda visit: compare(int((now - visit.entry.stat.st_mtime) // 86_400))


def _newer(path: str, files: SandboxedDir) -> Test:
    reference = entry_at(files, path).stat.st_mtime_ns
    return lambda visit: visit.entry.stat.st_mtime_ns > reference


def _comparison(word: str, text: str) -> Callable[[int], bool]:
    """`+N` is more, `-N` is less, `N` is exactly."""
    number = whole_number(word, text[1:] if text[:1] in ("+", "-") else text)
    if text.startswith("+"):
        return lambda value: value > number
    if text.startswith("-"):
        return lambda value: value < number
    return lambda value: value == number


_VALUED: dict[str, Callable[[str, SandboxedDir], Test]] = {
    "-name": _name,
    "-iname": partial(_name, ignore_case=True),
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
