"""Whether a run is complete, and the first line of its brief."""

from collections.abc import Sequence

from luminos_core.records.directory import DirectoryState
from luminos_core.records.halt import Halt
from luminos_core.records.report import DirectoryOutcome, Gap
from luminos_core.text.escape import one_line

_UNFINISHED = (
    DirectoryState.FAILED,
    DirectoryState.REFUSED,
    DirectoryState.PARTIAL,
    DirectoryState.DEFERRED,
)
_STOOD_IN_FOR = ("survey", "plan", "revision")  # their documented defaults leave no directory out
_NAMED = 3  # directories named in a sentence; the table has them all


def shortcomings(
    outcomes: Sequence[DirectoryOutcome], gaps: Sequence[Gap], halt: Halt | None
) -> tuple[str, ...]:
    """Why the run is incomplete: sentences of one line, without a full stop; () when it is not."""
    unfinished = [_unfinished(state, outcomes) for state in _UNFINISHED]
    failed = [
        f"the {gap.pass_name} has a gap: {gap.reason}"
        for gap in gaps
        if gap.pass_name not in _STOOD_IN_FOR
    ]
    halted = [halt.sentence] if halt else []
    return tuple(one_line(text) for text in (*halted, *unfinished, *failed) if text)


def opening_line(because: Sequence[str], language_model: bool) -> str:
    """The brief's first line: what a reader must know before believing the rest."""
    incomplete = f"Incomplete audit: {'; '.join(because)}." if because else ""
    offline = (
        ""
        if language_model
        else "No language model was used: this report was put together offline, from the tree's "
        "documents, structure and rules."
    )
    return " ".join(part for part in (incomplete, offline) if part)


def _unfinished(state: DirectoryState, outcomes: Sequence[DirectoryOutcome]) -> str:
    paths = [outcome.path for outcome in outcomes if outcome.state is state]
    if not paths:
        return ""
    counted = "1 directory" if len(paths) == 1 else f"{len(paths)} directories"
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"{counted} {state} ({', '.join(paths[:_NAMED])}{more})"
