"""The difference of any two stored reports, from what they say alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.audit.assemble import assemble
from luminos_core.comparison.stored_report import StoredReport
from luminos_core.comparison.two_reports import TwoReports, compare_reports
from luminos_core.flags.ranking import fingerprinted, rank_flags
from luminos_core.records.comparison import (
    Change,
    ComparedRun,
    Comparison,
    FactChange,
    FactKind,
    SourceVersion,
)
from luminos_core.records.coverage import FileState
from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.project import Dependency, EntryPoint, MappedFile, ProjectFacts
from luminos_core.records.report import Gap
from luminos_core.records.snapshot import Exclusion
from tests.luminos_core.report.report_runs import check_flag, facts, flag

EVAL = check_flag(path="src/a.py", line=3, quotation="eval(x)", symbol="run")
RUFF = check_flag(path="src/a.py", rule="ruff:S602", source="tool", quotation="shell=True", line=9)
SAID = flag(path="src/a.py", finding="It is slow.", quotation="while 1:", line=20, verified=True)
RAN = ToolRun(name="ruff", state=ToolState.RAN, version="0.14")


def report(*flags: Flag, run_id: str = "after", **changes: Any) -> StoredReport:
    """Of a run that has read src/a.py; `paths` are its other files."""
    paths = changes.pop("paths", ("src/a.py", "src/b.py"))
    states = changes.pop("states", {})
    files = tuple(
        MappedFile(path=path, size=1, state=states.get(path, FileState.DESCRIBED)) for path in paths
    )
    directories = tuple(
        DirectoryOutcome(path=path, state="investigated")
        for path in sorted({".", *(path.rpartition("/")[0] or "." for path in paths)})
    )
    known = {
        "run_id": run_id,
        "finished_at": f"2026-01-0{1 if run_id == 'before' else 2}T00:00:00+00:00",
        "flags": fingerprinted(rank_flags(flags)),
        "files": files,
        "directories": directories,
        "tools": (RAN,),
    }
    made = assemble(facts()).model_copy(update={**known, **changes})
    return StoredReport.model_validate_json(made.model_dump_json(), extra="ignore")


def before(*flags: Flag, **changes: Any) -> StoredReport:
    return report(*flags, run_id="before", **changes)


def states(found: TwoReports) -> dict[str, FlagState | None]:
    return {flag.location: flag.state for flag in (*found.flags, *found.gone)}


def moved(found: Flag, **changes: Any) -> Flag:
    return found.model_copy(update=changes)


def test_what_is_in_both_persists_wherever_its_line_is() -> None:
    found = compare_reports(before(EVAL), report(moved(EVAL, line=90)))
    assert states(found) == {"src/a.py:90": FlagState.PERSISTING}


def test_what_is_only_in_the_second_is_new() -> None:
    assert states(compare_reports(before(), report(EVAL, RUFF))) == {
        "src/a.py:3": FlagState.NEW,
        "src/a.py:9": FlagState.NEW,
    }


def test_a_flag_of_a_moved_file_or_function_persists() -> None:
    for path, rest in (("lib/a.py", ()), ("src/b.py", ("src/a.py",))):
        after = report(moved(EVAL, path=path), paths=(path, *rest))
        found = compare_reports(before(EVAL, paths=("src/a.py",)), after)
        assert states(found) == {f"{path}:3": FlagState.PERSISTING}


def test_what_a_check_does_not_find_again_is_resolved() -> None:
    found = compare_reports(before(EVAL, RUFF), report())
    assert {*states(found).values()} == {FlagState.RESOLVED}


@pytest.mark.parametrize(
    "changes",
    [
        {"luminos_version": "9.9"},
        {"gaps": (Gap(pass_name="checks", reason="a bug"),)},
        {"states": {"src/a.py": FileState.PARTLY_READ}},
        {"states": {"src/a.py": FileState.UNREADABLE}},
        {"directories": (DirectoryOutcome(path="src", state="excluded"),)},
    ],
)
def test_what_nobody_looked_for_is_not_seen_again(changes: dict[str, Any]) -> None:
    found = compare_reports(before(EVAL), report(**changes))
    assert states(found) == {"src/a.py:3": FlagState.UNKNOWN}


def test_a_flag_of_a_file_that_was_left_out_is_not_seen_again() -> None:
    left_out = Exclusion(path="src/a.py", reason="--exclude", is_directory=False)
    scan = assemble(facts()).scan.model_copy(update={"exclusions": (left_out,)})
    found = compare_reports(before(EVAL), report(paths=("src/b.py",), scan=scan))
    assert states(found) == {"src/a.py:3": FlagState.UNKNOWN}


def test_what_a_tool_that_did_not_run_or_a_model_does_not_repeat_is_not_seen_again() -> None:
    other = RAN.model_copy(update={"version": "0.15"})
    for after in (report(tools=()), report(tools=(other,))):
        found = compare_reports(before(RUFF, SAID), after)
        assert {*states(found).values()} == {FlagState.UNKNOWN}
    assert states(compare_reports(before(SAID), report())) == {"src/a.py:20": FlagState.UNKNOWN}


def test_a_flag_of_a_file_that_is_gone_is_resolved_whoever_found_it() -> None:
    found = compare_reports(before(EVAL, RUFF, SAID), report(paths=("src/b.py",), tools=()))
    assert {*states(found).values()} == {FlagState.RESOLVED}


def test_what_the_first_run_did_not_look_for_is_newly_checked() -> None:
    old = {"luminos_version": "0.0", "tools": (), "language_model": False}
    found = compare_reports(before(**old), report(EVAL, RUFF, SAID))
    assert {*states(found).values()} == {FlagState.NEWLY_CHECKED}
    found = compare_reports(before(**old, paths=("src/b.py",)), report(EVAL, RUFF, SAID))
    assert {*states(found).values()} == {FlagState.NEW}
    known = before(moved(EVAL, path="src/b.py", quotation="eval(other)", symbol=""), **old)
    assert states(compare_reports(known, report(EVAL)))["src/a.py:3"] is FlagState.NEW


def test_what_was_there_before_the_first_run_is_reopened() -> None:
    seen = moved(EVAL, first_seen="2025-12-31T00:00:00+00:00")
    assert states(compare_reports(before(), report(seen))) == {"src/a.py:3": FlagState.REOPENED}
    between = moved(EVAL, first_seen="2026-01-01T12:00:00+00:00")
    assert states(compare_reports(before(), report(between))) == {"src/a.py:3": FlagState.NEW}


def test_what_is_suppressed_in_one_of_them_is_neither_new_nor_gone() -> None:
    hidden = fingerprinted([moved(EVAL, suppressed="noqa")])
    assert states(compare_reports(before(EVAL), report(suppressed_flags=hidden))) == {}
    found = compare_reports(before(suppressed_flags=hidden), report(EVAL))
    assert states(found) == {"src/a.py:3": FlagState.PERSISTING}


def test_the_comparison_that_a_run_was_given_is_used() -> None:
    gone = (moved(RUFF, state=FlagState.RESOLVED),)
    change = FactChange(kind=FactKind.DIRECTORY, change=Change.ADDED, name="lib")
    known = Comparison(
        previous=ComparedRun(run_id="before", finished_at="2026-01-01"),
        gone=gone,
        facts=(change,),
        read_less="docs was left out",
    )
    found = compare_reports(
        before(EVAL), report(moved(EVAL, state=FlagState.NEW), comparison=known)
    )
    assert states(found) == {"src/a.py:3": FlagState.NEW, "src/a.py:9": FlagState.RESOLVED}
    assert found.facts == (change,)
    assert found.remarks == ("the second one read less: docs was left out",)


def test_what_else_is_different_is_told_by_kind() -> None:
    requests, click = (
        Dependency(ecosystem="pypi", name=name, version="1", path="pyproject.toml", line=1)
        for name in ("requests", "click")
    )
    run = EntryPoint(name="run", calls="a:main")
    first = before(project=ProjectFacts(dependencies=(requests, click), licence="MIT"))
    second = report(
        paths=("src/a.py", "lib/deep/b.py", "lib/c.py"),
        project=ProjectFacts(
            dependencies=(requests.model_copy(update={"version": "2"}),),
            entry_points=(run,),
            licence="Apache-2.0",
        ),
        tools=(),
    )
    told = [
        (each.kind.value, each.change.value, each.name, each.before, each.after)
        for each in compare_reports(first, second).facts
    ]
    assert told == [
        ("directory", "added", "lib", "", ""),
        ("dependency", "removed", "click", "1", ""),
        ("dependency", "changed", "requests", "1", "2"),
        ("entry point", "added", "run", "", "a:main"),
        ("licence", "changed", "licence", "MIT", "Apache-2.0"),
        ("rule", "removed", "ruff", "0.14", ""),
    ]


def test_a_package_is_the_same_however_its_name_is_written() -> None:
    names = ("Jinja2", "typing_extensions"), ("jinja2", "typing-extensions")
    first, second = (
        ProjectFacts(
            dependencies=tuple(
                Dependency(ecosystem="pypi", name=name, path="pyproject.toml", line=1)
                for name in each
            )
        )
        for each in names
    )
    assert compare_reports(before(project=first), report(project=second)).facts == ()


def test_what_keeps_them_from_being_compared_like_with_like_is_told() -> None:
    first = before(status="incomplete", version=SourceVersion(commit="a", branch="main"))
    second = report(
        target="/other",
        language_model=False,
        luminos_version="9.9",
        tools=(),
        version=SourceVersion(commit="b", branch="dev"),
    )
    remarks = compare_reports(first, second).remarks
    assert [each.split()[-3:] for each in remarks[:1]] == [["/t", "and", "/other"]]
    assert remarks[1:3] == ("they are of two branches, main and dev", "the first one is incomplete")
    assert remarks[3].endswith("made the first, 9.9 the second")
    assert remarks[4:] == (
        "only the first one used a language model",
        "ruff ran in the first one alone",
    )
    assert compare_reports(report(), before()).remarks == ("the second one is the earlier",)


@given(st.lists(st.integers(0, 30), max_size=12), st.lists(st.integers(0, 30), max_size=12))
def test_every_flag_has_a_state_and_none_is_lost(first: list[int], second: list[int]) -> None:
    def made(numbers: list[int]) -> list[Flag]:
        return [check_flag(path="src/a.py", line=n + 1, quotation=f"f{n % 7}(x)") for n in numbers]

    old, new = before(*made(first)), report(*made(second))
    found = compare_reports(old, new)
    assert [flag.fingerprint for flag in found.flags] == [flag.fingerprint for flag in new.flags]
    persisting = len(found.in_state(FlagState.PERSISTING))
    assert persisting + len(found.gone) == len(old.flags)
    assert all(flag.state for flag in (*found.flags, *found.gone))
    assert compare_reports(old, old).gone == ()
