"""The evaluation of a plan, over several runs."""

import json
from pathlib import Path

import pytest

from luminos_core.agents.escalation import joined
from luminos_core.audit.assemble import assemble
from luminos_core.audit.plan_evaluation import evaluate_plan
from luminos_core.records.directory import DirectoryState, TierAttempt
from luminos_core.records.halt import Halt
from luminos_core.records.plan import Assignment, Schedule, Skip, Tier
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import ModelTier
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.store.run_folder import EVALUATION, read_evaluation
from tests.luminos_core.report.report_runs import directory_report, entry, facts, snapshot

TREE = snapshot(*(DirectoryRecord(path=path) for path in ("a", "b", "c")))


def test_a_directory_that_nobody_could_read_is_not_evaluated() -> None:
    reports = (
        directory_report("a", DirectoryState.UNREADABLE, entry=None),
        directory_report("b", DirectoryState.UNREADABLE, entry=entry("b", "B.")),
    )
    evaluation = evaluate_plan(assemble(facts(snapshot=TREE, reports=reports)))
    assert [line.dir for line in evaluation.per_directory] == ["b"]


def test_unknown_scores_are_null_in_the_evaluation() -> None:
    schedule = Schedule(
        assignments=(Assignment(path="a", tier=Tier.PRIORITY, turns=18, band=0),),
        skipped=(Skip(path="c", reason="tests"),),
    )
    rated = entry("a", "A.", completeness=0.0, confidence=0.5)
    reports = (
        directory_report(
            "a",
            DirectoryState.INVESTIGATED,
            tier=Tier.PRIORITY,
            turns_allocated=18,
            turns_used=3,
            turns_lent=15,
            entry=rated,
        ),
        directory_report("b", DirectoryState.FAILED, turns_allocated=0, turns_used=0),
        directory_report(
            ".", DirectoryState.INVESTIGATED, turns_allocated=6, turns_used=9, turns_borrowed=5
        ),
    )
    evaluation = evaluate_plan(
        assemble(facts(snapshot=TREE, schedule=schedule, reports=reports))
    ).model_dump(mode="json")
    lines = {line.pop("dir"): line for line in evaluation.pop("per_directory")}
    assert evaluation == {
        "plan_order": "leaf-first",
        "total_dirs_investigated": 3,
        "total_turns_allocated": 24,
        "total_turns_used": 12,
        "overall_utilization": 0.5,
        "verdict": "right",
        "total_turns_lent": 15,
        "total_turns_borrowed": 5,
        "evaluated_at": "2026-01-01T00:01:05+00:00",
    }
    assert lines["a"] == {
        "planned_tier": "priority",
        "turns_allocated": 18,
        "turns_used": 3,
        "utilization": 0.17,
        "verdict": "over",
        "turns_lent": 15,
        "turns_borrowed": 0,
        "completeness": 0.0,
        "confidence": 0.5,
        "evaluated_at": "2026-01-01T00:01:05+00:00",
    }
    assert (lines["b"]["utilization"], lines["b"]["verdict"]) == (0.0, None)
    assert (lines["."]["utilization"], lines["."]["turns_borrowed"]) == (1.5, 5)
    assert lines["."]["verdict"] == "under"
    assert (lines["b"]["completeness"], lines["b"]["confidence"]) == (None, None)


@pytest.mark.parametrize(("state", "kept"), [("cached", True), ("investigated", False)])
def test_a_cached_directory_keeps_its_line_of_the_last_evaluation(state: str, kept: bool) -> None:
    def night(state: DirectoryState, used: int, finished_at: str):  # type: ignore[no-untyped-def]
        reports = [directory_report(".", state, turns_used=used)]
        return assemble(facts(reports=reports, finished_at=finished_at))

    first = evaluate_plan(night(DirectoryState.INVESTIGATED, 7, "2026-01-01T01:00:00+00:00"))
    second = night(DirectoryState(state), 0, "2026-01-02T01:00:00+00:00")
    merged = evaluate_plan(second, first)
    assert (merged.per_directory[0] == first.per_directory[0]) is kept
    assert merged.total_turns_used == (7 if kept else 0)
    assert merged.evaluated_at == "2026-01-02T01:00:00+00:00"


