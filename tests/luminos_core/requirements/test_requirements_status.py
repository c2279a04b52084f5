"""What becomes of requirements: met, unmet, unknown or waived, with the place or the reason."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from luminos_core.errors import Interrupted
from luminos_core.parsers.requirements.read import parse_requirements
from luminos_core.records.requirement import Findings, RequirementState, RequirementStatus
from luminos_core.records.snapshot import Snapshot
from luminos_core.requirements.check_all import CheckedRequirement, check_all
from luminos_core.requirements.decide import decided
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.trees import make_tree

MET, UNMET = RequirementState.MET, RequirementState.UNMET
UNKNOWN, WAIVED = RequirementState.UNKNOWN, RequirementState.WAIVED
TODAY = date(2026, 12, 1)

TREE = {
    "LICENSE": "MIT\n",
    "pyproject.toml": '[project]\nname = "t"\nversion = "1"\n',
    "src/app.py": '"""App."""\n\n\nclass Session:\n    def open(self):\n        return 1\n',
    "src/more.py": "VALUE = eval('1')  # Session\n",
    "docs/slow.txt": "slow\n",
    ".env": "TOKEN=abc\n",
}


class SlowFiles(ScannedFiles):
    """Reading a file named slow takes half a minute."""

    now = 0.0

    def read(self, path: str, limit: int) -> tuple[bytes, bool]:
        self.now += 30 if "slow" in path else 0.001
        return super().read(path, limit)


class Checklist:
    def __init__(self, target: Path, exclude: Sequence[str] = ()) -> None:
        context = ScanContext(lambda _: None, StopSignal())
        self.snapshot: Snapshot = take_snapshot(target, ScanOptions(tuple(exclude)), context)
        self.files = SlowFiles(target)
        self.files.remember(self.snapshot)
        self.stop = StopSignal()

    def checked(self, markdown: str) -> list[CheckedRequirement]:
        asked = parse_requirements(markdown.encode(), "r.md").requirements
        clock = lambda: self.files.now  # noqa: E731
        return [*check_all(asked, self.snapshot, self.files, self.stop, clock)]

    def status(self, markdown: str) -> tuple[RequirementStatus, ...]:
        found = tuple(each.finding for each in self.checked(markdown))
        return decided(Findings(file="r.md", findings=found), TODAY)

    def one(self, check: str) -> tuple[RequirementState, str, list[str]]:
        (found,) = self.status(f"- [R1] Text {check}")
        return found.state, found.reason, [each.location for each in found.evidence]


@pytest.fixture
def checklist(tmp_path: Path) -> Checklist:
    return Checklist(make_tree(tmp_path / "t", TREE))


def test_six_requirements_end_as_they_should(checklist: Checklist) -> None:
    found = checklist.status(
        """
