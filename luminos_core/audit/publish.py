"""Write a report into its run's folder: every rendering, and the plan with its evaluation."""

from luminos_core.audit.plan_evaluation import evaluate_plan
from luminos_core.records.report import AuditReport, PlanEvaluation
from luminos_core.report.registry import RENDERINGS
from luminos_core.store.run_folder import EVALUATION, PLAN, RunFolder
from luminos_core.text.json_text import to_json


def publish(folder: RunFolder, report: AuditReport, previous: PlanEvaluation | None = None) -> None:
    """`previous` is the plan evaluation of the target's last run."""
    evaluation = evaluate_plan(report, previous)
    folder.publish(
        {
            PLAN: to_json(report.plan, indent=2),
            EVALUATION: to_json(evaluation, indent=2),
            **{rendering.file_name: rendering.render(report) for rendering in RENDERINGS},
        }
    )
