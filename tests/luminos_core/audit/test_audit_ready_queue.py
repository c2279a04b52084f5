"""Children before parents, whatever the tree and the plan."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.audit.ready_queue import ReadyQueue
from luminos_core.records.plan import Assignment, Plan, Tier
from tests.fakes.audits import depth_of, plans, trees


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
    queue = ReadyQueue(schedule.assignments, children)
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
def test_among_the_ready_the_best_band_starts_first_then_the_deepest(data: st.DataObject) -> None:
    tree = data.draw(trees())
    schedule = apply_plan(tree, data.draw(plans([each.path for each in tree])), "/target")
    independent = {assignment.path: [] for assignment in schedule.assignments}
    queue = ReadyQueue(schedule.assignments, independent)
    started = [queue.pop() for _ in schedule.assignments]
    ranks = [(assignment.band, -depth_of(assignment.path)) for assignment in started]
    assert ranks == sorted(ranks)


@given(st.data())
def test_after_a_reassignment_children_still_come_first_and_the_best_new_band_before_others(
    data: st.DataObject,
) -> None:
    tree = data.draw(trees())
    paths = [each.path for each in tree]
    schedule = apply_plan(tree, Plan(), "/target")
    children = {each.path: list(each.children) for each in tree}
    queue = ReadyQueue(schedule.assignments, children)
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
