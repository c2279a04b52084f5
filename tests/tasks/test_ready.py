"""Children before parents, whatever the tree and the plan."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.records.plan import (
    Assignment,
    Order,
    Plan,
    PlannedDirectory,
    PriorityDirectory,
    Tier,
)
from luminos_core.records.snapshot import DirectoryRecord
from tasks.ready import ReadyQueue


@st.composite
def trees(draw: st.DrawFn) -> list[DirectoryRecord]:
    """A random tree of up to 20 directories, deepest first, the root last."""
    paths = ["."]
    for number in range(draw(st.integers(0, 19))):
        parent = draw(st.sampled_from(paths))
        paths.append(f"d{number}" if parent == "." else f"{parent}/d{number}")
    children = {path: tuple(p for p in paths if _parent(p) == path) for path in paths}
    deepest_first = sorted(paths, key=lambda path: -_depth(path))
    return [DirectoryRecord(path=path, children=children[path]) for path in deepest_first]


@st.composite
def plans(draw: st.DrawFn, paths: list[str]) -> Plan:
    some = st.lists(st.sampled_from(paths), max_size=5)
    return Plan(
        priority_dirs=tuple(
            PriorityDirectory(path=path, reason="", suggested_turns=15) for path in draw(some)
        ),
        shallow_dirs=tuple(PlannedDirectory(path=path, reason="") for path in draw(some)),
        skip_dirs=tuple(PlannedDirectory(path=path, reason="") for path in draw(some)),
        investigation_order=draw(st.sampled_from(Order)),
    )


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
    ranks = [(assignment.band, -_depth(assignment.path)) for assignment in started]
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
    begun: list[str] = []
    for _ in range(data.draw(st.integers(0, len(paths) // 2))):
        begun.append(queue.pop().path)
        queue.done(begun[-1])
    revised = apply_plan(tree, data.draw(plans(paths)), "/target")
    stranger = Assignment(path="elsewhere", tier=Tier.DEFAULT, turns=1, band=0)
    queue.reassign((*revised.assignments, stranger))
    known = {each.path: each for each in (*schedule.assignments, *revised.assignments)}
    while queue:
        waiting = [
            path for path in paths if path not in begun and set(children[path]) <= set(begun)
        ]
        started = queue.pop()
        assert started == known[started.path]
        assert started.band == min(known[path].band for path in waiting)
        assert set(children[started.path]) <= set(begun)
        begun.append(started.path)
        queue.done(started.path)
    assert sorted(begun) == sorted(paths)


def _parent(path: str) -> str:
    return "" if path == "." else path.rpartition("/")[0] or "."


def _depth(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1
