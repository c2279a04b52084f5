"""What could not be read is a gap, whatever came of the rest."""

from collections.abc import Iterable

from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text.formats import with_reasons


def unreadable_reports(directories: Iterable[DirectoryRecord]) -> dict[str, DirectoryReport]:
    """The reports of those that could not be listed at all, which nobody needs to investigate."""
    return {
        directory.path: DirectoryReport(
            path=directory.path, state=DirectoryState.UNREADABLE, reason=directory.problem
        )
        for directory in directories
        if directory.is_unreadable
    }


def as_unreadable(report: DirectoryReport, directory: DirectoryRecord) -> DirectoryReport:
    """The report, not complete when some of the directory could not be read. What is stored is the
    complete one, so that its readable part is paid for once."""
    if not directory.unread or not report.state.is_complete:
        return report
    files = [(file.name, file.problem) for file in directory.files if file.problem]
    reason = "; ".join(text for text in (directory.problem, with_reasons(files)) if text)
    return report.model_copy(update={"state": DirectoryState.UNREADABLE, "reason": reason})
