"""The directory graph without a server: what starts when, on any tree and whatever happens."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.plan_revision import PLAN_REVISION, PlanRevisionResult
from luminos_core.audit.directory_work import Progress
from luminos_core.audit.graph import DirectoryGraph
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime
from luminos_core.calls.budget import Budget
from luminos_core.errors import MoneyExhausted, QuotaExhausted, SettingsError
from luminos_core.records.briefing import PlanRevisionBriefing
from luminos_core.records.directory import DirectoryState, DirectoryWork
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory, Tier
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.stop import StopSignal
from tests.examples import examples
from tests.fakes.audits import (
    Answer,
    ScriptedInvestigator,
    done,
    plans,
    run_plan_of,
    runtime_over,
    trees,
)
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor


def well(step: AnyPass, work: Any) -> Any:
    return done(work)


class Graph:
    """Graphs over one folder, each with a stop signal and an investigator of its own."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def run(
        self,
        plan: RunPlan,
        investigator: ScriptedInvestigator,
        results: MemoryResults | None = None,
        stop: StopSignal | None = None,
        budget: Budget | None = None,
    ) -> tuple[RunPlan, Progress]:
        kept = results or MemoryResults()
        runtime = replace(
            self._runtime,
            run=self._runtime.run.model_copy(update={"request": plan.request}),
            investigator=investigator,
            results=kept,
            stop=stop or StopSignal(),
            budget=budget or Budget(None),
        )
        return DirectoryGraph(plan, runtime, ThreadExecutor(runtime, kept), (), {}).run()


@contextmanager
def graphs() -> Iterator[Graph]:
    with runtime_over(Path("/t"), model=ScriptedModel([])) as runtime:
        yield Graph(runtime)


@pytest.fixture(scope="module")
def graph() -> Iterator[Graph]:
    with graphs() as one:
        yield one


def flat(count: int) -> list[DirectoryRecord]:
    """A root with so many children."""
    names = [f"d{number:02}" for number in range(count)]
    return [
        *(DirectoryRecord(path=name) for name in names),
        DirectoryRecord(path=".", children=tuple(names)),
    ]


@examples(300)
@given(st.data())
def test_every_directory_runs_once_and_after_its_children_never_more_than_asked_at_once(
    graph: Graph, data: st.DataObject
) -> None:
    tree = data.draw(trees())
    plan = data.draw(plans([each.path for each in tree]))
    most = data.draw(st.integers(1, 4))
    run_plan = run_plan_of(tree, plan, concurrency=most)
    investigator = ScriptedInvestigator(well)

    def children_have_ended(name: str, work: DirectoryWork) -> None:
        waited_for = {c for c in work.directory.children if c in run_plan.assignments}
        assert waited_for <= set(investigator.ended)

    investigator.check = children_have_ended
    _, progress = graph.run(run_plan, investigator)
    assert sorted(investigator.started) == sorted(run_plan.assignments)
    assert set(progress.reports) == set(run_plan.assignments)
    assert {report.state for report in progress.reports.values()} <= {DirectoryState.INVESTIGATED}
    assert investigator.most_at_once <= most


@examples(100)
@given(st.data())
def test_a_parent_is_told_the_truth_about_each_child(graph: Graph, data: st.DataObject) -> None:
    tree = data.draw(trees())
    run_plan = run_plan_of(tree, data.draw(plans([each.path for each in tree])))
    failing = data.draw(st.sets(st.sampled_from([each.path for each in tree])))

    def answer(step: AnyPass, work: DirectoryWork) -> Any:
        if work.directory.path in failing:
            raise ValueError("a bug")
        return done(work)

    investigator = ScriptedInvestigator(answer)
    told: dict[str, DirectoryWork] = {}
    investigator.check = lambda name, work: told.update({name: work})
    _, progress = graph.run(run_plan, investigator)
    assert set(progress.reports) == set(run_plan.assignments)
    for path, report in progress.reports.items():
        expected = DirectoryState.FAILED if path in failing else DirectoryState.INVESTIGATED
        assert report.state is expected
        assert report.reason == ("ValueError: a bug" if path in failing else "")
        for child in told[path].children:
            skipped = child.path in run_plan.skipped
            state = DirectoryState.SKIPPED if skipped else progress.reports[child.path].state
            assert child.state is state
    for path in run_plan.assignments:
        gaps = {each.path: each.gap for each in told[path].key.children}
        assert gaps == {
            each.path: "" if each.state.is_complete else each.state.value
            for each in told[path].children
        }


