"""When a directory is investigated once more on the next model tier, and what then counts."""

from collections.abc import Iterable

from luminos_core.flags.fingerprint import found_at
from luminos_core.records.directory import DirectoryReport, DirectoryState, FileEntry
from luminos_core.records.flag import Flag
from luminos_core.text.formats import listed

UNSURE = 0.5  # of confidence: below it somebody else should look
_TURNS = ("turns_allocated", "turns_used", "turns_lent", "turns_borrowed")
_PARTIAL = (DirectoryState.PARTIAL, DirectoryState.ACCEPTED)


def is_enough(report: DirectoryReport) -> bool:
    """Whether no better model need look: unless it is complete and unsure, or partial at its cap,
    where the same model would end it in the same way. A failure is no reason to ask another."""
    if report.state.is_complete:
        confidence = report.entry.confidence if report.entry else None
        return confidence is None or confidence >= UNSURE
    return not (report.is_stuck and report.state in _PARTIAL)


def joined(earlier: DirectoryReport | None, report: DirectoryReport) -> DirectoryReport:
    """The better of a tier's report, whose attempt is the last in `report.escalated`, and the one
    of the tiers before it, with what only the other one has of files and flags."""
    if earlier is None:
        return report
    best, other = report, earlier
    if _rank(report.state) < _rank(earlier.state):
        best, other = earlier, report
    return best.model_copy(
        update={
            **{name: getattr(earlier, name) + getattr(report, name) for name in _TURNS},
            "files": _files(best.files, of_model(other.files, other.escalated[-1].model)),
            "flags": _flags(best.flags, other.flags),
            "escalated": (*earlier.escalated, *report.escalated),
        }
    )


def accepted(report: DirectoryReport) -> DirectoryReport:
    """When the last tier has looked: what is partial stays so, and is no gap."""
    if report.state is not DirectoryState.PARTIAL:
        return report
    tiers = listed([each.tier.value for each in report.escalated])
    reason = f"accepted as partial after the models for {tiers}: {report.reason}"
    return report.model_copy(update={"state": DirectoryState.ACCEPTED, "reason": reason})


def of_model(files: Iterable[FileEntry], model: str) -> tuple[FileEntry, ...]:
    """Entries that another model wrote than the directory's."""
    return tuple(each if each.model else each.model_copy(update={"model": model}) for each in files)


def _rank(state: DirectoryState) -> int:
    return 2 if state.is_complete else int(state in _PARTIAL)


def _files(best: Iterable[FileEntry], other: Iterable[FileEntry]) -> tuple[FileEntry, ...]:
    found = {each.relative_path: each for each in (*other, *best)}
    return tuple(found[path] for path in sorted(found))


def _flags(best: Iterable[Flag], other: Iterable[Flag]) -> tuple[Flag, ...]:
    return tuple({found_at(each): each for each in (*other, *best)}.values())
