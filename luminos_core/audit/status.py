"""Whether a run is complete, and the opening of its brief."""

from collections.abc import Sequence

from luminos_core.records.directory import DirectoryState
from luminos_core.records.halt import Halt
from luminos_core.records.report import DirectoryOutcome, Gap
from luminos_core.records.snapshot import ScanError
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
    directories = [_directories(state, outcomes) for state in _INCOMPLETE]
    passes = [f"gap in {gap.pass_name}: {gap.reason}" for gap in gaps if not gap.is_harmless]
    sentences = (*halted, *directories, _unread(unread), *passes)
    return tuple(one_line(text) for text in sentences if text)


def brief_opening(incomplete: Sequence[str], language_model: bool) -> str:
    """The brief's first line: a warning when the run is incomplete or had no language model."""
    warning = f"Incomplete audit: {'; '.join(incomplete)}." if incomplete else ""
    offline = (
        ""
        if language_model
        else "No language model was used: this report was put together offline, from the tree's "
        "documents, structure and rules."
    )
    return " ".join(part for part in (warning, offline) if part)


def _unread(unread: Sequence[ScanError]) -> str:
    if not unread:
        return ""
    paths = sorted((error.path, error.problem) for error in unread)
    count = formats.pluralize(len(paths), "path")
    return f"{count} could not be read: {formats.with_reasons(paths, _NAMED)}"


def _directories(state: DirectoryState, outcomes: Sequence[DirectoryOutcome]) -> str:
    paths = [outcome.path for outcome in outcomes if outcome.state is state]
    if not paths:
        return ""
    count = formats.pluralize(len(paths), "directory", "directories")
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"{count} {state} ({', '.join(paths[:_NAMED])}{more})"
