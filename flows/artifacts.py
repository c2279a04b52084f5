"""What a run leaves for people at its Prefect server: the report's summary, its flags and
directories, or the estimate that was not approved.

Their text is Markdown, in descriptions and in the cells of tables too, so names and findings are
escaped. A server that does not take one must not end an audit: the report is in the store.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.runtime import deployment

from flows.artifact_keys import artifact_key
from flows.event_batches import are_failing
from flows.form_words import form_labels, in_form_words
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated, Event
from luminos_core.records.flag import FlagCounts
from luminos_core.records.report import AuditReport
from luminos_core.report.council_line import council_line
from luminos_core.report.estimate_markdown import estimate_markdown
from luminos_core.report.markdown_escape import code, inline
from luminos_core.report.summary_markdown import summary_markdown
from luminos_core.report.tables import ROWS, directory_rows, flag_rows, vote_table
from luminos_core.report.verdict import status_words
from luminos_core.text import formats
from luminos_core.text.filenames import decode_name

_ALLOWING = ("yes", "max_usd", "confirm_above_usd")  # fields of a request


class LastEstimate:
    """An observer that remembers the estimate of its run."""

    estimate: Estimate | None = None

    def __call__(self, event: Event) -> None:
        if isinstance(event, Estimated):
            self.estimate = event.estimate


def leave_report(report: AuditReport, folder: Path) -> None:
    """`folder`: of the run."""
    target, name = Path(decode_name(report.target)), inline(report.name)
    summary = summary_markdown(report, str(folder), _how_to_retry(report))
    about = f"{name}: {status_words(report)}"
    _leave(create_markdown_artifact, "audit-report", target, markdown=summary, description=about)
    flags = FlagCounts.of(report.flags)
    for noun, rows, count, places in (
        ("flag", flag_rows(report), flags.flags.total(), flags.in_places),
        ("directory", directory_rows(report), len(report.directories), ""),
    ):
        key = f"audit-{formats.plural_of(noun)}"
        about = _about(noun, count, places)
        _leave(create_table_artifact, key, target, table=rows, description=about)
    if votes := vote_table(report):
        about = f"{name}: the completion council has {inline(council_line(report.council))}"
        _leave(create_table_artifact, "audit-council", target, table=votes, description=about)


def leave_estimate(estimate: Estimate, problem: str, target: Path) -> None:
    """Of a run that was declined because of `problem`."""
    name = inline(target.name)
    text = f"# Audit of {name}: declined\n\n{inline(problem)}.\n\n{estimate_markdown(estimate)}\n"
    if deployment.id:
        text = f"{in_form_words(text)}\n{_how_to_allow(estimate)}\n"
    about = f"{name}: declined"
    _leave(create_markdown_artifact, "audit-estimate", target, markdown=text, description=about)


def _how_to_retry(report: AuditReport) -> str:
    if deployment.id:
        return "*Retry* redoes what is not complete; what is complete is not paid for again."
    return (
        f"{code(f'luminos retry {report.run_id}')}, on the machine of the run, goes on with it. "
        "The button *Retry* is for runs of a deployment."
    )


def _how_to_allow(estimate: Estimate) -> str:
    labels = form_labels()
    fields = (*_ALLOWING, "keep_results") if estimate.could_be_kept else _ALLOWING
    rows = [f"- **{labels[field]}** (`{field}`)" for field in fields]
    return "\n".join(("Run the deployment again as a *custom run*, and set one of:", "", *rows))


def _about(noun: str, count: int, places: str) -> str:
    every = f"{formats.pluralize(count, noun)}{places}"
    return f"{ROWS} of {every}; report.json in the run's folder has all" if count > ROWS else every


def _leave(create: Callable[..., object], kind: str, target: Path, **content: Any) -> None:
    if are_failing():
        return
    try:
        create(key=artifact_key(kind, target), **content)
    except Exception:  # noqa: BLE001 - see above
        return
