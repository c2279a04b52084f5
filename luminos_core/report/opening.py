"""A brief in two parts: its opening, which says what is missing in it, and what the target is."""

from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport


def opening(report: AuditReport) -> str:
    """Its first line, when that is the program's: why the run is incomplete or not whole, and that
    no language model was used; else ""."""
    return report.brief.partition("\n")[0] if _has_opening(report) else ""


def about(report: AuditReport) -> str:
    """The brief without its opening."""
    brief = report.brief.partition("\n")[2] if _has_opening(report) else report.brief
    return brief.strip()


def is_whole(report: AuditReport) -> bool:
    """Whether the run is complete, accepted no part of a directory as good enough, and its
    council, if there was one, agreed."""
    accepted = any(each.state is DirectoryState.ACCEPTED for each in report.directories)
    is_agreed = report.council is None or report.council.is_agreed
    return is_agreed and not report.incomplete_because and not accepted


def _has_opening(report: AuditReport) -> bool:
    return not (is_whole(report) and report.language_model)
