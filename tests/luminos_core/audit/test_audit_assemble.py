"""Assembling: every directory once, coverage that adds up, and no incomplete run that looks
complete."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.costs import directory_costs, total_cost
from luminos_core.flags.fingerprint import evidence, fingerprint
from luminos_core.flags.ranking import rank_flags
from luminos_core.records.cost import LedgerLine
from luminos_core.records.coverage import Coverage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.halt import Halt
from luminos_core.records.plan import Assignment, Schedule, Skip, Tier
from luminos_core.records.report import Gap, Synthesis
from luminos_core.records.snapshot import Count, DirectoryRecord, Exclusion, FileKind
from tests.luminos_core.report.report_runs import (
    directory_report,
    facts,
    file,
    file_entry,
    flag,
    flags,
    ledgers,
    paid,
    runs,
    snapshot,
)


def counts(coverage: tuple[Count, ...]) -> dict[str, int]:
    return {count.name: count.count for count in coverage if count.count}


@given(runs())
@settings(max_examples=25, deadline=None)
def test_every_directory_of_any_tree_ends_in_one_state_and_coverage_adds_up(run: RunFacts) -> None:
    report = assemble(run)
    in_tree = sorted(d.path for d in run.snapshot.directories)
    shown = [o.path for o in report.directories if o.state is not DirectoryState.EXCLUDED]
    assert sorted(shown) == in_tree
    excluded = sum(max(e.directories, 1) for e in run.snapshot.exclusions if e.is_directory)
    assert report.coverage.total == len(in_tree) + excluded
    assert sum(counts(report.coverage.by_state).values()) == report.coverage.total
    assert sum(counts(report.coverage.files_by_state).values()) == report.coverage.files
    assert [file.path for file in report.files] == sorted(f.path for f in run.snapshot.files)
    states = Counter(str(file.state) for file in report.files)
    by_state = counts(report.coverage.files_by_state)
    assert states == {name: by_state[name] for name in by_state if name != "excluded"}


@given(runs())
@settings(max_examples=25, deadline=None)
def test_an_incomplete_run_says_so_in_its_first_line(run: RunFacts) -> None:
    report = assemble(run)
    unfinished = {"partial", "failed", "refused", "deferred"} & {
        o.state for o in report.directories
    }
    first = report.brief.split("\n")[0]
    assert (report.status == "incomplete") == bool(unfinished or run.halt)
    assert first.startswith("Incomplete audit: ") == (report.status == "incomplete")
    assert report.exit_code == (2 if report.status == "incomplete" else 0)
    assert ("No language model was used" in first) == (not run.language_model)


@pytest.mark.parametrize("state", ["partial", "failed", "refused", "deferred"])
def test_one_incomplete_directory_makes_the_run_incomplete(state: str) -> None:
    directory = directory_report(".", DirectoryState(state), reason="why")
    report = assemble(facts(reports=(directory,)))
    assert report.incomplete_because == (f"1 directory {state} (.): why",)
    assert report.brief.startswith(
        f"Incomplete audit: 1 directory {state} (.): why.\n\nIt is a thing."
    )
    assert report.exit_code == 2


@pytest.mark.parametrize("state", ["investigated", "cached"])
def test_a_run_with_every_directory_done_is_complete(state: str) -> None:
    report = assemble(facts(reports=(directory_report(".", DirectoryState(state)),)))
    assert (report.brief, report.exit_code) == ("It is a thing.", 0)


def test_coverage_that_does_not_add_up_is_refused() -> None:
    with pytest.raises(ValidationError, match="does not add up to 3"):
        Coverage(total=3, by_state=(Count(name="failed", count=2),))
    with pytest.raises(ValidationError, match="does not add up to 0"):
        Coverage(total=0, by_state=(), files_by_state=(Count(name="listed", count=1),))


def test_directories_without_a_report_are_skipped_by_the_plan_or_deferred() -> None:
    tree = snapshot(DirectoryRecord(path="a"), DirectoryRecord(path="b"))
    schedule = Schedule(assignments=(), skipped=(Skip(path="a", reason="generated"),))
    halt = Halt(
        reason="quota exhausted until 2026-11-28 14:00 UTC",
        sentence="the run paused at the quota: no more today",
        returns_at=datetime(2026, 11, 28, 14, tzinfo=UTC),
    )
    report = assemble(facts(snapshot=tree, reports=(), schedule=schedule, halt=halt))
    outcomes = {o.path: (o.state, o.reason) for o in report.directories}
    assert outcomes == {
        ".": ("deferred", f"not reached: {halt.reason}"),
        "a": ("skipped", "generated"),
        "b": ("deferred", f"not reached: {halt.reason}"),
    }
    assert report.incomplete_because == (
        "the run paused at the quota: no more today",
        "2 directories deferred (., b)",
    )
    assert report.quota_returns_at == halt.returns_at


def test_an_excluded_tree_counts_all_its_directories_and_files() -> None:
    lost = Exclusion(path="x", is_directory=True, reason="hidden", directories=4, files=9)
    log = Exclusion(path="a.log", is_directory=False, reason=".gitignore:1: *.log")
    uncounted = Exclusion(path="y", is_directory=True, reason="hidden")
    coverage = assemble(facts(snapshot=snapshot(exclusions=(lost, log, uncounted)))).coverage
    assert counts(coverage.by_state) == {"investigated": 1, "excluded": 5}
    assert counts(coverage.files_by_state) == {"excluded": 10}


def test_a_tools_own_directory_is_none_of_the_targets() -> None:
    lost = Exclusion(path="x", is_directory=True, reason="hidden", directories=4, files=9)
    git = replace(lost, path=".git", of_tool=True, directories=20)
    link = Exclusion(path="a/.git", is_directory=False, reason="always skipped", of_tool=True)
    report = assemble(facts(snapshot=snapshot(exclusions=(git, lost, link))))
    assert counts(report.coverage.by_state) == {"investigated": 1, "excluded": 4}
    assert counts(report.coverage.files_by_state) == {"excluded": 9}
    assert {outcome.path for outcome in report.directories} == {".", "x"}


def test_files_are_counted_by_what_is_known_of_them() -> None:
    root = DirectoryRecord(
        path=".",
        files=(
            file(".env", withheld=True),
            file("a.py"),
            file("b.py"),
            file("c.png", binary=True),
            file("d", kind=FileKind.FIFO),
        ),
    )
    entries = tuple(file_entry(path) for path in (".env", "a.py"))
    directory = directory_report(".", DirectoryState.INVESTIGATED, files=entries)
    coverage = assemble(facts(snapshot=snapshot(root), reports=(directory,))).coverage
    states = ("described", "listed", "binary", "special", "withheld")
    assert counts(coverage.files_by_state) == dict.fromkeys(states, 1)


def test_reports_of_unknown_or_duplicate_directories_are_bugs() -> None:
    one = directory_report("a", DirectoryState.INVESTIGATED)
    with pytest.raises(ValueError, match="not in the tree"):
        assemble(facts(reports=(one,)))
    with pytest.raises(ValueError, match="two reports"):
        assemble(facts(snapshot=snapshot(DirectoryRecord(path="a")), reports=(one, one)))


def test_a_gap_makes_the_run_incomplete() -> None:
    survey = Gap(pass_name="survey", reason="no answer")
    assert assemble(facts(gaps=(survey,))).status == "incomplete"
    synthesis = Gap(pass_name="synthesis", reason="no answer")
    report = assemble(facts(gaps=(survey, synthesis)))
    assert report.incomplete_because == (
        "gap in survey: no answer",
        "gap in synthesis: no answer",
    )
    assert [gap.pass_name for gap in report.gaps] == ["survey", "synthesis"]


def test_many_incomplete_directories_are_counted_and_three_are_named() -> None:
    tree = snapshot(*(DirectoryRecord(path=f"d{n}") for n in range(5)))
    report = assemble(facts(snapshot=tree, reports=()))
    assert report.incomplete_because == (
        "6 directories deferred (., d0, d1 and 3 more): not reached",
    )


def test_the_first_line_says_why_directories_are_incomplete() -> None:
    tree = snapshot(*(DirectoryRecord(path=f"d{n}") for n in range(3)))
    reasons = {".": "api error: busy", "d0": "max turns", "d1": "api error: busy"}
    reports = [
        directory_report(path, DirectoryState.FAILED, reason=why) for path, why in reasons.items()
    ]
    halt = Halt(reason="quota exhausted", sentence="the run paused at the quota")
    report = assemble(facts(snapshot=tree, reports=reports, halt=halt))
    first, *_ = report.brief.splitlines()
    assert first == (
        "Incomplete audit: the run paused at the quota; 3 directories failed (., d0, d1): "
        "api error: busy, and 1 other reason; 1 directory deferred (d2)."
    )


@given(st.lists(flags(), max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_each_place_has_its_own_fingerprint_whatever_the_order(
    found: list[Flag], random: Random
) -> None:
    ranked = rank_flags(found)
    shuffled = list(found) + found[:2]
    random.shuffle(shuffled)
    assert rank_flags(shuffled) == ranked
    assert rank_flags(ranked) == ranked
    assert len({fingerprint(f) for f in ranked}) == len(ranked)
    assert {evidence(f) for f in found} == {evidence(f) for f in ranked}


def test_of_one_finding_raised_twice_the_worse_and_the_earlier_is_kept() -> None:
    critical = flag(line=9, severity=Severity.CRITICAL)
    assert rank_flags((flag(line=3), critical)) == (critical,)
    assert rank_flags((flag(line=9), flag(line=3))) == (flag(line=3),)
    verified = flag(line=3, quotation="x", verified=True)
    assert rank_flags((flag(line=3, quotation="x"), verified)) == (verified,)


def test_flags_of_all_sources_come_worst_first_then_by_path_and_line() -> None:
    report = assemble(
        facts(
            check_flags=(flag(path="z.py", severity=Severity.INFO),),
            reports=(
                directory_report(
                    ".",
                    DirectoryState.INVESTIGATED,
                    flags=(
                        flag(path="b.py", line=10, finding="ten"),
                        flag(path="b.py", line=9, finding="nine"),
                    ),
                ),
            ),
            synthesis=Synthesis(
                brief="b",
                detailed="d",
                flags=(flag(path="y.py", severity=Severity.CRITICAL),),
            ),
        )
    )
    assert [(f.path, f.line) for f in report.flags] == [
        ("y.py", None),
        ("b.py", 9),
        ("b.py", 10),
        ("z.py", None),
    ]


def test_cost_is_by_pass_model_and_directory_with_what_failed() -> None:
    tree = snapshot(DirectoryRecord(path="a"), DirectoryRecord(path="b"))
    reports = (
        directory_report("a", DirectoryState.INVESTIGATED),
        directory_report("b", DirectoryState.CACHED),
        directory_report(".", DirectoryState.FAILED),
    )
    ledger = (
        paid("(survey)"),
        paid("a", model="model-b", usd=2.0),
        paid("a", answered=False),
        paid("."),
    )
    report = assemble(facts(snapshot=tree, reports=reports, ledger=ledger))
    cost = report.cost
    assert [(u.pass_name, u.model, u.calls, u.usd) for u in cost.usage] == [
        ("survey", "model-a", 1, 0.5),
        ("directory", "model-a", 2, 1.0),
        ("directory", "model-b", 1, 2.0),
    ]
    assert [(each.name, each.usd) for each in cost.by_pass] == [("directory", 3.0), ("survey", 0.5)]
    assert [(each.name, each.calls) for each in cost.by_model] == [("model-b", 1), ("model-a", 3)]
    assert (cost.usd, cost.unanswered) == (3.5, 1)
    assert [(o.path, o.calls, o.tokens, o.usd) for o in report.directories] == [
        (".", 1, 19, 0.5),
        ("a", 2, 38, 2.5),
        ("b", 0, 0, 0.0),
    ]


@given(ledgers())
def test_every_way_to_sum_a_ledger_has_the_same_total(ledger: list[LedgerLine]) -> None:
    cost = total_cost(ledger, language_model=True)
    for parts in (cost.usage, cost.by_pass, cost.by_model):
        assert sum(part.calls for part in parts) == len(ledger)
        assert (cost.usd is None) == (not ledger or any(part.usd is None for part in parts))
        if cost.usd is not None:
            assert sum(part.usd or 0 for part in parts) == pytest.approx(cost.usd)
    directories = [each.calls for each in cost.by_pass if each.name == "directory"]
    assert sum(each.calls for each in directory_costs(ledger).values()) == sum(directories)


def test_an_unknown_price_makes_the_sum_unknown_and_never_nothing() -> None:
    bought = (paid("(survey)"), paid("(plan)", model="model-b", usd=None))
    cost = assemble(facts(ledger=bought)).cost
    assert (cost.usd, cost.unknown_prices) == (None, ("model-b",))
    assert assemble(facts()).cost.usd is None


def test_the_report_says_why_and_how_each_directory_was_investigated() -> None:
    schedule = Schedule(
        assignments=(Assignment(path=".", tier=Tier.PRIORITY, turns=9, band=0),),
        unmatched=("srcs",),
    )
    report = assemble(facts(schedule=schedule, changes={".": "content changed: a.py"}))
    assert report.directories[0].change == "content changed: a.py"
    assert (report.plan_order, report.unmatched_plan_paths) == ((".",), ("srcs",))


def test_assembling_loads_no_renderer() -> None:
    program = (
        "import sys; import luminos_core.audit.assemble;"
        "sys.exit(bool({'rich', 'jinja2'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
