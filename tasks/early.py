"""The first results of a run, by which its plan is judged, once."""

from collections.abc import Collection

from luminos_core.agents.planning.contradiction import contradictions
from luminos_core.records.briefing import RevisionBriefing
from luminos_core.records.directory import DirectoryReport, DirectoryState
from tasks.work import Brief, Progress

_EARLY = 1 / 3  # of the directories to investigate: enough to judge a plan by, with most to come
_WORTH_A_CALL = 3  # directories that are left; with fewer there is little to gain by a revision
_NOT_TRIED = (DirectoryState.CACHED, DirectoryState.DEFERRED)


class EarlyResults:
    """Those of the first third of what a run investigates. Belongs to the flow's thread."""

    def __init__(self, brief: Brief, stored: Collection[str]) -> None:
        """Directories whose results are `stored` are not investigated, and tell nothing."""
        self._brief = brief
        self._awaited = frozenset(path for path in brief.assignments if path not in stored)
        self._reports: list[DirectoryReport] = []
        self._are_judged = not brief.may_be_revised

    @property
    def paths(self) -> list[str]:
        return [report.path for report in self._reports]

    def add(self, report: DirectoryReport) -> None:
        if report.path in self._awaited and report.state not in _NOT_TRIED:
            self._reports.append(report)

    def judge(self, progress: Progress) -> RevisionBriefing | None:
        """What a revision of the plan is told, if this is the moment for one and they contradict
        the plan."""
        if self._are_judged or len(self._reports) < _EARLY * len(self._awaited):
            return None
        self._are_judged = True
        found = contradictions(self._reports)
        remaining = self._awaited - progress.task_runs.keys()
        if not found or len(remaining) < _WORTH_A_CALL:
            return None
        return self._briefing(found, remaining)

    def _briefing(self, found: tuple[str, ...], remaining: Collection[str]) -> RevisionBriefing:
        brief, snapshot = self._brief, self._brief.snapshot
        left = tuple(each for each in snapshot.directories if each.path in remaining)
        return RevisionBriefing(
            target=snapshot.name,
            survey=brief.survey,
            plan=brief.plan,
            contradictions=found,
            total=len(self._awaited),
            done=len(self._reports),
            directories=left,
            assignments=tuple(brief.assignments[each.path] for each in left),
        )
