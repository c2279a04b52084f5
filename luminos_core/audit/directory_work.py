"""The work at one directory when its turn comes, from the results of its children."""

from dataclasses import dataclass, field

from luminos_core.agents.memory_blocks import directory_memory
from luminos_core.audit.executor import Ticket
from luminos_core.audit.key_diff import PreviousResult, change_reason
from luminos_core.audit.run_plan import RunPlan
from luminos_core.cache.directory_key import directory_key
from luminos_core.llm.ladder import own_model
from luminos_core.records.directory import (
    ChildSummary,
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)

_DUE = "due"  # the gap of a child that the next model tier is still to look at


@dataclass
class Progress:
    """The results of a run's directories so far. Belongs to the run's thread."""

    reports: dict[str, DirectoryReport] = field(default_factory=dict)
    keys: dict[str, DirectoryKey] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)  # why each was not cached
    tickets: dict[str, Ticket] = field(default_factory=dict)  # of the started ones
    revision: str = ""  # when and why the plan was revised
    revision_gap: str = ""  # why it was not, though early results contradicted it


def directory_work(plan: RunPlan, progress: Progress, path: str) -> DirectoryWork:
    """The work at `path`, all of whose children have ended."""
    directory = plan.directories[path]
    own = directory_key(
        directory,
        plan.key_context,
        key_of=lambda child: progress.keys.get(child, plan.keys[child]),
        gap_of=lambda child: _gap(plan, progress, child),
    )
    key = plan.result_key(own)
    if key == plan.keys[path]:  # nearly always, and then it need not be in memory twice
        key = plan.keys[path]
    return DirectoryWork(
        target=plan.snapshot.target,
        target_name=plan.snapshot.name,
        directory=directory,
        assignment=plan.assignments[path],
        children=tuple(_child_summary(plan, progress, child) for child in directory.children),
        flags=plan.flags.get(path, ()),
        hints=plan.hints.get(path, ()),
        questions=plan.questions.get(path, ()),
        around=plan.around.get(path),
        survey=plan.survey,
        notes=plan.plan.notes,
        memory=directory_memory(plan.memory, path),
        key=key,
        change=change_reason(
            _asked_first(plan.last_run.by_path.get(path)),
            own,
            plan.request.refreshes_directory(path),
            plan.request.keep_results,
        ),
    )


def _asked_first(previous: PreviousResult | None) -> PreviousResult | None:
    """With the model of the first tier, which is not what changed when a higher one was asked."""
    if previous is None:
        return None
    key = previous.key.model_copy(update={"model": own_model(previous.key.model)})
    return previous.model_copy(update={"key": key})


def _gap(plan: RunPlan, progress: Progress, child: str) -> str:
    """The state of a child that is not complete, or "": a repaired child changes the key."""
    if child in plan.skipped:
        return DirectoryState.SKIPPED.value
    report = progress.reports[child]
    return _DUE if report.is_due else "" if report.state.is_settled else report.state.value


def _child_summary(plan: RunPlan, progress: Progress, child: str) -> ChildSummary:
    if child in plan.skipped:
        return ChildSummary(path=child, state=DirectoryState.SKIPPED, reason=plan.skipped[child])
    report = progress.reports[child]
    return ChildSummary(
        path=child,
        state=report.state,
        summary=report.summary,
        boundary=report.boundary,
        reason=report.reason,
        facts=report.facts,
    )
