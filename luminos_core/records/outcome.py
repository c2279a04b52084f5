"""What became of the directories of one audit, and how their investigators judged their work."""

from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState, FileEntry, TierAttempt
from luminos_core.records.plan import Tier
from luminos_core.records.question import Answer


class ReportedFile(FileEntry):
    """A file's entry as a report exports it."""

    path: str  # absolute, escaped


class DirectoryOutcome(Record):
    """What became of one directory."""

    path: str
    state: DirectoryState
    reason: str = ""  # why it is not complete, or which plan or rule left it out
    change: str = ""  # why it was investigated in this run: "new", "content changed: a.py"
    summary: str = ""
    model: str = ""  # whose result it is; "" without one, and offline
    tier: Tier = Tier.DEFAULT
    turns_allocated: int = 0
    turns_used: int = 0
    turns_lent: int = 0
    turns_borrowed: int = 0
    completeness: float | None = None
    confidence: float | None = None
    confidence_reason: str = ""
    notable_files: tuple[str, ...] = ()
    investigated_at: str = ""  # ISO 8601, UTC; of a cached result, in the run that made it
    directories: int = 1  # more for an excluded tree
    calls: int = 0  # in this run, with those that gave no answer
    tokens: int = 0
    usd: float | None = 0.0  # None: a price is unknown
    escalated: tuple[TierAttempt, ...] = ()  # the model tiers tried, when one was not enough
    files: tuple[ReportedFile, ...] = ()
    answers: tuple[Answer, ...] = ()  # of its agent


class NotableFile(Record):
    path: str
    reason: str = ""


class SelfRating(Record):
    """How an investigator judged its own work on a directory, or what it wrote of one file."""

    path: str
    is_file: bool = False
    confidence: float | None = None  # None: not rated
    confidence_reason: str = ""
    completeness: float | None = None
    notable_files: tuple[NotableFile, ...] = ()
