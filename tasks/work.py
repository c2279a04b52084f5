"""What one directory is told when its turn comes, from what its children came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from luminos_core.cache.change import change_reason
from luminos_core.cache.keys import directory_key, key_digest
from luminos_core.cache.last_run import LastRun
from luminos_core.cache.tree import Asking
from luminos_core.records.directory import (
    ChildIngredient,
    ChildSummary,
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Plan, Schedule
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.records.survey import Survey


@dataclass(frozen=True)
class Brief:
    """What a run knows before its first directory is investigated."""

    run: AuditRun
    snapshot: Snapshot
    schedule: Schedule
    asking: Asking
    keys: Mapping[str, DirectoryKey]  # of every directory, if all below it end complete
    survey: Survey | None
    plan: Plan  # what the schedule was made from
    may_be_revised: bool  # a model has made the plan, and can be asked again
    flags: Mapping[str, tuple[Flag, ...]]  # the analyzers', by directory
    last_run: LastRun  # of the target's last run

    @cached_property
    def directories(self) -> Mapping[str, DirectoryRecord]:
        return {directory.path: directory for directory in self.snapshot.directories}

    @cached_property
    def assignments(self) -> Mapping[str, Assignment]:
        return {assignment.path: assignment for assignment in self.schedule.assignments}

    @cached_property
    def skipped(self) -> Mapping[str, str]:
        """The plan's reason for each directory that it leaves out."""
        return {skip.path: skip.reason for skip in self.schedule.skipped}


@dataclass(frozen=True)
class Revision:
    """What became of the wish to revise the plan on the way. `gap` says why nothing did."""

    reason: str  # "after 4 of 12 directories, because ..."
    gap: str = ""


@dataclass
class Progress:
    """What has come of a run's directories so far. Belongs to the flow's thread."""

    reports: dict[str, DirectoryReport] = field(default_factory=dict)
    keys: dict[str, DirectoryKey] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)  # why each was not taken from the store
    task_runs: dict[str, UUID] = field(default_factory=dict)
    revision: Revision | None = None  # of the plan, when early results contradicted it


def directory_work(brief: Brief, progress: Progress, path: str) -> DirectoryWork:
    """The work at `path`, all of whose children have ended."""
    directory = brief.directories[path]
    key = _key(brief, progress, directory)
    return DirectoryWork(
        target=brief.snapshot.target,
        target_name=brief.snapshot.name,
        directory=directory,
        assignment=brief.assignments[path],
        children=tuple(_child_summary(brief, progress, child) for child in directory.children),
        flags=brief.flags.get(path, ()),
        survey=brief.survey,
        notes=brief.plan.notes,
        key=key,
        change=change_reason(brief.last_run.by_path.get(path), key, brief.run.request.renews(path)),
    )


def _key(brief: Brief, progress: Progress, directory: DirectoryRecord) -> DirectoryKey:
    """The key by what the children came to: whichever is not complete leaves its gap in it."""
    children = [
        ChildIngredient(
            path=child,
            key=key_digest(progress.keys.get(child, brief.keys[child])),
            gap=_gap(brief, progress, child),
        )
        for child in directory.children
    ]
    asking = brief.asking
    return directory_key(directory, children, asking.prompt, asking.tools, asking.model)


def _gap(brief: Brief, progress: Progress, child: str) -> str:
    state = _state(brief, progress, child)
    return "" if state.is_complete else state.value


def _state(brief: Brief, progress: Progress, child: str) -> DirectoryState:
    return DirectoryState.SKIPPED if child in brief.skipped else progress.reports[child].state


def _child_summary(brief: Brief, progress: Progress, child: str) -> ChildSummary:
    if child in brief.skipped:
        return ChildSummary(path=child, state=DirectoryState.SKIPPED, reason=brief.skipped[child])
    report = progress.reports[child]
    return ChildSummary(
        path=child, state=report.state, summary=report.summary, reason=report.reason
    )
