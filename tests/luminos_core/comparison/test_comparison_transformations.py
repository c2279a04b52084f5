"""Whatever is done to the text of code, its flags are known again, as long as the code is there."""

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.records.flag import FlagState
from luminos_core.records.report import AuditReport
from tests.examples import examples
from tests.luminos_core.comparison.nights import Nights, flags_in

IMPORTS = "import os\nimport pickle\nimport subprocess\n\nimport requests\nimport yaml\n\n\n"
LINES = (
    "return eval(request.args['expression'], {'__builtins__': None}, dict(name=name))",
    "os.system('rm -r ' + name + ' ' + request.args['options'] + ' --force')",
    "subprocess.call('convert ' + name + ' ' + request.args['size'], shell=True, timeout=30)",
    "return pickle.loads(request.data)",
    "return yaml.load(request.data, Loader=yaml.Loader)",
    "requests.get('https://example.org/' + name, verify=False, timeout=request.args['timeout'])",
)

Function = tuple[str, tuple[int, ...]]  # its name, and the numbers of its lines


@st.composite
def modules(draw: st.DrawFn) -> list[Function]:
    names = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=5, unique=True))
    lines = st.lists(st.integers(0, len(LINES) - 1), min_size=1, max_size=3).map(tuple)
    return [(f"load_{name}", draw(lines)) for name in names]


def code(functions: list[Function], *, indent: str = "    ", above: str = "") -> str:
    """`above` stands above each function, and between its lines."""
    made = [IMPORTS]
    for name, lines in functions:
        made.append(f"{above}def {name}(request, name):\n")
        for number in lines:
            made.append(f"{above and indent + above}{indent}{LINES[number]}\n")
        made.append("\n\n")
    return "".join(made)


