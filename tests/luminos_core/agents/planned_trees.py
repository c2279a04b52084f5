"""Trees of directories and plans for them, by hand and by hypothesis."""

from collections.abc import Sequence

from hypothesis import strategies as st

from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory
from luminos_core.records.snapshot import DirectoryRecord

TARGET = "/home/me/project"


def depth(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1


def parent_of(path: str) -> str:
    return path.rpartition("/")[0] or "."


def tree(*paths: str) -> list[DirectoryRecord]:
    """Those directories and the root, deepest first."""
    known = sorted({".", *paths}, key=lambda path: (-depth(path), path))
    return [DirectoryRecord(path=path) for path in known]


def plan(
    priority: Sequence[str | tuple[str, int]] = (),
    shallow: Sequence[str] = (),
    skip: Sequence[str] = (),
    order: Order = Order.PRIORITY_FIRST,
) -> Plan:
    pairs = [item if isinstance(item, tuple) else (item, 20) for item in priority]
    return Plan(
        priority_dirs=tuple(
            PriorityDirectory(path=path, reason=f"p {path}", suggested_turns=turns)
            for path, turns in pairs
        ),
        shallow_dirs=tuple(PlannedDirectory(path=path, reason=f"s {path}") for path in shallow),
        skip_dirs=tuple(PlannedDirectory(path=path, reason=f"k {path}") for path in skip),
        investigation_order=order,
    )


NAMES = st.sampled_from(["a", "b", "src", "project"])


@st.composite
def random_trees(draw: st.DrawFn) -> list[str]:
    """Paths of a tree in any order."""
    paths = ["."]
    for _ in range(draw(st.integers(0, 25))):
        parent, name = draw(st.sampled_from(paths)), draw(NAMES)
        path = name if parent == "." else f"{parent}/{name}"
        if path not in paths:
            paths.append(path)
    return draw(st.permutations(paths))


@st.composite
def random_plans(draw: st.DrawFn, paths: Sequence[str]) -> Plan:
    some = st.lists(st.sampled_from([*paths, "nowhere", "", "..", "/etc"]), max_size=5)
    turns = st.lists(st.tuples(st.sampled_from(list(paths)), st.integers(-50, 50)), max_size=5)
    order = st.sampled_from(list(Order))
    return plan(draw(turns), draw(some), draw(some), draw(order))
