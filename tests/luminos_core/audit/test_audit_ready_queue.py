"""Children before parents, whatever the tree and the plan."""

import heapq
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.audit.ready_queue import ReadyQueue
from luminos_core.records.plan import Assignment, Plan, Tier
from tests.fakes.audits import depth_of, parent_of, plans, trees


@given(st.data())
def test_every_scheduled_directory_starts_once_and_after_its_children(data: st.DataObject) -> None:
    tree = data.draw(trees())
    schedule = apply_plan(tree, data.draw(plans([each.path for each in tree])), "/target")
    scheduled = {assignment.path for assignment in schedule.assignments}
    children = {
        each.path: [child for child in each.children if child in scheduled]
        for each in tree
        if each.path in scheduled
    }
    queue = ReadyQueue(schedule.assignments, children, data.draw(work_at(children)))
    running: list[str] = []
    ended: list[str] = []
    while queue or running:
        if queue and (not running or data.draw(st.booleans())):
            path = queue.pop().path
            assert set(children[path]) <= set(ended)
            running.append(path)
        else:
            path = running.pop(data.draw(st.integers(0, len(running) - 1)))
            ended.append(path)
            queue.done(path)
    assert sorted(ended) == sorted(scheduled)


@given(st.data())
def test_among_the_ready_the_best_band_starts_first_then_the_longest_path_of_work(
    data: st.DataObject,
) -> None:
    tree = data.draw(trees())
    schedule = apply_plan(tree, data.draw(plans([each.path for each in tree])), "/target")
    independent = {assignment.path: [] for assignment in schedule.assignments}
    work = data.draw(work_at(independent))
    queue = ReadyQueue(schedule.assignments, independent, work)
    started = [queue.pop() for _ in schedule.assignments]
    ranks = [(each.band, -work[each.path], -depth_of(each.path)) for each in started]
    assert ranks == sorted(ranks)


def test_a_large_directory_near_the_root_does_not_come_last() -> None:
    """`test` has as much work as all others, each of which is deeper."""
    deep = [f"src/part{number}/inner" for number in range(20)]
    paths = [*deep, *(path.rpartition("/")[0] for path in deep), "src", "test", "."]
    children = {path: [each for each in paths if parent_of(each) == path] for path in paths}
    work = dict.fromkeys(paths, 1.0) | {"test": 40.0}
    assignments = [Assignment(path=path, tier=Tier.DEFAULT, turns=1, band=0) for path in paths]
    assert ReadyQueue(assignments, children, work).pop().path == "test"
    assert wall(ReadyQueue(assignments, children, work), work, width=2) == 42.0
    assert wall(ReadyQueue(assignments, children, {}), work, width=2) > 60.0


@given(st.data())
def test_no_run_takes_longer_than_its_longest_path_and_its_share_of_the_work(
    data: st.DataObject,
) -> None:
    tree = data.draw(trees())
    children = {each.path: list(each.children) for each in tree}
    work = data.draw(work_at(children))
    schedule = apply_plan(tree, Plan(), "/target")
    width = data.draw(st.integers(1, 8))
    took = wall(ReadyQueue(schedule.assignments, children, work), work, width)
    longest = max(_path_of(path, work) for path in work)
    assert took <= longest + sum(work.values()) / width + 1e-6


def work_at(paths: Mapping[str, object]) -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({path: st.floats(0, 100) for path in paths})


def wall(queue: ReadyQueue, work: Mapping[str, float], width: int) -> float:
    """When the last of the queue's directories ends, with `width` at once."""
    now, running = 0.0, list[tuple[float, str]]()
    while queue or running:
        while queue and len(running) < width:
            path = queue.pop().path
            heapq.heappush(running, (now + work[path], path))
        now, path = heapq.heappop(running)
        queue.done(path)
    return now


def _path_of(path: str, work: Mapping[str, float]) -> float:
    return work[path] + (_path_of(parent_of(path), work) if path != "." else 0.0)


@given(st.data())
def test_after_a_reassignment_children_still_come_first_and_the_best_new_band_before_others(
    data: st.DataObject,
) -> None:
    tree = data.draw(trees())
    paths = [each.path for each in tree]
    schedule = apply_plan(tree, Plan(), "/target")
    children = {each.path: list(each.children) for each in tree}
    queue = ReadyQueue(schedule.assignments, children, data.draw(work_at(children)))
    popped: list[str] = []
    for _ in range(data.draw(st.integers(0, len(paths) // 2))):
        popped.append(queue.pop().path)
        queue.done(popped[-1])
    revised = apply_plan(tree, data.draw(plans(paths)), "/target")
    unknown = Assignment(path="elsewhere", tier=Tier.DEFAULT, turns=1, band=0)
    queue.reassign((*revised.assignments, unknown))
    known = {each.path: each for each in (*schedule.assignments, *revised.assignments)}
    while queue:
        waiting = [
            path for path in paths if path not in popped and set(children[path]) <= set(popped)
        ]
        assignment = queue.pop()
        assert assignment == known[assignment.path]
        assert assignment.band == min(known[path].band for path in waiting)
        assert set(children[assignment.path]) <= set(popped)
        popped.append(assignment.path)
        queue.done(assignment.path)
    assert sorted(popped) == sorted(paths)
