"""A directory's entry: from its submission, or from its file entries when there is none."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from luminos_core.records.directory import DirectoryEntry, DirectoryWork, FileEntry
from luminos_core.records.snapshot import Category, DirectoryRecord
from luminos_core.redaction.redact import redact
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState

_SUMMARY_CHARACTERS = 2_000  # of an entry without a submission
_FILE_CHARACTERS = 200  # of one file's summary in it


def submitted_entry(
    work: DirectoryWork, agent_state: AgentState, submission: SubmitReportInput, now: datetime
) -> DirectoryEntry:
    """The submission as the directory's entry. If the agent has written its own, the submission
    only fills its empty fields."""
    own = agent_state.entry
    if own is None:
        notable = _notable(own_files(work.directory, agent_state))
        own = _entry(work, redact(submission.summary).text, notable, now)
    reason = submission.confidence_reason
    assessment = {
        "completeness": submission.completeness,
        "confidence": submission.confidence,
        "confidence_reason": reason and redact(reason).text,
    }
    return own.model_copy(
        update={
            "boundary": submission.boundary,
            **{name: value for name, value in assessment.items() if getattr(own, name) is None},
        }
    )


def partial_entry(
    work: DirectoryWork, agent_state: AgentState, reason: str, now: datetime
) -> DirectoryEntry:
    """The entry that the agent has written, or else one from its file entries so far."""
    if agent_state.entry is not None:
        return agent_state.entry
    written = own_files(work.directory, agent_state)
    reason = reason if written else f"{reason} before files processed"
    entry = _entry(work, _joined(written), _notable(written), now)
    return entry.model_copy(update={"partial": True, "partial_reason": reason})


def own_files(directory: DirectoryRecord, agent_state: AgentState) -> list[FileEntry]:
    """The entries of the directory's own files, by path."""
    prefix = "" if directory.path == "." else f"{directory.path}/"
    return [
        entry
        for path, entry in sorted(agent_state.files.items())
        if path.startswith(prefix) and "/" not in path[len(prefix) :]
    ]


def own_paths(directory: DirectoryRecord, agent_state: AgentState) -> frozenset[str]:
    """Of the directory's own files that have an entry."""
    return frozenset(entry.relative_path for entry in own_files(directory, agent_state))


def _entry(
    work: DirectoryWork, summary: str, notable_files: tuple[str, ...], now: datetime
) -> DirectoryEntry:
    directory = work.directory
    return DirectoryEntry(
        relative_path=directory.path,
        child_count=len(directory.files) + len(directory.children),
        summary=summary,
        notable_files=notable_files,
        dominant_category=_dominant(directory),
        cached_at=now.isoformat(),
    )


def _joined(entries: Sequence[FileEntry]) -> str:
    """ "a.py: what it does; b.py: …", as many whole files as fit."""
    pieces: list[str] = []
    room = _SUMMARY_CHARACTERS
    for entry in entries:
        name = entry.relative_path.rpartition("/")[2]
        piece = f"{name}: {entry.summary.strip()[:_FILE_CHARACTERS]}"
        room -= len(piece) + 2
        if room < 0:
            pieces.append(f"and {len(entries) - len(pieces)} more files")
            break
        pieces.append(piece)
    return "; ".join(pieces) or "no files processed"


def _notable(entries: Iterable[FileEntry]) -> tuple[str, ...]:
    return tuple(entry.relative_path for entry in entries if entry.notable)


def _dominant(directory: DirectoryRecord) -> Category:
    """The category of most files; of two with as many, the one that is declared first."""
    categories = [file.category for file in directory.files]
    return max(Category, key=categories.count) if categories else Category.UNKNOWN