@examples(100)
@given(st.data())
def test_what_is_stored_runs_no_more_and_a_repaired_child_runs_with_its_ancestors(
    graph: Graph, data: st.DataObject
) -> None:
    tree = data.draw(trees())
    paths = [each.path for each in tree]
    run_plan = run_plan_of(tree)
    failing = data.draw(st.sets(st.sampled_from(paths)))
    results = MemoryResults()

    def answer(step: AnyPass, work: DirectoryWork) -> Any:
        if work.directory.path in failing:
            return done(work, state=DirectoryState.PARTIAL, reason="max turns reached")
        return done(work)

    graph.run(run_plan, ScriptedInvestigator(answer), results)
    repair = ScriptedInvestigator(well)
    _, progress = graph.run(run_plan, repair, results)
    again = {path for path in paths if any(_is_at_or_below(each, path) for each in failing)}
    assert set(repair.started) == again
    for path, report in progress.reports.items():
        assert (report.state is DirectoryState.CACHED) == (path not in again)
    quiet = ScriptedInvestigator(well)
    graph.run(run_plan, quiet, results)
    assert quiet.started == []


def _is_at_or_below(path: str, above: str) -> bool:
    return above in (".", path) or path.startswith(f"{above}/")


@examples(80)
@given(st.data())
def test_after_a_halt_only_what_is_cached_starts(data: st.DataObject) -> None:
    tree = data.draw(trees())
    paths = [each.path for each in tree]
    run_plan = run_plan_of(tree, concurrency=1)
    results = MemoryResults()
    with graphs() as graph:
        graph.run(run_plan, ScriptedInvestigator(well), results)
        refreshed = data.draw(st.sets(st.sampled_from(paths), min_size=1))
        plan = run_plan_of(tree, concurrency=1, again_directories=tuple(refreshed))
        after = data.draw(st.integers(1, len(refreshed)))
        limiter = graph._runtime.rate_limiter

        def answer(step: AnyPass, work: DirectoryWork) -> Any:
            if len(investigator.started) >= after:
                limiter.close(QuotaExhausted("no more", None))
            return done(work)

        investigator = ScriptedInvestigator(answer)
        _, progress = graph.run(plan, investigator, results)
    assert len(investigator.started) == after
    cached = {path for path, each in progress.reports.items() if each.state.value == "cached"}
    left = refreshed - set(investigator.started)
    reached = {path for path in paths if not any(_is_at_or_below(each, path) for each in left)}
    assert cached == reached - refreshed


def test_after_a_stop_nothing_starts(graph: Graph) -> None:
    stop = StopSignal()

    def answer(step: AnyPass, work: DirectoryWork) -> Any:
        stop.set()
        return done(work)

    investigator = ScriptedInvestigator(answer)
    run_plan = run_plan_of(flat(20), concurrency=3)
    _, progress = graph.run(run_plan, investigator, stop=stop)
    assert 1 <= len(investigator.started) <= 3
    assert set(progress.reports) == set(investigator.started)


def test_what_the_cap_had_no_room_for_is_tried_again_as_long_as_another_one_ends(
    graph: Graph,
) -> None:
    budget, tried = Budget(1.0, spent_before=0.5), Counter[str]()

    def answer(step: AnyPass, work: DirectoryWork) -> Any:
        path = work.directory.path
        tried[path] += 1
        if path == "d1" or (path == "d0" and tried[path] == 1):
            with pytest.raises(MoneyExhausted), budget.reserved("directory", 0.6, StopSignal()):
                pass
            return done(work, state=DirectoryState.DEFERRED)
        return done(work)

    tree = [*(DirectoryRecord(path=f"d{n}") for n in range(3))]
    tree.append(DirectoryRecord(path=".", children=tuple(each.path for each in tree)))
    _, progress = graph.run(run_plan_of(tree), ScriptedInvestigator(answer), budget=budget)

    assert tried == {"d0": 2, "d1": 3, "d2": 1}
    assert progress.reports["d1"].state is DirectoryState.DEFERRED
    assert "." not in progress.reports


def test_a_directory_whose_parent_has_done_without_it_is_for_the_next_run(graph: Graph) -> None:
    tree = [DirectoryRecord(path="d0"), DirectoryRecord(path=".", children=("d0",))]
    investigator = ScriptedInvestigator(
        lambda step, work: done(
            work,
            state=DirectoryState.DEFERRED if work.children == () else DirectoryState.INVESTIGATED,
        )
    )
    graph.run(run_plan_of(tree), investigator)

    assert investigator.started == ["d0", "."]


def test_a_wrong_setting_ends_the_run_at_once(graph: Graph) -> None:
    def answer(step: AnyPass, work: DirectoryWork) -> Any:
        raise SettingsError("the key was refused")

    investigator = ScriptedInvestigator(answer)
    with pytest.raises(SettingsError, match="the key was refused"):
        graph.run(run_plan_of(flat(20), concurrency=1), investigator)
    assert len(investigator.started) == 1


