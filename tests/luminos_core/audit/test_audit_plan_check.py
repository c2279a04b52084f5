"""The moment at which a plan is judged, and what it is judged by."""

import pytest

from luminos_core.audit.plan_check import PlanCheck
from luminos_core.audit.run_plan import RunPlan
from luminos_core.records.briefing import PlanRevisionBriefing
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.plan import Plan, PlannedDirectory, Tier
from luminos_core.records.snapshot import DirectoryRecord
from tests.fakes.audits import run_plan_of

NAMES = [f"d{number}" for number in range(11)]  # with the root twelve, so that a third is four
TREE = [*(DirectoryRecord(path=name) for name in NAMES), DirectoryRecord(path=".")]
PLAN = Plan(shallow_dirs=tuple(PlannedDirectory(path=name, reason="") for name in NAMES))


def plan(can_be_revised: bool = True) -> RunPlan:
    return run_plan_of(TREE, PLAN, can_be_revised=can_be_revised)


def ran_out(path: str, state: DirectoryState = DirectoryState.PARTIAL) -> DirectoryReport:
    return DirectoryReport(path=path, state=state, reason="max turns reached", tier=Tier.SHALLOW)


def judge_each(
    check: PlanCheck, reports: list[DirectoryReport], started: list[str] | None = None
) -> list[PlanRevisionBriefing | None]:
    """The judgement after each of `reports`, whose directories started in their order."""
    all_started = list(started or ())
    briefings = []
    for report in reports:
        all_started.append(report.path)
        check.add(report)
        briefings.append(check.judge(all_started))
    return briefings


def test_a_plan_is_judged_once_when_a_third_has_ended() -> None:
    briefings = judge_each(PlanCheck(plan(), cached=()), [ran_out(name) for name in NAMES])
    assert [each is not None for each in briefings] == [False] * 3 + [True] + [False] * 7
    briefing = briefings[3]
    assert briefing is not None
    assert (briefing.done, briefing.total, briefing.plan) == (4, 12, PLAN)
    assert [each.path for each in briefing.directories] == [*NAMES[4:], "."]
    assert [each.path for each in briefing.assignments] == [*NAMES[4:], "."]
    assert [each.turns for each in briefing.assignments] == [5] * 7 + [10]
    assert briefing.contradictions[0].startswith(
        "4 of 4 shallow directories needed more than a glance"
    )


def test_a_started_directory_is_not_planned_again_though_it_has_not_ended() -> None:
    check = PlanCheck(plan(), cached=())
    briefings = judge_each(check, [ran_out(name) for name in NAMES[:4]], started=NAMES[4:8])
    assert briefings[3] is not None
    assert [each.path for each in briefings[3].directories] == [*NAMES[8:], "."]


def test_cached_and_deferred_directories_say_nothing_about_the_plan() -> None:
    check = PlanCheck(plan(), cached=NAMES[:3])  # of the other nine a third is three
    deferred = [ran_out(name, DirectoryState.DEFERRED) for name in NAMES[3:5]]
    cached = [ran_out(name, DirectoryState.CACHED) for name in NAMES[:3]]
    briefings = judge_each(check, [*cached, *deferred, *(ran_out(name) for name in NAMES[5:8])])
    assert [each is not None for each in briefings] == [False] * 7 + [True]
    briefing = briefings[7]
    assert briefing is not None
    assert (briefing.done, briefing.total) == (3, 9)
    assert check.paths == NAMES[5:8]


@pytest.mark.parametrize(
    ("started", "judges"), [(NAMES[:9], True), (NAMES[:10], False), (NAMES[:11], False)]
)
def test_a_plan_is_not_revised_for_fewer_than_three_directories(
    started: list[str], judges: bool
) -> None:
    check = PlanCheck(plan(), cached=())
    briefings = judge_each(check, [ran_out(name) for name in NAMES[:4]], started=started)
    assert (briefings[3] is not None) is judges


def test_early_results_as_planned_end_the_check() -> None:
    done = [ran_out(name, DirectoryState.INVESTIGATED) for name in NAMES[:4]]
    fine = [report.model_copy(update={"reason": ""}) for report in done]
    briefings = judge_each(PlanCheck(plan(), cached=()), [*fine, *(ran_out(n) for n in NAMES[4:])])
    assert briefings == [None] * 11


def test_a_plan_that_no_model_made_is_not_judged() -> None:
    check = PlanCheck(plan(can_be_revised=False), cached=())
    assert judge_each(check, [ran_out(name) for name in NAMES]) == [None] * 11
