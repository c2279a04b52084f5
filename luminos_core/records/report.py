"""The result of one audit."""

from collections import Counter
from enum import StrEnum
from typing import Literal, Self

from pydantic import AwareDatetime, model_validator

from luminos_core.records.base import Record
from luminos_core.records.cost import DIRECTORY, ModelUsage, Spending
from luminos_core.records.directory import DirectoryState, FileEntry
from luminos_core.records.estimate import Estimate
from luminos_core.records.external import ToolRun
from luminos_core.records.flag import Flag, FlagCounts, Severity
from luminos_core.records.plan import Plan, Tier
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import (
    CategoryTotal,
    CodeHistory,
    Count,
    DirectorySize,
    Exclusion,
    FileRecord,
    LanguageTotal,
    RecentFile,
    ScanError,
)
from luminos_core.records.survey import Survey

REPORT_SCHEMA = 2  # 1: of the flags with one quotation only the first


class Synthesis(Record):
    brief: str
    detailed: str
    flags: tuple[Flag, ...] = ()  # raised by the synthesis itself
    mechanical: bool = False  # from the directories' summaries, without a model
    gap: str = ""  # why it, or a part of it, is mechanical although a model should have written it


class Gap(Record):
    """A pass that failed, and what the run did instead."""

    pass_name: str
    reason: str


class ScanSummary(Record):
    """The base scan without its files."""

    scanned_at: str
    files: int
    directories: int
    disk_use: int  # bytes
    categories: tuple[CategoryTotal, ...]
    languages: tuple[LanguageTotal, ...]
    large_files: tuple[FileRecord, ...]
    history: CodeHistory = CodeHistory()  # of a target in a git repository
    recent_files: tuple[RecentFile, ...]
    last_modified_source: str
    top_directories: tuple[DirectorySize, ...]
    exclusions: tuple[Exclusion, ...]
    scan_errors: tuple[ScanError, ...]
    tree: str  # three levels, rendered


class ReportedFile(FileEntry):
    """A file's entry as a report exports it."""

    path: str  # absolute, escaped


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


class PassModel(Record):
    """The model that a pass names in its calls, whether it made any in this run or not; or another
    one whose results were kept."""

    pass_name: str
    model: str


class KeptResults(PassModel):
    """Results of another model than the pass's, which count as cached."""

    results: int


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
    files: tuple[ReportedFile, ...] = ()


class FileState(StrEnum):
    """What is known of a file beyond the scan's facts."""

    DESCRIBED = "described"  # it has an entry
    NOT_PARSED = "not parsed"  # as described, but no parser could read it within its limits
    PARTLY_READ = "partly read"  # as described, but it is longer than what is read of one
    LISTED = "listed"  # a text file without an entry
    BINARY = "binary"
    UNREADABLE = "unreadable"  # no permission, vanished during the scan, ...
    SPECIAL = "special"  # a link, a FIFO, a socket, a device: never opened
    WITHHELD = "withheld"  # known for secrets by its name
    EXCLUDED = "excluded"  # by a rule


class Coverage(Record):
    """The numbers of directories and files by state. Both must add up to their totals."""

    total: int  # directories, those in excluded trees included
    by_state: tuple[Count, ...]  # every `DirectoryState`, in its order
    files: int = 0  # excluded ones included
    files_by_state: tuple[Count, ...] = ()  # every `FileState`, in its order

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        for total, counts in ((self.total, self.by_state), (self.files, self.files_by_state)):
            if sum(count.count for count in counts) != total:
                raise ValueError(f"coverage does not add up to {total}: {counts}")
        return self

    @property
    def complete_directories(self) -> int:
        """Directories with a complete result, of this run or stored."""
        complete = {state for state in DirectoryState if state.is_complete}
        return sum(count.count for count in self.by_state if count.name in complete)


class Cost(Record):
    """The cost of this run by its ledger, without cached results, and of interrupted runs before.
    A directory's cost in this run is in its outcome."""

    usage: tuple[ModelUsage, ...] = ()  # by pass and model
    by_pass: tuple[Spending, ...] = ()  # the most expensive first
    by_model: tuple[Spending, ...] = ()
    interrupted: tuple[Spending, ...] = ()  # by run, of those that could not report it
    unanswered: int = 0  # attempts that cost something and gave no answer
    estimate: Estimate | None = None  # before the run; None when it was to cost nothing
    usd: float | None = None  # None: no call was made to a priced model, or a price is unknown
    unknown_prices: tuple[str, ...] = ()  # models

    @property
    def interrupted_usd(self) -> float | None:
        """None when a price is unknown."""
        known = [each.usd for each in self.interrupted if each.usd is not None]
        return sum(known) if len(known) == len(self.interrupted) else None


