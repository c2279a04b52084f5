"""The moment at which a plan is judged, and what it is judged by."""

from uuid import uuid4

import pytest

from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.cache.last_run import LastRun
from luminos_core.cache.tree import Asking
from luminos_core.records.briefing import RevisionBriefing
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.plan import Plan, PlannedDirectory, Tier
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.snapshot import DirectoryRecord
from tasks.early import EarlyResults
from tasks.work import Brief, Progress
from tests.luminos_core.report.report_runs import snapshot

NAMES = [f"d{number}" for number in range(11)]  # with the root twelve, so that a third is four
TREE = snapshot(*(DirectoryRecord(path=name) for name in NAMES))
PLAN = Plan(shallow_dirs=tuple(PlannedDirectory(path=name, reason="") for name in NAMES))


def brief(may_be_revised: bool = True) -> Brief:
    request = AuditRequest(target="/t")
    return Brief(
        run=AuditRun(run_id="run-1", request=request, target="/t", started_at=""),
        snapshot=TREE,
        schedule=apply_plan(TREE.directories, PLAN, "/t"),
        asking=Asking(prompt="", tools="", model=""),
        keys={},
        survey=None,
        plan=PLAN,
        may_be_revised=may_be_revised,
        flags={},
        last_run=LastRun(),
    )


def ran_out(path: str, state: DirectoryState = DirectoryState.PARTIAL) -> DirectoryReport:
    return DirectoryReport(path=path, state=state, reason="max turns reached", tier=Tier.SHALLOW)


def judged(
    early: EarlyResults, reports: list[DirectoryReport], begun: list[str] | None = None
) -> list[RevisionBriefing | None]:
    """What is said after each of `reports`, which have begun in their order."""
    progress = Progress(task_runs={path: uuid4() for path in begun or ()})
    said = []
    for report in reports:
        progress.task_runs[report.path] = uuid4()
        early.add(report)
        said.append(early.judge(progress))
    return said


def test_a_plan_is_judged_once_when_a_third_has_ended() -> None:
    said = judged(EarlyResults(brief(), stored=()), [ran_out(name) for name in NAMES])
    assert [each is not None for each in said] == [False] * 3 + [True] + [False] * 7
    told = said[3]
    assert told is not None
    assert (told.done, told.total, told.plan) == (4, 12, PLAN)
    assert [each.path for each in told.directories] == [*NAMES[4:], "."]
    assert [each.path for each in told.assignments] == [*NAMES[4:], "."]
    assert [each.turns for each in told.assignments] == [5] * 7 + [10]
    assert told.contradictions[0].startswith("4 of 4 shallow directories needed more than a glance")


def test_what_has_begun_is_not_to_be_placed_though_it_has_not_ended() -> None:
    early = EarlyResults(brief(), stored=())
    said = judged(early, [ran_out(name) for name in NAMES[:4]], begun=NAMES[4:8])
    assert said[3] is not None
    assert [each.path for each in said[3].directories] == [*NAMES[8:], "."]


def test_results_from_the_store_and_what_was_put_off_tell_nothing() -> None:
    early = EarlyResults(brief(), stored=NAMES[:3])  # of the other nine a third is three
    put_off = [ran_out(name, DirectoryState.DEFERRED) for name in NAMES[3:5]]
    recalled = [ran_out(name, DirectoryState.CACHED) for name in NAMES[:3]]
    said = judged(early, [*recalled, *put_off, *(ran_out(name) for name in NAMES[5:8])])
    assert [each is not None for each in said] == [False] * 7 + [True]
    assert (said[7] and said[7].done, said[7] and said[7].total) == (3, 9)
    assert early.paths == NAMES[5:8]


@pytest.mark.parametrize(
    ("left", "judges"), [(NAMES[:9], True), (NAMES[:10], False), (NAMES[:11], False)]
)
def test_for_fewer_than_three_directories_no_call_is_made(left: list[str], judges: bool) -> None:
    early = EarlyResults(brief(), stored=())
    said = judged(early, [ran_out(name) for name in NAMES[:4]], begun=left)
    assert (said[3] is not None) is judges


def test_early_results_as_planned_settle_the_matter() -> None:
    done = [ran_out(name, DirectoryState.INVESTIGATED) for name in NAMES[:4]]
    fine = [report.model_copy(update={"reason": ""}) for report in done]
    said = judged(EarlyResults(brief(), stored=()), [*fine, *(ran_out(n) for n in NAMES[4:])])
    assert said == [None] * 11


def test_without_a_plan_of_a_models_there_is_nothing_to_judge() -> None:
    early = EarlyResults(brief(may_be_revised=False), stored=())
    assert judged(early, [ran_out(name) for name in NAMES]) == [None] * 11
