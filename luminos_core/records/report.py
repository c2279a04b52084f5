"""The whole result of one audit; every rendering is a projection of `AuditReport`."""

from typing import Literal

from luminos_core.records.base import Record
from luminos_core.records.cost import ModelUsage
from luminos_core.records.directory import DirectoryState, FileEntry
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Plan, Tier
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import (
    CategoryTotal,
    Count,
    DirectorySize,
    Exclusion,
    FileRecord,
    LanguageTotal,
    Trouble,
)
from luminos_core.records.survey import Survey

REPORT_SCHEMA = 1


class Synthesis(Record):
    brief: str
    detailed: str
    flags: tuple[Flag, ...] = ()  # raised by the synthesis itself
    mechanical: bool = False  # put together from the directories' summaries, without a model
    gap: str = ""  # why it is mechanical when a model should have written it
    usage: tuple[ModelUsage, ...] = ()


class Gap(Record):
    """A pass that failed and what the run did instead."""

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
    recent_files: tuple[FileRecord, ...]
    recency_source: str
    top_directories: tuple[DirectorySize, ...]
    exclusions: tuple[Exclusion, ...]
    troubles: tuple[Trouble, ...]
    tree: str  # three levels, rendered


class DirectoryOutcome(Record):
    """One line of the directory table."""

    path: str
    state: DirectoryState
    reason: str = ""  # why it is not complete, or which plan or rule left it out
    change: str = ""  # why it was investigated in this run: "new", "content changed: a.py"
    summary: str = ""
    tier: Tier = Tier.DEFAULT
    turns_allocated: int = 0
    turns_used: int = 0
    completeness: float | None = None
    confidence: float | None = None
    directories: int = 1  # more for an excluded tree
    files: tuple[FileEntry, ...] = ()


class Coverage(Record):
    """Directories by state; `by_state` adds up to `total`, checked when the report is made."""

    total: int
    by_state: tuple[Count, ...]


class Cost(Record):
    """What this run paid; stored results cost nothing again."""

    usage: tuple[ModelUsage, ...] = ()
    usd: float | None = None  # None: no call was made to a priced model, or a price is unknown
    unknown_prices: tuple[str, ...] = ()  # models


class AuditReport(Record):
    """One run. Unknown fields are ignored on reading, so older programs read newer reports."""

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
    language_model: bool  # False: no language model was used
    brief: str
    detailed: str
    synthesis_is_mechanical: bool
    flags: tuple[Flag, ...]  # critical, concern, info; then by path and line
    directories: tuple[DirectoryOutcome, ...]  # by path
    coverage: Coverage
    gaps: tuple[Gap, ...] = ()
    plan: Plan
    survey: Survey | None
    plan_order: tuple[str, ...]
    unmatched_plan_paths: tuple[str, ...] = ()
    cost: Cost
    scan: ScanSummary
