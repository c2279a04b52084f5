"""One directory: the work it is, what it depends on, and what came of it."""

from enum import StrEnum

from pydantic import Field

from luminos_core.records.base import Record
from luminos_core.records.boundary import Boundary
from luminos_core.records.directory_facts import DirectoryFacts
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.question import Answer, Question
from luminos_core.records.settings import ModelTier
from luminos_core.records.snapshot import Category, DirectoryRecord
from luminos_core.records.surroundings import Surroundings
from luminos_core.records.survey import Survey


class DirectoryState(StrEnum):
    """Every directory of the target ends in exactly one of these."""

    INVESTIGATED = "investigated"
    CACHED = "cached"  # a stored complete result was used
    PARTIAL = "partial"
    ACCEPTED = "accepted"  # partial, and left so: further parts brought no progress
    UNREADABLE = "unreadable"  # itself or some of its files; what can be read was investigated
    FAILED = "failed"
    REFUSED = "refused"
    SKIPPED = "skipped"  # by the plan
    EXCLUDED = "excluded"  # by a rule
    DEFERRED = "deferred"  # money, quota or time ran out

    @property
    def is_complete(self) -> bool:
        return self in (DirectoryState.INVESTIGATED, DirectoryState.CACHED)

    @property
    def is_settled(self) -> bool:
        """Whether it is complete, or as good as it gets: its result is stored, and is no gap."""
        return self.is_complete or self is DirectoryState.ACCEPTED


class FileIngredient(Record):
    name: str
    kind: str
    digest: str  # of the content; of size and mtime for what is never read


class ChildIngredient(Record):
    path: str
    key: str
    gap: str = (
        ""  # its state when it is not complete, or a repaired child would leave the gap above
    )
    model_free: str = ""  # digest of its key without models; no part of `key_digest`


class DirectoryKey(Record):
    """All that a directory's result depends on; two keys compare field by field."""

    path: str
    files: tuple[FileIngredient, ...]
    children: tuple[ChildIngredient, ...]
    problem: str = ""  # why not all of its entries could be listed
    prompt: str  # digest of the pass's prompt texts
    tools: str  # digest of the pass's whole tool definitions
    model: str
    suppressed: str = ""  # digest of flags that the pass is not told of
    schema_version: int


class ChildSummary(Record):
    """One child of a directory, as its parent's prompt describes it."""

    path: str
    state: DirectoryState
    summary: str = ""
    reason: str = ""  # why it is not complete
    boundary: Boundary = Boundary()
    facts: DirectoryFacts | None = None  # when the offline investigator found them


class LeftOut(Record):
    """A directory without a report: skipped, excluded or not reached."""

    path: str
    state: DirectoryState
    reason: str = ""
    directories: int = 1  # more for an excluded tree


class FileEntry(Record):
    """What an investigator wrote of one file."""

    relative_path: str  # to the target
    size_bytes: int
    category: Category
    summary: str
    cached_at: str  # ISO 8601, UTC
    confidence: float | None = Field(default=None, ge=0, le=1, strict=True, allow_inf_nan=False)
    confidence_reason: str | None = None
    completeness: float | None = Field(default=None, ge=0, le=1, strict=True, allow_inf_nan=False)
    notable: bool | None = None
    notable_reason: str | None = None
    not_parsed: str | None = None  # why, when no parser could read it within its limits
    model: str | None = None  # which wrote it, when it is not the one of the directory
    partly_read: str | None = None  # what of it was left out, if not all was read or outlined


class DirectoryEntry(Record):
    """What is known of one directory."""

    relative_path: str
    child_count: int  # visible entries
    summary: str
    dominant_category: Category
    cached_at: str
    confidence: float | None = Field(default=None, ge=0, le=1, strict=True, allow_inf_nan=False)
    confidence_reason: str | None = None
    completeness: float | None = Field(default=None, ge=0, le=1, strict=True, allow_inf_nan=False)
    notable_files: tuple[str, ...] = ()
    boundary: Boundary = Boundary()
    partial: bool = False
    partial_reason: str | None = None


class TierAttempt(Record):
    """What came of a directory on one model tier, when one tier was not enough."""

    tier: ModelTier
    model: str  # its label
    state: DirectoryState
    confidence: float | None = None
    reason: str = ""  # why it is not complete, or not sure
    turns: int = 0  # used
    allocated: int = 0  # turns; 0: not known
    lent: int = 0
    borrowed: int = 0
    settled: bool = True  # False: another attempt on this tier may end otherwise


class DirectoryReport(Record):
    """What came of one directory."""

    path: str
    state: DirectoryState
    reason: str = ""  # why it is not complete; "" when it is
    entry: DirectoryEntry | None = None
    files: tuple[FileEntry, ...] = ()
    flags: tuple[Flag, ...] = ()  # the model's, not the analyzers'
    answers: tuple[Answer, ...] = ()
    tier: Tier = Tier.DEFAULT
    turns_allocated: int = 0  # these and the next, on all model tiers
    turns_used: int = 0
    turns_lent: int = 0  # not needed, and given to the run's other directories
    turns_borrowed: int = 0  # from them, beyond those allocated
    is_stuck: bool = False  # not complete, and the same model would end it in the same way
    escalated: tuple[TierAttempt, ...] = ()  # when one model tier was not enough: all so far
    facts: DirectoryFacts | None = None  # when the offline investigator found them

    @property
    def summary(self) -> str:
        return self.entry.summary if self.entry else ""

    @property
    def boundary(self) -> Boundary:
        return self.entry.boundary if self.entry else Boundary()

    @property
    def is_due(self) -> bool:
        """Whether the next model tier is still to look at it."""
        return bool(self.escalated) and not self.escalated[-1].settled


class DirectoryWork(Record):
    """All a directory task needs, passed whole."""

    target: str  # absolute real path, escaped
    target_name: str
    directory: DirectoryRecord
    assignment: Assignment
    children: tuple[ChildSummary, ...]
    flags: tuple[Flag, ...]  # the analyzers', of its own files
    hints: tuple[Flag, ...] = ()  # theirs, for an agent to judge
    questions: tuple[Question, ...] = ()  # beside those about `flags` and `hints`
    around: Surroundings | None = None
    survey: Survey | None
    notes: str
    memory: str = ""  # what earlier runs taught, rendered; no ingredient of the result
    key: DirectoryKey
    change: str  # why it is investigated, if it is: "new", "content changed: a.py"
    refines: DirectoryReport | None = None  # it is asked `questions` after this came of it
    model_tier: ModelTier | None = None  # None: that of its pass
    earlier: DirectoryReport | None = None  # of the model tiers below, which were not enough
    escalates: bool = False  # whether the next model tier may look at it, too
