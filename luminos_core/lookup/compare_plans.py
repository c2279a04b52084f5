"""What came of the plans of two stored runs: whether the later one placed its turns better."""

from collections.abc import Iterator, Sequence

from luminos_core.records.base import Record
from luminos_core.records.cost import ModelUsage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, FlagSource, Verdict
from luminos_core.records.plan_comparison import DirectoryTurns, PlanComparison, PlanOutcome
from luminos_core.records.plan_evaluation import DirectoryEvaluation, PlanEvaluation
from luminos_core.text.formats import listed
from luminos_core.text.tree_paths import parent_of

_NOT_OF_THIS_RUN = (DirectoryState.CACHED, DirectoryState.DEFERRED)


class _Directory(Record):
    path: str
    state: DirectoryState


class _Model(Record):
    pass_name: str
    model: str


class _Cost(Record):
    usage: tuple[ModelUsage, ...] = ()
    usd: float | None = None


class PlannedRun(Record):
    """Of an AuditReport."""

    run_id: str
    target: str
    finished_at: str
    status: str
    language_model: bool
    flags: tuple[Flag, ...]
    directories: tuple[_Directory, ...]
    models: tuple[_Model, ...] = ()
    cost: _Cost


Evaluated = tuple[PlannedRun, PlanEvaluation]


def compare_plans(before: Evaluated, after: Evaluated) -> PlanComparison:
    turns = sorted(_directories(before[1], after[1]), key=lambda each: -abs(each.misplaced))
    return PlanComparison(
        before=_outcome(*before),
        after=_outcome(*after),
        remarks=tuple(_remarks(before[0], after[0])),
        directories=tuple(turns),
    )


def _outcome(run: PlannedRun, evaluation: PlanEvaluation) -> PlanOutcome:
    lines = [line for line in evaluation.per_directory if line.turns_allocated]
    kept = {each.path for each in run.directories if each.state in _NOT_OF_THIS_RUN}
    confirmed = sum(_is_confirmed(flag) and parent_of(flag.path) not in kept for flag in run.flags)
    usd = run.cost.usd if run.cost.usage else 0.0
    return PlanOutcome(
        run_id=run.run_id,
        finished_at=run.finished_at,
        directories=len(lines),
        investigated=sum(line.dir not in kept for line in lines),
        turns_allocated=evaluation.total_turns_allocated,
        turns_used=evaluation.total_turns_used,
        turns_lent=evaluation.total_turns_lent,
        turns_borrowed=evaluation.total_turns_borrowed,
        well_placed=evaluation.well_placed,
        calls=sum(each.calls for each in run.cost.usage),
        usd=usd,
        completeness=_mean([line.completeness for line in lines]),
        confidence=_mean([line.confidence for line in lines]),
        confirmed_flags=confirmed,
        confirmed_per_usd=confirmed / usd if usd else None,
    )


def _is_confirmed(flag: Flag) -> bool:
    return flag.source is FlagSource.MODEL and flag.verdict is Verdict.CONFIRMED


def _mean(ratings: Sequence[float | None]) -> float | None:
    known = [rating for rating in ratings if rating is not None]
    return sum(known) / len(known) if known else None


def _directories(before: PlanEvaluation, after: PlanEvaluation) -> Iterator[DirectoryTurns]:
    """By path."""
    first = {line.dir: line for line in before.per_directory}
    second = {line.dir: line for line in after.per_directory}
    for path in sorted(first.keys() | second.keys()):
        if _turns(first.get(path)) != _turns(second.get(path)):
            yield DirectoryTurns(path=path, before=first.get(path), after=second.get(path))


def _turns(line: DirectoryEvaluation | None) -> object:
    return line and (line.planned_tier, line.turns_allocated, line.turns_used, line.verdict)


def _remarks(before: PlannedRun, after: PlannedRun) -> Iterator[str]:
    if before.target != after.target:
        yield f"they are of two targets, {before.target} and {after.target}"
    for run in (before, after):
        if run.status == "incomplete":
            yield f"run {run.run_id} is incomplete"
    models = {each.pass_name: each.model for each in before.models}
    other = [each.pass_name for each in after.models if models.get(each.pass_name) != each.model]
    if other and before.models:
        yield f"other models: {listed(other)}"
