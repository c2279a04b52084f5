"""Assemble a run's report from the results of its passes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from luminos_core import __version__
from luminos_core.agents.verification.decided import decided
from luminos_core.audit.costs import directory_costs, total_cost
from luminos_core.audit.coverage import count_coverage
from luminos_core.audit.file_map import map_files
from luminos_core.audit.left_out import left_out
from luminos_core.audit.scan_summary import scan_summary
from luminos_core.audit.self_ratings import self_ratings
from luminos_core.audit.status import brief_opening, incomplete_reasons
from luminos_core.audit.unread import unread_text
from luminos_core.flags.ranking import fingerprinted, rank_flags, without_doubted
from luminos_core.flags.totals import flag_totals
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.complexity import Complexity
from luminos_core.records.cost import LedgerLine, Spending
from luminos_core.records.council import Council
from luminos_core.records.directory import DirectoryReport, DirectoryState, FileEntry, LeftOut
from luminos_core.records.estimate import Estimate
from luminos_core.records.external import ToolRun
from luminos_core.records.flag import Flag
from luminos_core.records.halt import Halt
from luminos_core.records.memory_use import AdjustedTurns
from luminos_core.records.outcome import DirectoryOutcome, ReportedFile
from luminos_core.records.plan import Plan, Schedule, Tier
from luminos_core.records.project import ProjectFacts
from luminos_core.records.question import PersonQuestion
from luminos_core.records.report import (
    AuditReport,
    Gap,
    KeptResults,
    PassModel,
    Synthesis,
)
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import Findings, RequirementStatus
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.suppression import SuppressionFile
from luminos_core.records.survey import Survey
from luminos_core.records.verification import Verification
from luminos_core.redaction.redact_record import redact_path
from luminos_core.requirements.decide import decided as decided_requirements
from luminos_core.suppressions.apply import with_suppressions


@dataclass(frozen=True)
class RunFacts:
    """What a report is assembled from."""

    run_id: str
    request: AuditRequest
    snapshot: Snapshot
    synthesis: Synthesis
    started_at: str  # ISO 8601, UTC
    finished_at: str
    language_model: bool
    complexity: Complexity | None = None
    schedule: Schedule = field(default_factory=lambda: Schedule(assignments=()))
    plan: Plan = field(default_factory=Plan)
    plan_revision: str = ""  # when and why it was revised during the run
    adjusted: Sequence[AdjustedTurns] = ()  # by what is remembered
    memory_tokens: int = 0  # that agents were told of it
    survey: Survey | None = None
    reports: Sequence[DirectoryReport] = ()  # at most one for each directory
    changes: Mapping[str, str] = field(default_factory=dict)  # path: why it was investigated
    result_models: Mapping[str, str] = field(default_factory=dict)  # path: whose result it is
    verifications: Sequence[Verification] = ()
    council: Council | None = None  # None: it did not meet
    check_flags: Sequence[Flag] = ()
    hints: Sequence[Flag] = ()
    not_searched: Sequence[str] = ()  # paths
    suppressed_flags: Sequence[Flag] = ()  # in the code, by a comment
    suppressions: SuppressionFile = field(default_factory=SuppressionFile)
    requirements: Findings | None = None  # None: nothing was required
    questions: Sequence[PersonQuestion] = ()
    tools: Sequence[ToolRun] = ()
    gaps: Sequence[Gap] = ()
    models: Sequence[PassModel] = ()
    kept_results: Sequence[KeptResults] = ()  # of other models
    ledger: Sequence[LedgerLine] = ()
    interrupted: Mapping[str, Sequence[LedgerLine]] = field(default_factory=dict)  # by run
    estimate: Estimate | None = None
    tree: str = ""  # three levels, rendered
    halt: Halt | None = None  # why directories were not reached
    version: SourceVersion = field(default_factory=SourceVersion)
    project: ProjectFacts = field(default_factory=ProjectFacts)
    owners: Mapping[str, str] = field(default_factory=dict)  # of flagged files, by path


def assemble(facts: RunFacts) -> AuditReport:
    """Raises ValueError, a bug of the caller, when two reports are of one directory or one is of a
    directory that is not in the tree."""
    outcomes = _outcomes(facts)
    unread = [error for each in facts.snapshot.directories for error in each.unread]
    incomplete = incomplete_reasons(outcomes, facts.gaps, facts.halt, unread)
    told = decided(
        facts.check_flags, facts.hints, facts.reports, facts.verifications, facts.synthesis.flags
    )
    flags, unverified = (_shown(each, facts) for each in without_doubted(told.flags))
    mapped = map_files(facts.snapshot, outcomes)
    not_read = "" if facts.language_model else unread_text(facts.snapshot, outcomes)
    opening = brief_opening(incomplete, facts.language_model, outcomes, not_read, facts.council)
    report = AuditReport(
        luminos_version=__version__,
        run_id=facts.run_id,
        request=facts.request,
        target=facts.snapshot.target,
        name=facts.snapshot.name,
        version=facts.version,
        started_at=facts.started_at,
        finished_at=facts.finished_at,
        status="incomplete" if incomplete else "complete",
        incomplete_because=incomplete,
        quota_returns_at=facts.halt.returns_at if facts.halt else None,
        language_model=facts.language_model,
        complexity=facts.complexity,
        brief="\n\n".join(part for part in (opening, facts.synthesis.brief) if part),
        detailed=facts.synthesis.detailed,
        synthesis_is_mechanical=facts.synthesis.mechanical,
        flags=flags,
        flag_totals=flag_totals(flags),
        unverified_flags=unverified,
        refuted_flags=_shown(rank_flags(told.refuted), facts),
        hints=_shown(told.hints, facts),
        dismissed_hints=_shown(told.dismissed_hints, facts),
        not_searched=tuple(facts.not_searched),
        suppressed_flags=fingerprinted(facts.suppressed_flags),
        requirements=_requirements(facts),
        council=facts.council,
        questions=tuple(facts.questions),
        directories=outcomes,
        self_ratings=self_ratings(facts.reports),
        coverage=count_coverage(facts.snapshot, outcomes, mapped),
        not_read=not_read,
        tools=tuple(facts.tools),
        gaps=tuple(facts.gaps),
        plan=facts.plan,
        plan_revision=facts.plan_revision,
        survey=facts.survey,
        plan_order=tuple(assignment.path for assignment in facts.schedule.assignments),
        unmatched_plan_paths=facts.schedule.unmatched,
        models=tuple(facts.models),
        kept_results=tuple(facts.kept_results),
        cost=total_cost(facts.ledger, facts.language_model, facts.estimate, facts.interrupted),
        scan=scan_summary(facts.snapshot, facts.tree),
        project=facts.project,
        files=mapped,
    )
    return with_suppressions(report, facts.suppressions)


def _outcomes(facts: RunFacts) -> tuple[DirectoryOutcome, ...]:
    """One outcome for every directory of the tree and for every excluded tree, by path."""
    reports = {report.path: report for report in facts.reports}
    paths = {directory.path for directory in facts.snapshot.directories}
    if len(reports) != len(facts.reports):
        raise ValueError("two reports of one directory")
    if unknown := sorted(reports.keys() - paths):
        raise ValueError(f"reports of directories that are not in the tree: {unknown}")
    skipped = {skip.path: skip.reason for skip in facts.schedule.skipped}
    missing = left_out(facts.snapshot, reports, skipped, facts.halt)
    outcomes = [
        *(_investigated(report, facts) for report in facts.reports),
        *(_not_investigated(each) for each in missing),
    ]
    costs = directory_costs(facts.ledger)
    # A ledger's lines have no secret in their paths.
    priced = [_with_cost(outcome, costs.get(redact_path(outcome.path))) for outcome in outcomes]
    return tuple(sorted(priced, key=lambda outcome: outcome.path))


def _with_cost(outcome: DirectoryOutcome, cost: Spending | None) -> DirectoryOutcome:
    if cost is None:
        return outcome
    update = {"calls": cost.calls, "tokens": cost.tokens, "usd": cost.usd}
    return outcome.model_copy(update=update)


def _investigated(report: DirectoryReport, facts: RunFacts) -> DirectoryOutcome:
    entry = report.entry
    return DirectoryOutcome(
        path=report.path,
        state=report.state,
        reason=report.reason,
        change=facts.changes.get(report.path, ""),
        summary=report.summary,
        model=facts.result_models.get(report.path, "") if entry or report.files else "",
        tier=report.tier,
        turns_allocated=report.turns_allocated,
        turns_used=report.turns_used,
        turns_lent=report.turns_lent,
        turns_borrowed=report.turns_borrowed,
        completeness=entry.completeness if entry else None,
        confidence=entry.confidence if entry else None,
        confidence_reason=(entry.confidence_reason if entry else None) or "",
        notable_files=entry.notable_files if entry else (),
        escalated=report.escalated,
        investigated_at=entry.cached_at if entry else "",
        files=tuple(_reported(file, facts.snapshot.target) for file in report.files),
        answers=report.answers,
    )


def _reported(file: FileEntry, target: str) -> ReportedFile:
    """Stored entries hold relative paths, since a target may move."""
    path = f"{target.rstrip('/')}/{file.relative_path}"
    return ReportedFile(path=path, **dict(file))


def _not_investigated(each: LeftOut) -> DirectoryOutcome:
    tier = Tier.SKIP if each.state is DirectoryState.SKIPPED else Tier.DEFAULT
    return DirectoryOutcome(tier=tier, **each.model_dump())


def _shown(flags: Iterable[Flag], facts: RunFacts) -> tuple[Flag, ...]:
    return _owned(fingerprinted(flags), facts.owners)


def _requirements(facts: RunFacts) -> tuple[RequirementStatus, ...]:
    if facts.requirements is None:
        return ()
    day = datetime.fromisoformat(facts.finished_at).astimezone(UTC).date()
    return decided_requirements(facts.requirements, day)


def _owned(flags: Iterable[Flag], owners: Mapping[str, str]) -> tuple[Flag, ...]:
    return tuple(
        flag.model_copy(update={"owner": owners[flag.path]}) if flag.path in owners else flag
        for flag in flags
    )