def formatted(text: str, width: int) -> str:
    """As a formatter in the style of black writes it."""
    command = [sys.executable, "-m", "ruff", "format", f"--line-length={width}", "--isolated", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@contextmanager
def first_night(files: dict[str, str]) -> Iterator[Nights]:
    with tempfile.TemporaryDirectory() as folder:
        nights = Nights(Path(folder))
        nights.become(files)
        assert flags_in(nights.audit(), None)
        yield nights


def counted(report: AuditReport) -> Counter[str]:
    """States of all flags that are about code."""
    found = {state: flags_in(report, state) for state in FlagState}
    return Counter({state.value: len(flags) for state, flags in found.items() if flags})


def all_persist(report: AuditReport) -> bool:
    return set(counted(report)) == {"persisting"}


@examples(6)
@given(modules(), st.sampled_from(["# why\n", "\n", "\n\n\n"]), st.sampled_from(["  ", "\t"]))
def test_lines_that_shift_and_are_indented_otherwise(
    functions: list[Function], above: str, indent: str
) -> None:
    with first_night({"a.py": code(functions)}) as nights:
        nights.write("a.py", above + code(functions, indent=indent, above=above))
        assert all_persist(nights.audit())


@examples(6)
@given(modules(), st.integers(30, 120))
def test_a_formatter_that_breaks_and_joins_lines(functions: list[Function], width: int) -> None:
    with first_night({"a.py": code(functions)}) as nights:
        nights.write("a.py", formatted(code(functions), width))
        assert all_persist(nights.audit())
        nights.write("a.py", formatted(code(functions), 200))
        assert all_persist(nights.audit())


@examples(6)
@given(modules(), st.sampled_from(["b.py", "lib/a.py", "src/deep/er/c.py"]), st.booleans())
def test_a_file_that_is_moved_or_renamed_and_perhaps_edited(
    functions: list[Function], path: str, is_edited: bool
) -> None:
    with first_night({"a.py": code(functions)}) as nights:
        nights.become({path: "# moved\n" * is_edited + code(functions)})
        report = nights.audit()
        assert all_persist(report)
        assert {flag.path for flag in flags_in(report, FlagState.PERSISTING)} == {path}


@examples(6)
@given(modules())
def test_functions_that_are_renamed(functions: list[Function]) -> None:
    with first_night({"a.py": code(functions)}) as nights:
        nights.write("a.py", code([(f"read_{name}", lines) for name, lines in functions]))
        assert all_persist(nights.audit())


@examples(6)
@given(modules(), st.randoms())
def test_functions_in_another_order(functions: list[Function], random: Random) -> None:
    with first_night({"a.py": code(functions)}) as nights:
        random.shuffle(functions)
        nights.write("a.py", code(functions))
        assert all_persist(nights.audit())


@examples(6)
@given(modules())
def test_functions_that_are_moved_to_another_file(functions: list[Function]) -> None:
    half = len(functions) // 2
    with first_night({"a.py": code(functions), "b.py": IMPORTS}) as nights:
        nights.become({"a.py": code(functions[:half]), "b.py": code(functions[half:])})
        assert all_persist(nights.audit())


@examples(8)
@given(modules(), st.data())
def test_the_flags_of_what_is_removed_are_resolved_and_no_others(
    functions: list[Function], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(functions))
    left = [each for each in functions if each is not gone]
    with first_night({"a.py": code(functions), "b.py": code([("other", (0,))])}) as nights:
        before = counted(nights.audit()).total()
        nights.write("a.py", code(left))
        report = nights.audit()
        resolved = [flag.symbol for flag in flags_in(report, FlagState.RESOLVED)]
        assert set(resolved) == {gone[0]}
        assert counted(report) == Counter(
            {"resolved": len(resolved), "persisting": before - len(resolved)}
        )


@examples(8)
@given(modules(), st.integers(0, len(LINES) - 1), st.booleans())
def test_the_flags_of_what_is_added_are_new_and_no_others(
    functions: list[Function], line: int, is_first: bool
) -> None:
    added = ("entirely_new", (line,))
    with first_night({"a.py": code(functions)}) as nights:
        before = counted(nights.audit()).total()
        nights.write("a.py", code([added, *functions] if is_first else [*functions, added]))
        report = nights.audit()
        new = flags_in(report, FlagState.NEW)
        assert {flag.symbol for flag in new} == {"entirely_new"}
        assert counted(report) == Counter({"new": len(new), "persisting": before})


@examples(6)
@given(st.integers(0, len(LINES) - 1), st.integers(2, 4), st.data())
def test_one_of_several_repeats_that_is_removed(
    line: int, repeats: int, data: st.DataObject
) -> None:
    left = data.draw(st.integers(1, repeats - 1))
    with first_night({"a.py": code([("load", (line,) * repeats)])}) as nights:
        before = counted(nights.audit()).total()
        nights.write("a.py", code([("load", (line,) * left)]))
        each = before // repeats
        assert counted(nights.audit()) == Counter(
            {"persisting": each * left, "resolved": each * (repeats - left)}
        )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "app.get('/', (req, res) => { res.send(eval(req.query.code, 'a', 'b')) })\n",
            'app.get("/", (req, res) => {\n  res.send(eval(req.query.code, "a", "b"));\n});\n',
        ),
        (
            "const run = formula => { return new Function('a', 'b', formula) }\n",
            'const run = (formula) => {\n  return new Function("a", "b", formula);\n};\n',
        ),
        (
            "require('child_process').exec('convert ' + req.query.name, { cwd: dir }, done)\n",
            'require("child_process").exec(\n  "convert " + req.query.name,\n  { cwd: dir },\n'
            "  done,\n);\n",
        ),
    ],
)
def test_code_as_prettier_writes_it(before: str, after: str) -> None:
    with first_night({"a.js": before}) as nights:
        nights.write("a.js", after)
        assert all_persist(nights.audit())


@pytest.mark.parametrize("above", ["", "# moved and edited\n"])
def test_code_of_a_script_that_is_moved(above: str) -> None:
    """It is in no function, whose name would tell."""
    script = "import os\nimport sys\n\nos.system('rm -r ' + sys.argv[1])\n"
    with first_night({"clean.py": script, "b.py": code([("load", (0,))])}) as nights:
        nights.become({"tools/remove.py": above + script, "b.py": code([("load", (0,))])})
        assert all_persist(nights.audit())
