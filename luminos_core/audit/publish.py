"""A report and its projections, written into its run's folder."""

from luminos_core.audit.plan_evaluation import plan_evaluation
from luminos_core.records.report import AuditReport, PlanEvaluation
from luminos_core.report.report_markdown import render_markdown
from luminos_core.store.run_folder import EVALUATION, FLAGS, MARKDOWN, PLAN, REPORT, RunFolder
from luminos_core.text.json_text import to_json


def publish(folder: RunFolder, report: AuditReport, previous: PlanEvaluation | None = None) -> None:
    """Each file whole or not at all; `previous` is the plan evaluation of the target's last run.
    `flags.jsonl` becomes the report's own flags."""
    folder.publish(
        (
            (PLAN, to_json(report.plan, indent=2)),
            (EVALUATION, to_json(plan_evaluation(report, previous), indent=2)),
            (FLAGS, "".join(to_json(flag) + "\n" for flag in report.flags)),
            (MARKDOWN, render_markdown(report)),
            (REPORT, to_json(report, indent=2)),  # last: where it is, the others are
        )
    )
