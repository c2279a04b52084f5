"""Whole runs whose turns follow what earlier nights took."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from luminos_core.agents.planning.plan_merge import MergedPlan
from luminos_core.audit.run import run_audit
from luminos_core.audit.run_plan import RunPlan, with_plan
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.memory.patterns import Memory
from luminos_core.records.flag import Severity
from luminos_core.records.memory import Episode, TurnUse
from luminos_core.records.plan import Plan, PriorityDirectory, Tier
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import DirectoryRecord
from tests.fakes.audits import run_plan_of, runtime_over
from tests.fakes.messages_replies import Reply, reply, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.luminos_core.report.report_runs import check_flag

UNPLANNED = {"survey_min_files": 100, "survey_min_directories": 100}
NEEDED = {"deep": 14, "flat": 2, "usual": 9}  # turns, of 10


def investigates(request: Received) -> Reply:
    """It thinks until it is done, or is in its last turn."""
    about = next((path for path in NEEDED if f"directory `{path}`" in request.first_text), "")
    if not about:
        words = {"summary": "All.", "completeness": 1.0}
        brief = {"brief": "It acts.", "detailed": "It acts."}
        is_root = "Audit the directory" in request.first_text
        return reply(tool_use("submit_report", words if is_root else brief))
    is_last = "One turn is left" in str(request.messages[-1])
    if request.turn >= NEEDED[about] or is_last:
        done = min(request.turn / NEEDED[about], 1.0)
        return reply(tool_use("submit_report", {"summary": "Done.", "completeness": done}))
    note = {"observation": str(request.turn), "hypothesis": "h", "next_action": "n"}
    return reply(tool_use("think", note))


@pytest.fixture
def audit(tmp_path: Path) -> Callable[..., list[AuditReport]]:
    """So many nights over real HTTP; before each, every directory changes."""

    def audited(nights: int, **settings: Any) -> list[AuditReport]:
        results, reports, target = MemoryResults(), [], tmp_path / "target"
        with MessagesServer(investigates) as server:
            for night in range(1, nights + 1):
                for path in NEEDED:
                    (target / path).mkdir(parents=True, exist_ok=True)
                    (target / path / "a.py").write_text(f"NIGHT = {night}\n")
                with runtime_over(
                    target,
                    model=AnthropicModel(SecretStr("none"), server.base_url),
                    results=results,
                    store=tmp_path / "store",
                    run_id=f"night-{night}",
                    settings={**UNPLANNED, **settings},
                    concurrency=1,
                ) as runtime:
                    reports.append(run_audit(runtime, ThreadExecutor(runtime, results)))
        return reports

    return audited


def given(report: AuditReport) -> dict[str, tuple[int, int]]:
    """Turns given and borrowed."""
    found = {each.path: (each.turns_allocated, each.turns_borrowed) for each in report.directories}
    return {path: found[path] for path in NEEDED}


def test_the_third_night_gives_what_the_first_two_took(
    audit: Callable[..., list[AuditReport]],
) -> None:
    nights = audit(3)
    assert [each.incomplete_because for each in nights] == [()] * 3
    for night in nights[:2]:
        assert {turns for turns, _ in given(night).values()} == {10}
    assert given(nights[2]) == {"deep": (14, 0), "flat": (3, 0), "usual": (10, 0)}


def test_without_memory_the_plan_alone_says_how_many(
    audit: Callable[..., list[AuditReport]],
) -> None:
    assert {turns for turns, _ in given(audit(3, memory=False)[2]).values()} == {10}


def planned(**fields: Any) -> RunPlan:
    """Of two directories that took 4 of 10 turns, twice."""
    use = TurnUse(tier=Tier.DEFAULT, given=10, used=4, completeness=1.0)
    runs = [Episode(run_id=run, at="", directory=path, turns=use) for run in "ab" for path in "xy"]
    root = DirectoryRecord(path=".", children=("x", "y"))
    plan = run_plan_of([*(DirectoryRecord(path=path) for path in "xy"), root])
    return replace(plan, memory=Memory(counted=tuple(runs)), **fields)


def turns_of(plan: RunPlan) -> dict[str, int]:
    return {path: each.turns for path, each in plan.assignments.items()}


@pytest.mark.parametrize(("severity", "turns"), [("critical", 10), ("concern", 4)])
def test_where_a_check_finds_what_is_critical_no_turn_is_taken_away(
    severity: str, turns: int
) -> None:
    found = check_flag(path="x/key.py", severity=Severity(severity))
    plan = with_plan(planned(flags={"x": (found,)}), MergedPlan(Plan(), ()))
    assert turns_of(plan) == {"x": turns, "y": 4, ".": 10}


def test_where_an_earlier_run_found_what_is_critical_no_turn_is_taken_away() -> None:
    plan = planned()
    first, *others = plan.memory.counted
    flagged = first.model_copy(update={"flags": {Severity.CRITICAL: 1}})
    plan = replace(plan, memory=Memory(counted=(flagged, *others)))
    turns = turns_of(with_plan(plan, MergedPlan(Plan(), ())))
    assert turns == {first.directory: 10, {"x": "y", "y": "x"}[first.directory]: 4, ".": 10}


def test_what_a_revision_makes_a_priority_by_this_nights_results_keeps_its_turns() -> None:
    listed = PriorityDirectory(path="x", reason="A key.", suggested_turns=18)
    revised = with_plan(planned(), MergedPlan(Plan(priority_dirs=(listed,)), ()))
    assert turns_of(revised) == {"x": 18, "y": 4, ".": 10}
    assert [each.path for each in revised.adjusted] == ["y"]
