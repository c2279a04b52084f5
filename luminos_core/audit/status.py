"""Whether a run is complete, and the opening of its brief."""

from collections import Counter
from collections.abc import Sequence

from luminos_core.records.council import Council
from luminos_core.records.directory import DirectoryState
from luminos_core.records.halt import Halt
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.snapshot import ScanError
from luminos_core.report.council_line import council_gaps
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_INCOMPLETE = (
    DirectoryState.FAILED,
    DirectoryState.REFUSED,
    DirectoryState.PARTIAL,
    DirectoryState.DEFERRED,
)
_NAMED = 3  # paths in a sentence; the report's table has all


def incomplete_reasons(
    outcomes: Sequence[DirectoryOutcome],
    gaps: Sequence[Gap],
    halt: Halt | None,
    unread: Sequence[ScanError] = (),
) -> tuple[str, ...]:
    """Sentences of one line, without a full stop; () when the run is complete. `unread`: what of
    the tree could not be read, of skipped directories too."""
    halted = [halt.sentence] if halt else []
    directories = [_directories(state, outcomes, halt) for state in _INCOMPLETE]
    passes = [_gap(gap) for gap in gaps]
    sentences = (*halted, *directories, _unread(unread), *passes)
    return tuple(one_line(text) for text in sentences if text)


def brief_opening(
    incomplete: Sequence[str],
    language_model: bool,
    outcomes: Sequence[DirectoryOutcome],
    not_read: str = "",
    council: Council | None = None,
) -> str:
    """The brief's first line: a warning when the run is incomplete, or complete with gaps, without
    some of its directories or of its text, or had no language model."""
    warning = f"Incomplete audit: {'; '.join(incomplete)}." if incomplete else ""
    gaps = "" if incomplete else council_gaps(council)
    with_gaps = f"Complete with gaps: {gaps}." if gaps else ""
    accepted = one_line(_directories(DirectoryState.ACCEPTED, outcomes, None))
    left = f"Not looked at whole: {accepted}." if accepted else ""
    offline = (
        ""
        if language_model
        else "No language model was used: this report was put together offline, from the tree's "
        "documents, structure and rules."
    )
    unread = f"{one_line(not_read)}." if not_read else ""
    return " ".join(part for part in (warning, with_gaps, left, unread, offline) if part)


def with_gap(report: AuditReport, gap: Gap) -> AuditReport:
    """A finished run's report with one more gap, which its first line names."""
    incomplete = (*report.incomplete_because, one_line(_gap(gap)))
    about = (report.language_model, report.directories, report.not_read, report.council)
    before = brief_opening(report.incomplete_because, *about)
    opening = brief_opening(incomplete, *about)
    brief = report.brief.removeprefix(before).strip()
    return report.model_copy(
        update={
            "status": "incomplete",
            "incomplete_because": incomplete,
            "brief": "\n\n".join(part for part in (opening, brief) if part),
            "gaps": (*report.gaps, gap),
        }
    )


def _gap(gap: Gap) -> str:
    return f"gap in {gap.pass_name}: {gap.reason}"


def _unread(unread: Sequence[ScanError]) -> str:
    if not unread:
        return ""
    paths = sorted((error.path, error.problem) for error in unread)
    count = formats.pluralize(len(paths), "path")
    return f"{count} could not be read: {formats.with_reasons(paths, _NAMED)}"


def _directories(
    state: DirectoryState, outcomes: Sequence[DirectoryOutcome], halt: Halt | None
) -> str:
    found = [outcome for outcome in outcomes if outcome.state is state]
    if not found:
        return ""
    count = formats.pluralize(len(found), "directory", "directories")
    named = formats.listed([outcome.path for outcome in found], _NAMED)
    return f"{count} {state} ({named}){_why(found, halt)}"


def _why(found: Sequence[DirectoryOutcome], halt: Halt | None) -> str:
    """The commonest reason, and how many others there are. The halt's has a sentence of its own."""
    reasons = [each.reason for each in found if not (halt and each.reason.endswith(halt.reason))]
    if not any(reasons):
        return ""
    (commonest, _), *others = Counter(reasons).most_common()
    more = f", and {formats.pluralize(len(others), 'other reason')}" if others else ""
    return f": {commonest}{more}"
