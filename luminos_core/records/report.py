"""The result of one audit."""

from typing import Literal

from pydantic import AwareDatetime

from luminos_core.records.base import Record
from luminos_core.records.comparison import Comparison, SourceVersion
from luminos_core.records.complexity import Complexity
from luminos_core.records.cost import DIRECTORY, ModelUsage, Spending
from luminos_core.records.council import Council
from luminos_core.records.coverage import Coverage
from luminos_core.records.estimate import Estimate
from luminos_core.records.external import ToolRun
from luminos_core.records.flag import Flag, FlagCounts, Severity
from luminos_core.records.memory_use import MemoryUse
from luminos_core.records.outcome import DirectoryOutcome, SelfRating
from luminos_core.records.plan import Plan
from luminos_core.records.policy import PolicyResult
from luminos_core.records.project import MappedFile, ProjectFacts
from luminos_core.records.question import PersonQuestion
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import RequirementStatus
from luminos_core.records.snapshot import (
    CategoryTotal,
    CodeHistory,
    DirectorySize,
    Exclusion,
    FileRecord,
    LanguageTotal,
    RecentFile,
    ScanError,
)
from luminos_core.records.suppression import SuppressionRemark
from luminos_core.records.survey import Survey
from luminos_core.records.trend import TrendPoint

# 1: of the flags with one quotation only the first; 2: compared with no other run.
REPORT_SCHEMA = 3


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


class PassModel(Record):
    """The model that a pass names in its calls, whether it made any in this run or not; or another
    one whose results were kept."""

    pass_name: str
    model: str


class KeptResults(PassModel):
    """Results of another model than the pass's, which count as cached."""

    results: int


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


_NAMED = 5  # files


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
    version: SourceVersion = SourceVersion()
    started_at: str  # ISO 8601, UTC
    finished_at: str
    status: Literal["complete", "incomplete"]
    incomplete_because: tuple[str, ...] = ()
    quota_returns_at: AwareDatetime | None = None  # of a run that the quota stopped
    language_model: bool  # whether one was used
    complexity: Complexity | None = None  # of the target; None: of an earlier version of Luminos
    brief: str
    detailed: str
    synthesis_is_mechanical: bool
    flags: tuple[Flag, ...]  # each place: critical, concern, info; then by path and line
    flag_totals: tuple[FlagTotal, ...] = ()  # of `flags`, by severity
    unverified_flags: tuple[Flag, ...] = ()  # whose quotation was not found; not among `flags`
    refuted_flags: tuple[Flag, ...] = ()  # by reviewers; not among `flags`
    hints: tuple[Flag, ...] = ()  # of checks, to be judged; not among `flags`, by path and line
    dismissed_hints: tuple[Flag, ...] = ()  # of them, those that an agent or a reviewer dismissed
    suppressed_flags: tuple[Flag, ...] = ()  # by a comment in the code, or by an entry of a file
    suppression_remarks: tuple[SuppressionRemark, ...] = ()  # on these files, by kind
    comparison: Comparison | None = None  # with the last run; None when there is none
    not_compared: str = ""  # why not, when there were earlier runs that cannot be read
    policy: PolicyResult | None = None  # None: the run had none
    requirements: tuple[RequirementStatus, ...] = ()  # unmet, unknown, waived, met
    council: Council | None = None  # None: it did not meet
    questions: tuple[PersonQuestion, ...] = ()
    directories: tuple[DirectoryOutcome, ...]  # by path
    self_ratings: tuple[SelfRating, ...] = ()  # the lowest confidence first, unrated before all
    coverage: Coverage
    not_read: str = ""  # of an offline report: how much text was not read whole, and where
    not_searched: tuple[str, ...] = ()  # minified scripts that no rule searched, by path
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
    memory_use: MemoryUse | None = None  # None: nothing is remembered
    scan: ScanSummary
    project: ProjectFacts = ProjectFacts()
    files: tuple[MappedFile, ...] = ()  # by path
    trend: tuple[TrendPoint, ...] = ()  # of the target's last 30 runs, this one the last

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
    def hint_count(self) -> str:
        """ "12 hints in 31 places"; "" for none."""
        counts = FlagCounts.of(self.hints)
        number = counts.flags.total()
        return (
            f"{number:,} {'hint' if number == 1 else 'hints'}{counts.in_places}" if number else ""
        )

    @property
    def not_searched_line(self) -> str:
        """ "2 minified scripts were searched by no rule: a.min.js, b.min.js"; "" for none."""
        paths = self.not_searched
        scripts = "minified script was" if len(paths) == 1 else "minified scripts were"
        named = ", ".join(paths[:_NAMED]) + (", …" if len(paths) > _NAMED else "")
        return f"{len(paths):,} {scripts} searched by no rule: {named}" if paths else ""

    @property
    def unverified_count(self) -> str:
        """ "1 flag whose quotation was not found"; "" for none."""
        counts = FlagCounts.of(self.unverified_flags)
        number = counts.flags.total()
        noun = "flag" if number == 1 else "flags"
        found = f"{number:,} {noun} whose quotation was not found{counts.in_places}"
        return found if number else ""

    @property
    def policy_line(self) -> str:
        """Its result in sentences; "" without a policy."""
        if self.policy is None:
            return ""
        kept_so_far = self.status == "incomplete" and not self.policy.failed
        more = " The audit is incomplete: what is missing is not judged." if kept_so_far else ""
        return self.policy.line + more

    @property
    def exit_code(self) -> int:
        """Of the commands that print it: 2 when incomplete, else 1 when its policy is violated."""
        if self.status == "incomplete":
            return 2
        return 1 if self.policy and self.policy.failed else 0
