"""Whose the results of other models are that a run has kept, in words."""

from luminos_core.records.cost import DIRECTORY
from luminos_core.records.report import AuditReport, KeptResults
from luminos_core.text import formats
from luminos_core.text.escape import one_line


def kept_results(report: AuditReport) -> tuple[str, ...]:
    """One for each model: "Results of claude-opus-5-5, kept: 41 of 51 directories, plan"."""
    by_model: dict[str, list[KeptResults]] = {}
    for each in report.kept_results:
        by_model.setdefault(each.model, []).append(each)
    return tuple(
        f"Results of {one_line(model)}, kept: {', '.join(_what(each, report) for each in kept)}"
        for model, kept in by_model.items()
    )


def _what(kept: KeptResults, report: AuditReport) -> str:
    if kept.pass_name != DIRECTORY:
        return kept.pass_name
    return f"{kept.results:,} of {formats.pluralize(report.scan.directories, 'directory')}"
