"""The benchmark of planted defects counts what it says, on fixtures that say it truly."""

import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.findings import Verdict, judge
from benchmarks.other_checkers import Found
from benchmarks.planted_trees import PLANTED, Planted, planted_in, projects, write_tree

# How a key of a service begins, in any text: a host refuses a push that has one.
_KEY = re.compile(
    r"AKIA(?!IOSFODNN7EXAMPLE)[A-Z0-9]{16}|gh[pousr]_\w{30}|glpat-\w{15}|xox[abpr]-\d|[sr]k_(live|test)_\w"
    r"|AIza[\w-]{30}|SG\.[\w-]{20}|npm_\w{30}|pypi-\w{40}|hooks\.slack\.com/services/T"
    r"|BEGIN [A-Z ]*PRIVATE KEY"
)
_SHOWN = re.compile(r"\{\{(secret|published|char|binary):")


@pytest.fixture(scope="module")
def planted() -> list[Planted]:
    return [entry for project in projects() for entry in planted_in(project)]


def test_every_entry_is_about_one_line_of_a_file_that_is_there(planted: list[Planted]) -> None:
    """Where its text is not there once, `planted_in` has raised."""
    for entry in planted:
        paths = [PLANTED / entry.project / path for path in (entry.path, *entry.also)]
        assert all(path.is_file() for path in paths), entry
        assert entry.line or entry.about, f"{entry.location} is about no line and no word"
        assert entry.why and (entry.is_decoy or entry.family), entry


def test_the_line_of_an_entry_is_that_of_the_written_tree(tmp_path: Path) -> None:
    """A private key has many lines where its placeholder has one."""
    tree = write_tree("platform_secrets", tmp_path)
    lines = (tree / "keys/bundle.pem").read_text().splitlines()
    (key,) = (entry for entry in planted_in("platform_secrets") if "bundle" in entry.path)
    assert key.line is not None
    assert lines[key.line - 1].startswith("-----BEGIN")
    assert "PRIVATE" in lines[key.line - 1]


def test_every_family_has_enough_of_both(planted: list[Planted]) -> None:
    defects = Counter(entry.family for entry in planted if not entry.is_decoy)
    decoys = Counter(entry.family for entry in planted if entry.is_decoy)
    assert defects.total() >= 300
    assert decoys.total() >= 200
    assert defects.keys() == decoys.keys()
    assert min(defects.values()) >= 8
    assert min(decoys.values()) >= 8


def test_no_two_entries_are_the_same(planted: list[Planted]) -> None:
    twice = [entry for entry, times in Counter(planted).items() if times > 1]
    assert not twice


def test_fixtures_carry_no_key_and_written_trees_no_placeholder(tmp_path: Path) -> None:
    for project in projects():
        for path in sorted((PLANTED / project).rglob("*")):
            if path.is_file():
                assert not _KEY.search(path.read_text(encoding="utf-8")), path
        for path in sorted(write_tree(project, tmp_path).rglob("*")):
            if path.is_file():
                text = path.read_bytes().decode("utf-8", "replace")
                assert not _SHOWN.search(text), path


def test_a_tree_is_written_the_same_each_time(tmp_path: Path) -> None:
    first = write_tree("tree_oddities", tmp_path / "first")
    second = write_tree("tree_oddities", tmp_path / "second")
    for path in sorted(first.rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()


DEFECT = Planted("p", "a.py", 10, "ssrf", is_decoy=False, why="")
SECOND = Planted("p", "a.py", 12, "ssrf", is_decoy=False, why="second")
DECOY = Planted("p", "a.py", 20, "ssrf", is_decoy=True, why="")
NEAR = Planted("p", "a.py", 11, "ssrf", is_decoy=True, why="near")
WHOLE = Planted("p", "a.py", None, "tree", is_decoy=False, why="", about=("copy",), also=("b.py",))


def flag(line: int | None, end: int | None = None, text: str = "", path: str = "a.py") -> Found:
    return Found(path=path, line=line, end_line=end, rule="r", text=text)


@pytest.mark.parametrize(
    ("entries", "found", "reported"),
    [
        ([DEFECT], flag(10), {DEFECT}),
        ([DEFECT], flag(12), {DEFECT}),
        ([DEFECT], flag(13), set()),
        ([DEFECT], flag(6, 9), {DEFECT}),
        ([DEFECT], flag(1, 50), set()),  # a span that says nothing about a line
        ([DEFECT], flag(10, path="other.py"), set()),
        ([DEFECT, SECOND], flag(10), {DEFECT}),  # one flag finds the nearest alone
        ([DEFECT, SECOND], flag(11), {DEFECT, SECOND}),
        ([DECOY], flag(21), {DECOY}),
        ([DECOY], flag(22), set()),
        ([DEFECT, NEAR], flag(10), {DEFECT}),
        ([DEFECT, NEAR], flag(11), {NEAR}),
        ([WHOLE], flag(3, text="a Copy of b.py"), {WHOLE}),
        ([WHOLE], flag(1, text="a copy of a.py", path="b.py"), {WHOLE}),
        ([WHOLE], flag(None, text="minified"), set()),
        ([DEFECT], flag(None), {DEFECT}),
        ([DEFECT, DECOY], flag(None), set()),
    ],
)
def test_a_flag_counts_for_the_nearest_entries(
    entries: list[Planted], found: Found, reported: set[Planted]
) -> None:
    verdict = Verdict()
    judge(entries, [found], verdict)
    assert verdict.reported.keys() == reported
    assert verdict.elsewhere.total() == (not reported)


def test_an_info_flag_is_a_hint_and_no_finding() -> None:
    verdict = Verdict()
    judge([DEFECT], [Found("a.py", 10, None, "r", "", is_info=True)], verdict)
    assert not verdict.reported
    assert verdict.hinted == {DEFECT}