class FlagTotal(Record):
    """What one rule says of one file is one flag, however many places it has there."""

    severity: Severity
    flags: int
    places: int


class AuditReport(Record):
    """Unknown fields are ignored on reading, so that older versions read newer reports."""

    schema_version: int = REPORT_SCHEMA
    luminos_version: str
    run_id: str
    request: AuditRequest
    target: str  # absolute real path, escaped
    name: str
    started_at: str  # ISO 8601, UTC
    finished_at: str
    status: Literal["complete", "incomplete"]
    incomplete_because: tuple[str, ...] = ()
    quota_returns_at: AwareDatetime | None = None  # of a run that the quota stopped
    language_model: bool  # whether one was used
    brief: str
    detailed: str
    synthesis_is_mechanical: bool
    flags: tuple[Flag, ...]  # each place: critical, concern, info; then by path and line
    flag_totals: tuple[FlagTotal, ...] = ()  # of `flags`, by severity
    unverified_flags: tuple[Flag, ...] = ()  # whose quotation was not found; not among `flags`
    suppressed_flags: tuple[Flag, ...] = ()  # that a comment in the code says are meant
    directories: tuple[DirectoryOutcome, ...]  # by path
    self_ratings: tuple[SelfRating, ...] = ()  # the lowest confidence first, unrated before all
    coverage: Coverage
    not_read: str = ""  # of an offline report: how much text was not read whole, and where
    tools: tuple[ToolRun, ...] = ()  # other programs: those that ran, and those that did not
    gaps: tuple[Gap, ...] = ()
    plan: Plan  # the revised one, if it was revised
    plan_revision: str = ""  # "after 4 of 12 directories, because ..."; "" when it was not
    survey: Survey | None
    plan_order: tuple[str, ...]
    unmatched_plan_paths: tuple[str, ...] = ()
    models: tuple[PassModel, ...] = ()
    kept_results: tuple[KeptResults, ...] = ()  # of other models
    cost: Cost
    scan: ScanSummary

    def is_kept(self, outcome: DirectoryOutcome) -> bool:
        """Whether the directory's result is another model's."""
        kept = (each.model for each in self.kept_results if each.pass_name == DIRECTORY)
        return outcome.model in kept

    @property
    def flag_counts(self) -> str:
        """ "1 critical, 2 concerns in 7 places, 1 flag whose quotation was not found", or "no
        flags"."""
        counts = FlagCounts.of(self.flags)
        found = [(each, counts.flags[each]) for each in Severity if counts.flags[each]]
        plural = {Severity.CONCERN: "concerns"}
        parts = [f"{n:,} {plural.get(each, each) if n > 1 else each}" for each, n in found]
        counted = ", ".join(parts) + counts.in_places
        return ", ".join(filter(None, (counted, self.unverified_count))) or "no flags"

    @property
    def suppressed_count(self) -> str:
        """ "Suppressed in the code: 3 places (noqa 2, nosec 1)."; "" for none."""
        by = Counter(flag.suppressed.partition(":")[0] for flag in self.suppressed_flags)
        places = sum(flag.places for flag in self.suppressed_flags)
        noun = "place" if places == 1 else "places"
        said = ", ".join(f"{name} {count:,}" for name, count in by.most_common())
        return f"Suppressed in the code: {places:,} {noun} ({said})." if places else ""

    @property
    def unverified_count(self) -> str:
        """ "1 flag whose quotation was not found"; "" for none."""
        counts = FlagCounts.of(self.unverified_flags)
        number = counts.flags.total()
        noun = "flag" if number == 1 else "flags"
        found = f"{number:,} {noun} whose quotation was not found{counts.in_places}"
        return found if number else ""

    @property
    def exit_code(self) -> int:
        """Of the commands that print it: 0 when complete, 2 when not."""
        return 0 if self.status == "complete" else 2