def shallow(count: int) -> Plan:
    names = (f"d{number:02}" for number in range(count))
    return Plan(
        shallow_dirs=tuple(PlannedDirectory(path=name, reason="") for name in names),
        investigation_order=Order.PRIORITY_FIRST,
    )


def ran_out(listed: Plan | None) -> Answer:
    """Every shallow directory runs out of turns; a revision lists `listed`."""

    def answer(step: AnyPass, work: Any) -> Any:
        if step is PLAN_REVISION:
            return PlanRevisionResult(listed=listed, gap="" if listed else "no plan")
        if work.assignment.tier is Tier.SHALLOW:
            return done(work, state=DirectoryState.PARTIAL, reason="max turns reached")
        return done(work)

    return answer


@pytest.mark.parametrize("concurrency", [1, 4])
def test_contradicting_results_revise_the_plan_once_while_nothing_starts(
    graph: Graph, concurrency: int
) -> None:
    deep = Plan(
        priority_dirs=(PriorityDirectory(path="d11", reason="", suggested_turns=20),),
        shallow_dirs=(PlannedDirectory(path="d00", reason="has ended"),),
    )
    run_plan = run_plan_of(flat(12), shallow(12), can_be_revised=True, concurrency=concurrency)
    investigator = ScriptedInvestigator(ran_out(deep))

    def nothing_starts(name: str, briefing: Any) -> None:
        assert "(plan-revision)" not in set(investigator.started) - set(investigator.ended)

    investigator.check = nothing_starts
    revised, progress = graph.run(run_plan, investigator)
    assert investigator.started.count("(plan-revision)") == 1
    assert progress.revision.startswith("after 5 of 13 directories, because 5 of 5 shallow")
    assert progress.revision_gap == ""
    assert progress.reports["d11"].tier is Tier.PRIORITY
    assert revised.assignments["d11"].turns == 20
    assert revised.assignments["d00"].tier is Tier.SHALLOW
    # Which of the threads that start together is seen first is chance.
    since = investigator.started[investigator.started.index("(plan-revision)") + 1 :]
    assert "d11" in since[:concurrency]


def test_a_revision_that_fails_leaves_the_plan_and_says_so(graph: Graph) -> None:
    run_plan = run_plan_of(flat(12), shallow(12), can_be_revised=True, concurrency=1)
    revised, progress = graph.run(run_plan, ScriptedInvestigator(ran_out(None)))
    assert (progress.revision, progress.revision_gap) == ("", "no plan")
    assert revised.plan == run_plan.plan
    assert set(progress.reports) == set(run_plan.assignments)


def test_a_revision_that_crashes_is_a_gap_and_the_directories_go_on(graph: Graph) -> None:
    def answer(step: AnyPass, work: Any) -> Any:
        if isinstance(work, PlanRevisionBriefing):
            raise ValueError("a bug")
        return ran_out(None)(step, work)

    run_plan = run_plan_of(flat(12), shallow(12), can_be_revised=True, concurrency=1)
    _, progress = graph.run(run_plan, ScriptedInvestigator(answer))
    assert progress.revision_gap == "the plan was not revised: ValueError: a bug"
    assert set(progress.reports) == set(run_plan.assignments)


def test_a_directory_with_the_name_of_a_pass_is_a_directory(graph: Graph) -> None:
    tree = [
        DirectoryRecord(path=PLAN_REVISION.name),
        DirectoryRecord(path=".", children=(PLAN_REVISION.name,)),
    ]
    _, progress = graph.run(run_plan_of(tree), ScriptedInvestigator(well))
    assert set(progress.reports) == {PLAN_REVISION.name, "."}


def test_a_large_target_loads_an_unchanged_subtree_in_one_step(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.audit.graph.LARGE_TARGET", 5)
    tree = [
        DirectoryRecord(path="a/b"),
        DirectoryRecord(path="a/c"),
        DirectoryRecord(path="a", children=("a/b", "a/c")),
        *flat(6)[:-1],
        DirectoryRecord(path=".", children=("a", *(f"d{n:02}" for n in range(6)))),
    ]
    results = MemoryResults()
    graph.run(run_plan_of(tree), ScriptedInvestigator(well), results)
    changed = ScriptedInvestigator(well)
    _, progress = graph.run(run_plan_of(tree, again_directories=("d00",)), changed, results)
    assert changed.started == ["d00"]
    assert {report.state.value for path, report in progress.reports.items() if path != "d00"} == {
        "cached"
    }
    assert len({progress.tickets[path] for path in progress.tickets}) == len(tree) - 2
