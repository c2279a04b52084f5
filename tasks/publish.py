"""Handing over: the run's folder, what the next run wants to know, and the artifact in the UI."""

from collections.abc import Sequence

from prefect import task
from prefect.artifacts import create_markdown_artifact

from luminos_core.agents.prompts.rendering import prompt_digest
from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.publish import publish
from luminos_core.cache.change import PreviousResult
from luminos_core.cache.experience import experience_name, learn
from luminos_core.cache.last_run import read_last_run, write_last_run
from luminos_core.records.cost import Pass
from luminos_core.records.event import PhaseStarted
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRun
from luminos_core.report.report_markdown import render_markdown
from luminos_core.store.atomic import write_atomically
from luminos_core.store.run_folder import EVALUATION, read_evaluation
from tasks.runtime import Runtime, runtime_of

LAST_RUN = "last_run.json"
LATEST = "latest"  # holds the id of the target's last published run
_ARTIFACT = "audit-report"  # Prefect allows lower-case letters, digits and dashes


@task(name="publish", task_run_name="publish", persist_result=False)
def publish_report(
    run: AuditRun, facts: RunFacts, results: Sequence[PreviousResult]
) -> AuditReport:
    """Assemble the report, write it, and note `results` for the target's next run."""
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="publish", text=f"writing {runtime.folder.path}"))
    report = assemble(facts)
    kept = runtime.store.target(runtime.target)
    publish(runtime.folder, report, read_evaluation(kept))
    write_atomically(kept / EVALUATION, (runtime.folder.path / EVALUATION).read_bytes())
    write_atomically(kept / LATEST, run.run_id.encode())
    write_last_run(read_last_run(kept / LAST_RUN).updated(results), kept / LAST_RUN)
    if report.status == "complete":
        runtime.transcripts.forget_all()
    learn(runtime.store.signed_calibration(), directory_experience(runtime), report)
    create_markdown_artifact(
        markdown=render_markdown(report),
        key=_ARTIFACT,
        description=f"{report.name}: {report.status}",
    )
    return report


def directory_experience(runtime: Runtime) -> str:
    """The name of what this installation has learned of the cost of directories."""
    label = runtime.chosen_model(Pass.DIRECTORY).label
    return experience_name(label, prompt_digest(Pass.DIRECTORY))
