"""A target that does not fit into one prompt is planned and brought together by subtree."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from luminos_core.audit.approval import approve
from luminos_core.audit.remaining_work import remaining_work, starting_state
from luminos_core.audit.run import run_audit
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.scan_steps import ScanStep, check_step
from luminos_core.flags.ranking import rank_flags
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.estimate import Estimate
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import directory_of, first_text, pass_of, says, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree

PATHS = [f"part{a}/{name}{b}" for a in range(6) for b in range(5) for name in ("code", "text")]
FILES = {f"{path}/a.{'py' if 'code' in path else 'md'}": "x = 1\n" * 9 for path in PATHS}


def small(runtime: Runtime) -> Runtime:
    """With room for some 1,800 characters of directories in a prompt."""
    return replace(runtime, settings=runtime.settings.model_copy(update={"context_share": 0.006}))


def run(
    root: Path, script: Callable[[ModelRequest], Answer], results: MemoryResults
) -> tuple[AuditReport, list[ModelRequest], Estimate | None]:
    model = ScriptedModel(script)
    target = make_tree(root / "sample", FILES)
    with runtime_over(
        target, model=model, results=results, store=root / "store", yes=True
    ) as built:
        runtime = small(built)
        snapshot = ScanStep().run(runtime, last_attempt=True).value
        step = check_step(snapshot, "content", force_refresh=False)
        checks = step.run(runtime, last_attempt=True).value
        flags = rank_flags(checks.flags)
        work = remaining_work(runtime, starting_state(runtime, snapshot, flags))
        estimate = approve(runtime, work)
        return run_audit(runtime, ThreadExecutor(runtime, results)), model.requests, estimate


def describes(path: str) -> Answer:
    """In as many words as the estimate expects."""
    summary = f"About {path}. " + "It holds what it holds. " * 14
    return says(("submit_report", {"summary": summary, "completeness": 0.9, "confidence": 0.8}))


def asked_by(name: str, requests: list[ModelRequest]) -> list[str]:
    return [first_text(each) for each in requests if pass_of(each) == name]


def test_every_part_is_planned_and_brought_together_and_is_in_the_bill(tmp_path: Path) -> None:
    results = MemoryResults()
    report, requests, estimate = run(tmp_path, submits(describes), results)
    assert report.status == "complete"
    plans, syntheses = asked_by("plan", requests), asked_by("synthesis", requests)
    assert len(plans) > 1
    assert len(syntheses) > 3
    for path in PATHS:
        assert sum(f"\n{path}/: 1 file, 9 lines" in text for text in plans) == 1
        assert sum(f"\n## {path} (" in text for text in syntheses) == 1
    calls = {used.pass_name: used.calls for used in report.cost.usage}
    assert (calls["plan"], calls["synthesis"]) == (len(plans), len(syntheses))
    assert estimate is not None
    expected = {used.pass_name: used.calls for used in estimate.usage}
    assert expected["plan"] == len(plans)
    # The estimate counts looking things up, which this model does not do.
    assert len(syntheses) <= expected["synthesis"] <= 2.5 * len(syntheses)
    again, bought, left = run(tmp_path, submits(describes), results)
    assert (again.status, bought) == ("complete", [])
    assert left is not None
    assert left.buys_nothing


def test_a_part_that_failed_is_a_gap_and_is_redone_alone(tmp_path: Path) -> None:
    def fails_once(request: ModelRequest) -> Answer:
        is_of_part = "partial synthesis of the audit" in first_text(request)
        if is_of_part and not directory_of(request) and "part3/code0" in first_text(request):
            return says(text="Hm.")
        return submits(describes)(request)

    results = MemoryResults()
    report, requests, _ = run(tmp_path, fails_once, results)
    assert report.status == "incomplete"
    (gap,) = report.gaps
    assert gap.pass_name == "synthesis"
    assert "nothing was submitted" in gap.reason
    assert not report.synthesis_is_mechanical
    again, bought, _ = run(tmp_path, submits(describes), results)
    assert again.status == "complete"
    redone = asked_by("synthesis", bought)
    assert len(redone) == len(bought) == 2
    assert "part3/code0" in redone[0]
    assert len(asked_by("synthesis", requests)) > 4
