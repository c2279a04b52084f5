"""Write a report into its run's folder: every rendering, and the plan with its evaluation."""

from pathlib import Path

from luminos_core.audit.plan_evaluation import evaluate_plan
from luminos_core.audit.status import with_gap
from luminos_core.audit.trend import with_trend
from luminos_core.records.report import AuditReport, Gap
from luminos_core.report.registry import PUBLISHED
from luminos_core.store.atomic import write_atomically
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import EVALUATION, PLAN, RunFolder, read_evaluation
from luminos_core.store.trend import store_point
from luminos_core.text.filenames import decode_name
from luminos_core.text.json_text import to_json


def publish(folder: RunFolder, report: AuditReport, target_folder: Path) -> None:
    """`target_folder` holds the plan evaluation of the target's last run, which is replaced."""
    evaluation = to_json(evaluate_plan(report, read_evaluation(target_folder)), indent=2)
    folder.publish(
        {
            PLAN: to_json(report.plan, indent=2),
            EVALUATION: evaluation,
            **{rendering.file_name: rendering.render(report) for rendering in PUBLISHED},
        }
    )
    write_atomically(target_folder / EVALUATION, evaluation.encode())


def publish_gap(store: Store, report: AuditReport, gap: Gap) -> AuditReport:
    """Publish `report` again, in its run's folder, with a gap that was found after its end."""
    amended = with_gap(report, gap)
    amended = with_trend(amended, amended.trend)
    with RunFolder(store.run_path(report.run_id)) as folder:
        folder.publish({each.file_name: each.render(amended) for each in PUBLISHED})
    store_point(store, Path(decode_name(report.target)), amended.trend[-1])
    return amended