- [MET] It has a version. `matches: /^version/ in /pyproject.toml`
- [ABSENT] It has rules for contributors. `file: /CONTRIBUTING.md`
- [BROKEN] Its pattern is broken. `matches: /(/ in src/**`
- [SLOW] It takes too long. `matches: /never/ in docs/**`
- [WAIVED] Nobody evaluates. `absent: /\\beval\\(/ in src/**` `waived until 2026-12-01: Later.`
- [EXPIRED] It has a changelog. `file: CHANGELOG.md` `waived until 2026-11-30: Soon.`
"""
    )
    assert [(each.id, each.state, each.place) for each in found] == [
        ("ABSENT", UNMET, "r.md:3"),
        ("EXPIRED", UNMET, "r.md:7"),
        ("BROKEN", UNKNOWN, "r.md:4"),
        ("SLOW", UNKNOWN, "r.md:5"),
        ("WAIVED", WAIVED, "r.md:6"),
        ("MET", MET, "r.md:2"),
    ]
    assert [each.reason for each in found] == [
        "no file matches /CONTRIBUTING.md",
        "its waiver ended on 2026-11-30: Soon; no file matches CHANGELOG.md",
        "its pattern cannot be used: missing ): (",
        "its checks took more than 20 s",
        "waived until 2026-12-01: Later; without that unmet: the pattern “\\beval\\(” is there",
        "the pattern “^version” is there",
    ]
    places = {each.id: [place.location for place in each.evidence] for each in found}
    assert places["MET"] == ["pyproject.toml:3"]
    assert places["WAIVED"] == ["src/more.py:1"]


@pytest.mark.parametrize(
    ("check", "state", "places"),
    [
        ("`file: LICENSE`", MET, ["LICENSE"]),
        ("`file: src/`", MET, ["src/app.py"]),
        ("`file: src/*.rs`", UNMET, []),
        ("`file: .env`", MET, [".env"]),
        ("`matches: /^MIT$/ in LICENSE`", MET, ["LICENSE:1"]),
        ("`matches: /^MIT$/ in src/**`", UNMET, []),
        ("`matches: /x/ in none/**`", UNMET, []),
        ("`absent: /\\beval\\(/ in src/**`", UNMET, ["src/more.py:1"]),
        ("`absent: /exec\\(/ in src/**`", MET, []),
        ("`absent: /x/ in none/**`", UNKNOWN, []),
        ("`symbol: Session in src/**`", MET, ["src/app.py:4"]),
        ("`symbol: Session.open in src/**`", MET, ["src/app.py:5"]),
        ("`symbol: Other.open in src/**`", UNMET, []),
        ("`symbol: Session in src/more.py`", UNMET, []),
        ("`symbol: close in src/**`", UNMET, []),
        ("`file: LICENSE` `file: none`", UNMET, []),
        ("`file: LICENSE` `absent: /x/ in none`", UNKNOWN, []),
        ("`file: LICENSE` `symbol: open in *.py`", MET, ["LICENSE", "src/app.py:5"]),
        ("`file: none` `absent: /x/ in none`", UNMET, []),
        ("", UNKNOWN, []),
    ],
)
def test_a_requirement_is_what_all_its_checks_say(
    checklist: Checklist, check: str, state: RequirementState, places: list[str]
) -> None:
    found = checklist.one(check)
    assert (found[0], found[2]) == (state, places)
    assert found[1]


def test_without_a_check_it_is_unknown_and_says_why(checklist: Checklist) -> None:
    assert checklist.one("")[1] == "no check, and no model was asked"


def test_what_was_not_read_may_hold_what_was_not_found(tmp_path: Path) -> None:
    checklist = Checklist(make_tree(tmp_path / "t", {"LICENSE": "MIT\n", ".env": "TOKEN=abc\n"}))
    state, reason, _ = checklist.one("`matches: /SECRET/ in *`")
    assert state is UNKNOWN
    assert ".env (withheld: files of this name hold secrets)" in reason
    assert checklist.one("`absent: /SECRET/ in *`")[0] is UNKNOWN
    assert checklist.one("`absent: /TOKEN/ in .env`")[0] is UNKNOWN
    assert checklist.one("`matches: /MIT/ in *`")[0] is MET
    assert checklist.one("`absent: /MIT/ in *`")[0] is UNMET


def test_of_what_must_be_absent_five_files_are_named(tmp_path: Path) -> None:
    tree = {f"{number}.txt": "a\nbad\nbad\n" for number in range(8)}
    checklist = Checklist(make_tree(tmp_path / "t", tree))
    state, _, places = checklist.one("`absent: /bad/ in *.txt`")
    assert (state, places) == (UNMET, [f"{number}.txt:2" for number in range(5)])
    assert checklist.one("`matches: /bad/ in *.txt`")[2] == ["0.txt:2"]


def test_a_long_file_is_not_said_to_lack_what_may_be_at_its_end(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {"long.txt": "a\n" * (5 << 20) + "the end\n"})
    state, reason, _ = Checklist(target).one("`matches: /the end/ in long.txt`")
    assert (state, "only its first 8 MB are read" in reason) == (UNKNOWN, True)


def test_a_file_that_changed_is_not_judged_and_is_looked_at_again(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", TREE)
    checklist = Checklist(target)
    (target / "LICENSE").write_text("Apache, and longer\n")
    (found,) = checklist.checked("- [R1] T `matches: /MIT/ in LICENSE`")
    assert (found.finding.state, found.is_lasting) == (UNKNOWN, False)
    assert "changed after the scan" in found.finding.reason


def test_what_was_left_out_is_unknown_only_where_it_is_named(tmp_path: Path) -> None:
    files = {**TREE, "dist/app.js": "1\n", "srv/a": "1\n", ".own/ci.yml": "on: push\n"}
    target = make_tree(tmp_path / "t", files)
    (target / "COPYING").symlink_to(target / "LICENSE")
    checklist = Checklist(target, exclude=["dist", "srv"])
    for path in ("dist/app.js", "/dist/*.js", ".own/*.yml", "COPYING"):
        assert checklist.one(f"`file: {path}`")[0] is UNKNOWN, path
    assert "left out: " in checklist.one("`file: dist/app.js`")[1]
    assert checklist.one("`file: *.js`")[0] is UNMET
    assert checklist.one("`absent: /exec\\(/ in src/*`")[0] is MET
    assert checklist.one("`absent: /nowhere/ in sr*`")[0] is MET


def test_a_word_in_a_language_without_a_parser_may_be_the_symbol(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {"a.kt": "fun opened() {}\n", "a.md": "# opened\n"})
    state, reason, _ = Checklist(target).one("`symbol: opened in *`")
    assert state is UNKNOWN
    assert "a.kt (it has the word, and there is no parser for Kotlin)" in reason
    assert Checklist(target).one("`symbol: closed in *`")[0] is UNMET


def test_a_function_that_is_assigned_is_defined_there(tmp_path: Path) -> None:
    text = (
        "var app = {};\n\napp.use = function use(fn) {};\napp.get = (a) => a;\napp.use(app.set);\n"
    )
    checklist = Checklist(make_tree(tmp_path / "t", {"a.js": text}))
    for sought, state, places in (
        ("app.use", MET, ["a.js:3"]),
        ("use", MET, ["a.js:3"]),
        ("app.get", MET, ["a.js:4"]),
        ("set", UNMET, []),
        ("other.use", UNKNOWN, []),
    ):
        found = checklist.one(f"`symbol: {sought} in *.js`")
        assert (found[0], found[2]) == (state, places), sought


def test_what_no_outline_knows_is_not_said_to_be_missing(tmp_path: Path) -> None:
    tree = {"a.c": "#define LIMIT 3\nint a = LIMIT;\nint b = OTHER;\n"}
    checklist = Checklist(make_tree(tmp_path / "t", tree))
    state, reason, places = checklist.one("`symbol: LIMIT in *`")
    assert (state, places) in [(UNKNOWN, []), (MET, ["a.c:1"])]
    assert state is MET or "a.c (line 1 may define it)" in reason
    assert checklist.one("`symbol: OTHER in *`")[0] is UNMET


def test_what_takes_too_long_together_leaves_the_rest_unknown(tmp_path: Path) -> None:
    slow = {f"slow{number}.txt": "slow\n" for number in range(5)}
    checklist = Checklist(make_tree(tmp_path / "t", {**slow, "LICENSE": "MIT\n"}))
    items = "".join(f"- [{name}] T `matches: /x/ in {name}`\n" for name in slow)
    found = checklist.checked(f"- [A] T `file: LICENSE`\n{items}- [Z] T `file: LICENSE`\n")
    assert [each.finding.state for each in found] == [MET, *[UNKNOWN] * 6]
    assert [each.is_lasting for each in found] == [True, *[False] * 6]
    assert "together took more than 120 s" in found[-1].finding.reason


def test_a_waiver_that_is_not_needed_says_so(checklist: Checklist) -> None:
    state, reason, _ = checklist.one("`file: LICENSE` `waived until 2027-01-31: Why.`")
    assert (state, reason) == (
        MET, "LICENSE is there; its waiver until 2027-01-31 is not needed"
    )  # fmt: skip


def test_a_stopped_run_checks_no_more(checklist: Checklist) -> None:
    checklist.stop.set()
    with pytest.raises(Interrupted):
        checklist.checked("- [R1] T `file: LICENSE`")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
def test_what_cannot_be_listed_may_hold_it(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {**TREE, "closed/a.py": "x\n"})
    (target / "closed").chmod(0)
    try:
        assert Checklist(target).one("`file: closed/a.py`")[0] is UNKNOWN
        assert Checklist(target).one("`file: src/a.py`")[0] is UNMET
    finally:
        (target / "closed").chmod(0o755)
