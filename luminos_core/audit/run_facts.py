"""What a run hands over to its report, and to the target's next run."""

from collections import Counter
from collections.abc import Iterator, Sequence

from luminos_core.agents.memory_blocks import tokens_told
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan_revision import PLAN_REVISION
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.run_state import RunState
from luminos_core.agents.verification.verdicts import verifications
from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.checks import Checks
from luminos_core.audit.directory_work import Progress
from luminos_core.audit.escalation_ends import asked_models, escalation_gap, person_questions
from luminos_core.audit.key_diff import PreviousResult
from luminos_core.audit.owners import owners_of, with_owners
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime, utc_now
from luminos_core.llm.ladder import own_model
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.question import PersonQuestion
from luminos_core.records.report import Gap, KeptResults, PassModel
from luminos_core.scan.render_tree import render_tree
from luminos_core.store.interrupted import unreported_runs

_TREE_LEVELS = 3
_JOURNAL = "journal"


def run_facts(
    runtime: Runtime,
    state: RunState,
    checks: Checks,
    plan: RunPlan,
    progress: Progress,
    estimate: Estimate | None,
    *,
    version: SourceVersion,
) -> RunFacts:
    kept = tuple(_kept_results(runtime, progress))
    told = (state.results[SYNTHESIS.name], *progress.reports.values())
    flagged = {flag.path for flag in (*checks.flags, *checks.hints)}
    flagged |= {f.path for each in told for f in each.flags}
    return RunFacts(
        run_id=runtime.run.run_id,
        request=runtime.run.request,
        snapshot=plan.snapshot,
        synthesis=state.results[SYNTHESIS.name],
        started_at=runtime.run.started_at,
        finished_at=utc_now().isoformat(timespec="seconds"),
        language_model=runtime.investigator.uses_model,
        complexity=state.complexity,
        schedule=plan.schedule,
        plan=plan.plan,
        adjusted=plan.adjusted,
        plan_revision=progress.revision,
        survey=plan.survey,
        reports=tuple(progress.reports.values()),
        changes=progress.changes,
        result_models=_result_models(runtime, progress),
        council=state.council,
        questions=_questions(runtime, progress),
        verifications=tuple(verifications(state.results.values())),
        check_flags=checks.flags,
        hints=checks.hints,
        not_searched=checks.not_searched,
        suppressed_flags=checks.suppressed,
        tools=checks.tools,
        gaps=tuple(_gaps(runtime, state, checks, progress)),
        models=tuple(_models(runtime, state, kept, progress)),
        kept_results=kept,
        ledger=runtime.budget.lines,
        memory_tokens=tokens_told(state.memory, runtime.budget.lines),
        interrupted=_interrupted(runtime),
        estimate=estimate,
        tree=render_tree(plan.snapshot, _TREE_LEVELS),
        halt=runtime.halt,
        version=version,
        project=with_owners(checks.project, plan.snapshot, runtime.files),
        owners=owners_of(flagged, plan.snapshot, runtime.files),
    )


def previous_results(plan: RunPlan, progress: Progress) -> tuple[PreviousResult, ...]:
    """What the target's next run compares itself with."""
    ended = {path: report.state for path, report in progress.reports.items()}
    skipped = dict.fromkeys(plan.skipped, DirectoryState.SKIPPED)
    return tuple(
        PreviousResult(key=progress.keys.get(path, plan.keys[path]), state=state)
        for path, state in {**ended, **skipped}.items()
    )


def _questions(runtime: Runtime, progress: Progress) -> tuple[PersonQuestion, ...]:
    if not runtime.escalations.is_on:
        return ()
    return tuple(person_questions(progress.reports.values()))


def _result_models(runtime: Runtime, progress: Progress) -> dict[str, str]:
    if not runtime.investigator.uses_model:
        return {}
    return {path: key.model for path, key in progress.keys.items()}


def _kept_results(runtime: Runtime, progress: Progress) -> Iterator[KeptResults]:
    """By pass, in their order, and by model, the one of most results first."""
    models = dict(runtime.other_models.kept_passes)
    if runtime.other_models.count:
        own = runtime.model_of(DIRECTORY).label
        used = (key.model for key in progress.keys.values())
        models[DIRECTORY.name] = [each for each in used if own_model(each) != own]
    for step in runtime.passes:
        for model, count in Counter(models.get(step.name, ())).most_common():
            yield KeptResults(pass_name=step.name, model=model, results=count)


def _models(
    runtime: Runtime, state: RunState, kept: Sequence[KeptResults], progress: Progress
) -> Iterator[PassModel]:
    """Of each pass of the target's tier its own, those that directories were escalated to, and
    those whose results were kept."""
    for step in runtime.passes:
        if state.has(step.name) and runtime.investigator.can_run(step):
            yield PassModel(pass_name=step.name, model=runtime.model_of(step).label)
    for model in asked_models(progress.reports.values()):
        yield PassModel(pass_name=DIRECTORY.name, model=model)
    for each in kept:
        yield PassModel(pass_name=each.pass_name, model=each.model)


def _interrupted(runtime: Runtime) -> dict[str, tuple[LedgerLine, ...]]:
    """What earlier runs of the target spent and could not report. A run without a model has no
    costs, and leaves it to the next one."""
    if not runtime.investigator.uses_model:
        return {}
    runs = unreported_runs(runtime.store, runtime.run.target)
    return {run.run_id: run.ledger for run in runs}


def _gaps(runtime: Runtime, state: RunState, checks: Checks, progress: Progress) -> Iterator[Gap]:
    """Of the checks, of the passes in their order, and of the run's journals."""
    yield from checks.gaps
    reasons = {
        name: incomplete.reason
        for name, result in state.results.items()
        if (incomplete := runtime.pass_named(name).incomplete(result))
    }
    if progress.revision_gap:
        reasons[PLAN_REVISION.name] = progress.revision_gap
    for step in runtime.passes:
        if step.name in reasons:
            yield Gap(pass_name=step.name, reason=reasons[step.name])
    if gap := escalation_gap(progress.reports.values()):
        yield gap
    if runtime.folder.error:
        yield Gap(pass_name=_JOURNAL, reason=runtime.folder.error)
