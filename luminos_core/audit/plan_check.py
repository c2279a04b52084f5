"""Whether the first results of a run contradict its plan; it is judged once."""

from collections.abc import Collection

from luminos_core.agents.planning.contradiction import contradictions
from luminos_core.audit.run_plan import RunPlan
from luminos_core.records.briefing import PlanRevisionBriefing
from luminos_core.records.directory import DirectoryReport, DirectoryState

_EARLY = 1 / 3  # of the directories to investigate: enough to judge by, with most still to come
_FEWEST_LEFT = 3  # directories; with fewer left a revision gains little
_NOT_TRIED = (DirectoryState.CACHED, DirectoryState.DEFERRED)


class PlanCheck:
    """Belongs to the run's thread."""

    def __init__(self, plan: RunPlan, cached: Collection[str]) -> None:
        """Directories whose results are `cached` say nothing about the plan."""
        self._plan = plan
        self._expected = frozenset(path for path in plan.assignments if path not in cached)
        self._reports: list[DirectoryReport] = []
        self._is_done = not plan.can_be_revised

    @property
    def paths(self) -> list[str]:
        """The directories by which the plan was judged."""
        return [report.path for report in self._reports]

    def add(self, report: DirectoryReport) -> None:
        if report.path in self._expected and report.state not in _NOT_TRIED:
            self._reports.append(report)

    def judge(self, started: Collection[str]) -> PlanRevisionBriefing | None:
        """The briefing of a revision, once a third of the results is in, if they contradict the
        plan and enough directories have not `started`."""
        if self._is_done or len(self._reports) < _EARLY * len(self._expected):
            return None
        self._is_done = True
        found = contradictions(self._reports)
        remaining = self._expected.difference(started)
        if not found or len(remaining) < _FEWEST_LEFT:
            return None
        return self._briefing(found, remaining)

    def _briefing(self, found: tuple[str, ...], remaining: Collection[str]) -> PlanRevisionBriefing:
        plan, snapshot = self._plan, self._plan.snapshot
        left = tuple(each for each in snapshot.directories if each.path in remaining)
        return PlanRevisionBriefing(
            target=snapshot.name,
            survey=plan.survey,
            plan=plan.plan,
            contradictions=found,
            total=len(self._expected),
            done=len(self._reports),
            directories=left,
            assignments=tuple(plan.assignments[each.path] for each in left),
        )
