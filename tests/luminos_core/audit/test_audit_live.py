"""What a run shows and writes while it works: flags as they are found, paths that match nothing."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN, PlanResult
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.audit.run import run_audit
from luminos_core.audit.runtime import Runtime
from luminos_core.records.event import Event, PathsUnmatched
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.plan import Plan, PlannedDirectory
from luminos_core.report.progress.event_text import event_text
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.progress.run_progress import RunProgress
from luminos_core.store.run_folder import FLAGS
from tests.fakes.audits import ScriptedInvestigator, done, runtime_over
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree
from tests.luminos_core.audit.test_audit_run import RESULTS, well

RISKY = {"src/a.py": "import os\n\n\ndef run(x):\n    return eval(x)\n", "b.md": "# B\n"}


def raises_a_flag(step: AnyPass, briefing: Any) -> Any:
    if step is not DIRECTORY:
        return RESULTS[step.name]
    path = briefing.directory.path
    raised = Flag(path=f"{path}/x.py", finding=f"In {path}.", severity=Severity.CONCERN)
    return done(briefing, flags=(raised,))


def on_disk(runtime: Runtime) -> list[str]:
    """Where the flags are that the run has written by now."""
    lines = (runtime.folder.path / FLAGS).read_text().splitlines()
    return [json.loads(line)["path"] for line in lines]


def test_flags_are_on_disk_as_they_are_found_each_once(tmp_path: Path) -> None:
    """Of the checks, of directories that were investigated, and of cached ones."""
    target = make_tree(tmp_path / "sample", RISKY)
    results = MemoryResults()
    for run_id in ("run-1", "run-2"):
        seen: dict[str, list[str]] = {}
        with runtime_over(
            target,
            model=ScriptedModel([]),
            results=results,
            store=tmp_path / "store",
            run_id=run_id,
            yes=True,
            again_directories=(".",),
        ) as built:

            def answer(step: AnyPass, briefing: Any) -> Any:
                seen[getattr(briefing, "title", step.name)] = on_disk(runtime)  # noqa: B023
                return raises_a_flag(step, briefing)

            runtime = replace(built, investigator=ScriptedInvestigator(answer))
            report = run_audit(runtime, ThreadExecutor(runtime, results))
            assert {"src/a.py", "src/x.py"} <= set(seen["directory"])  # the root's, the last
            assert "./x.py" not in seen["directory"]
            written = on_disk(runtime)
        assert sorted(written) == sorted(flag.path for flag in report.flags)
        assert len(written) == len(report.flags)


def test_a_path_that_matches_nothing_is_said_at_once(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "sample", {f"src/d{n}/a.py": "x = 1\n" for n in range(6)})
    skipped = (PlannedDirectory(path="vendor/\x1b[31mlib", reason="vendored"),)

    def answer(step: AnyPass, briefing: Any) -> Any:
        if step is PLAN:
            return PlanResult(plan=Plan(skip_dirs=skipped))
        return well(step, briefing)

    events: list[Event] = []
    results = MemoryResults()
    with runtime_over(
        target, model=ScriptedModel([]), results=results, events=events, yes=True
    ) as built:
        runtime = replace(built, investigator=ScriptedInvestigator(answer))
        report = run_audit(runtime, ThreadExecutor(runtime, results))
        models = {each.pass_name for each in report.models}
    assert report.unmatched_plan_paths == ("vendor/\x1b[31mlib",)
    (event,) = (each for each in events if isinstance(each, PathsUnmatched))
    stderr = io.StringIO()
    PlainProgress(stderr).record(event)
    assert "cannot place: vendor/" in stderr.getvalue()
    assert "\x1b" not in stderr.getvalue()
    elsewhere = event_text(event, RunProgress())
    assert elsewhere == "the plan names 1 path that it cannot place"
    assert {PLAN.name, DIRECTORY.name, SYNTHESIS.name} <= models