def evaluated(state: DirectoryState, made: str, ended: str, used: int = 9) -> AuditReport:
    made_at = f"2026-01-{made}T00:30:00.123456+00:00"
    report = directory_report(
        "a", state, turns_used=used, entry=entry("a", "A.", cached_at=made_at)
    )
    tree = snapshot(DirectoryRecord(path="a"))
    finished_at = f"2026-01-{ended}T01:00:00+00:00"
    return assemble(facts(snapshot=tree, reports=[report], finished_at=finished_at))


def test_what_a_killed_run_investigated_counts_though_it_wrote_no_evaluation() -> None:
    first = evaluate_plan(evaluated(DirectoryState.INVESTIGATED, "01", "01", used=3))
    # On the 2nd the content had changed, and the run was killed after this directory.
    third = evaluate_plan(evaluated(DirectoryState.CACHED, "02", "03"), first)
    (line,) = third.per_directory
    assert (line.turns_used, line.verdict) == (9, "right")
    assert line.evaluated_at == "2026-01-02T00:30:00.123456+00:00"
    assert (third.total_dirs_investigated, third.total_turns_used) == (1, 9)
    fourth = evaluate_plan(evaluated(DirectoryState.CACHED, "02", "04"), third)
    assert fourth.per_directory == third.per_directory


def test_what_was_not_reached_keeps_its_line_and_what_no_run_reached_has_none() -> None:
    tree = snapshot(DirectoryRecord(path="a"), DirectoryRecord(path="b"))
    first = evaluate_plan(evaluated(DirectoryState.INVESTIGATED, "01", "01"))
    halt = Halt(reason="quota exhausted", sentence="the run paused at the quota")
    second = evaluate_plan(assemble(facts(snapshot=tree, reports=[], halt=halt)), first)
    assert [line.dir for line in second.per_directory] == ["a"]
    assert second.per_directory == first.per_directory


@pytest.mark.parametrize(
    ("used", "verdict"),
    [(1, "over"), (3, "over"), (4, "over"), (5, "right"), (9, "right"), (10, "under")],
)
def test_the_verdict_goes_by_the_share_of_the_turns_used(used: int, verdict: str) -> None:
    evaluation = evaluate_plan(evaluated(DirectoryState.INVESTIGATED, "01", "01", used))
    assert (evaluation.verdict, evaluation.per_directory[0].verdict) == (verdict, verdict)


def test_an_evaluation_of_an_older_version_is_read_without_what_it_did_not_know(
    tmp_path: Path,
) -> None:
    evaluation = evaluate_plan(assemble(facts()))
    fields = evaluation.model_dump(mode="json")
    older = {name: value for name, value in fields.items() if "lent" not in name}
    del older["total_turns_borrowed"]
    for line in older["per_directory"]:
        del line["turns_lent"], line["turns_borrowed"]
    (tmp_path / EVALUATION).write_text(json.dumps(older))
    assert read_evaluation(tmp_path) == evaluation


def test_a_directory_that_climbed_is_evaluated_by_the_turns_of_the_first_model() -> None:
    """The plan gives turns to no other."""
    first = directory_report("a", DirectoryState.PARTIAL, turns_used=10, turns_borrowed=2)
    attempt = TierAttempt(
        tier=ModelTier.FAST,
        model="m",
        state=first.state,
        turns=first.turns_used,
        allocated=first.turns_allocated,
        borrowed=first.turns_borrowed,
    )
    above = attempt.model_copy(update={"state": DirectoryState.INVESTIGATED, "turns": 3})
    second = directory_report("a", DirectoryState.INVESTIGATED, turns_used=3, turns_lent=7)
    climbed = joined(
        first.model_copy(update={"escalated": (attempt,)}),
        second.model_copy(update={"escalated": (above,)}),
    )
    assert (climbed.turns_used, climbed.turns_allocated) == (13, 20)

    (line,) = evaluate_plan(
        assemble(facts(snapshot=snapshot(DirectoryRecord(path="a")), reports=[climbed]))
    ).per_directory
    assert (line.turns_used, line.turns_allocated, line.verdict) == (10, 10, "under")
    assert (line.turns_lent, line.turns_borrowed) == (0, 2)
