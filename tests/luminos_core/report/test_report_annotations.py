"""What GitHub's runner is told: the worst of what is new, each on its line, and nothing else."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.policy import PolicyResult
from luminos_core.records.report import AuditReport
from luminos_core.report.annotations import annotations
from luminos_core.text.filenames import encode_name
from tests.luminos_core.report.on_terminal import compared
from tests.luminos_core.report.report_runs import HOSTILE, check_flag, facts, hostile_text, runs

CRITICAL, CONCERN, INFO = Severity


def read(line: str) -> tuple[str, dict[str, str], str]:
    """A line as the runner reads it: its command, properties and text."""
    found = re.fullmatch(r"::(\w+) ([^\n\r]*?)::([^\n\r]*)\n", line)
    assert found, line
    pairs = (each.split("=", 1) for each in found[2].split(","))
    return found[1], {name: _plain(value) for name, value in pairs}, _plain(found[3])


def _plain(text: str) -> str:
    codes = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
    for code, character in codes:
        text = text.replace(code, character)
    return text


def of_flags(report: AuditReport) -> list[tuple[str, dict[str, str], str]]:
    return [read(line) for line in annotations(report)][1:]


def new(severity: Severity = CONCERN, **changes: object) -> Flag:
    return check_flag(severity=severity, state=FlagState.NEW, **changes)


def test_a_new_flag_is_marked_on_its_lines_with_its_rule() -> None:
    flags = (
        new(CRITICAL, path="a.py", line=3, end_line=5, owner="Ann"),
        new(path="b.py", line=7, rule="weak-hash"),
        new(path="b.py", line=9, rule="weak-hash"),
        new(path="general", rule="model"),
    )
    assert of_flags(compared(*flags)) == [
        (
            "error",
            {"file": "a.py", "line": "3", "endLine": "5", "title": "Luminos: code-injection"},
            "Something. Owner: Ann.",
        ),
        (
            "warning",
            {"file": "b.py", "line": "7", "endLine": "7", "title": "Luminos: weak-hash"},
            "Something. 2 places: lines 7, 9.",
        ),
        ("warning", {"title": "Luminos"}, "Something."),
    ]


def test_only_what_is_new_and_a_concern_is_marked() -> None:
    states = (FlagState.PERSISTING, FlagState.NEWLY_CHECKED, FlagState.REOPENED)
    old = [check_flag(path=f"{state}.py", state=state) for state in states]
    marked = of_flags(compared(*old, new(INFO, path="info.py")))
    assert [properties["file"] for _, properties, _ in marked] == ["reopened.py"]


def test_without_a_run_to_compare_with_the_worst_are_marked() -> None:
    report = assemble(facts(check_flags=(check_flag(path="a.py"), check_flag(path="b.py"))))
    assert [properties["file"] for _, properties, _ in of_flags(report)] == ["a.py", "b.py"]


@pytest.mark.parametrize("status", ["complete", "incomplete"])
def test_no_more_than_ten_of_a_kind_the_worst_first(status: str) -> None:
    flags = [new(CRITICAL, path=f"c{n:02}") for n in range(12)]
    flags += [new(path=f"w{n:02}") for n in range(12)]
    report = compared(*flags, status=status)
    kinds = [kind for kind, _, _ in map(read, annotations(report))]
    assert kinds.count("error") == kinds.count("warning") == 10
    places = [properties["file"] for _, properties, _ in of_flags(report)]
    assert places[:10] == [f"c{n:02}" for n in range(10)]


def test_the_first_says_what_became_of_the_run() -> None:
    report = compared(new(CRITICAL))
    title = {"title": "Luminos: t"}
    assert read(next(annotations(report))) == ("notice", title, "1 new, critical; no text to read.")
    cut = report.model_copy(update={"status": "incomplete", "incomplete_because": ("no, money",)})
    assert read(next(annotations(cut))) == (
        "warning",
        title,
        "no, money. 1 new, critical; incomplete, no text to read.",
    )
    policy = PolicyResult(fail_on="new:concern", failed=True, why="1 new flag is a concern")
    kind, _, text = read(next(annotations(report.model_copy(update={"policy": policy}))))
    assert kind == "error"
    assert text.startswith(policy.line)


def test_a_text_is_told_exactly() -> None:
    ((_, _, text),) = of_flags(compared(new(finding="Of 100%, %0A and %25: a, b.")))
    assert text == "Of 100%, %0A and %25: a, b."


def test_a_target_below_the_top_of_its_repository_has_the_repositorys_paths() -> None:
    report = compared(new(path="a.py"), version=SourceVersion(folder="services/api"))
    assert [properties["file"] for _, properties, _ in of_flags(report)] == ["services/api/a.py"]


@pytest.mark.parametrize("name", ["a,b:c%d.py", "100%25", "a\\b", "\u00fc \u6f22.py", "x%0Ay"])
def test_a_path_is_told_exactly(name: str) -> None:
    report = compared(new(path=encode_name(name)))
    assert [properties["file"] for _, properties, _ in of_flags(report)] == [name]


@given(runs())
@settings(max_examples=25, deadline=None)
def test_each_line_is_one_command_whatever_the_target_says(run: RunFacts) -> None:
    for line in annotations(assemble(run)):
        kind, properties, _ = read(line)
        assert kind in ("notice", "warning", "error")
        assert set(properties) <= {"file", "line", "endLine", "title"}


@given(hostile_text(), st.sampled_from(HOSTILE))
@example("::error::x\n::add-mask::y\r::z", "\n::stop-commands::a")
@example("##[add-mask]x", "##vso[task.setvariable]y")
@settings(max_examples=50, deadline=None)
def test_no_text_ends_its_command_or_begins_another(text: str, path: str) -> None:
    flag = new(path=path, finding=text or "x", rule=text or "r", owner=text)
    report = compared(flag, name=text or "n")
    assert len([read(line) for line in annotations(report)]) == 2
