"""Pictures of a report's page: of parts and what they need, and of hot spots."""

import re
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.audit.assemble import assemble
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.records.project import MappedFile, Part
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.report.html.hot_spots import scatter
from luminos_core.report.html.layers import layered, without_cycles, without_detours
from luminos_core.report.html.parts_picture import Picture, parts_picture
from luminos_core.report.html.rows import HEIGHT
from tests.luminos_core.report.report_runs import (
    check_flag,
    directory_report,
    facts,
    file_entry,
    snapshot,
)

_NAMES = [f"p{number}" for number in range(9)]
graphs = st.dictionaries(
    st.sampled_from(_NAMES), st.lists(st.sampled_from(_NAMES), unique=True), max_size=9
).map(
    lambda graph: {
        name: tuple(each for each in targets if each in graph and each != name)
        for name, targets in graph.items()
    }
)


@given(graphs)
def test_nothing_is_lost_but_arrows_that_close_a_cycle(graph: dict[str, tuple[str, ...]]) -> None:
    acyclic = without_cycles(graph)
    assert acyclic.keys() == graph.keys()
    assert all(set(acyclic[name]) <= set(targets) for name, targets in graph.items())
    layers = layered(graph)
    row = {name: number for number, layer in enumerate(layers) for name in layer}
    assert row.keys() == graph.keys()
    assert all(row[name] < row[target] for name in graph for target in acyclic[name])


@given(graphs)
def test_what_a_detour_reaches_is_still_reached(graph: dict[str, tuple[str, ...]]) -> None:
    acyclic = without_cycles(graph)
    direct = without_detours(acyclic)
    assert {name: reached(name, direct) for name in graph} == {
        name: reached(name, acyclic) for name in graph
    }


def reached(start: str, graph: dict[str, tuple[str, ...]]) -> set[str]:
    found, waiting = set(), [start]
    while waiting:
        for target in graph[waiting.pop()]:
            if target not in found:
                found.add(target)
                waiting.append(target)
    return found


def test_a_long_chain_of_parts_is_drawn() -> None:
    chain = {str(n): (str(n + 1),) for n in range(3_000)} | {"3000": ()}
    assert len(layered(chain)) == 3_001


def parts(graph: dict[str, tuple[str, ...]]) -> tuple[Part, ...]:
    return tuple(Part(path=name, name=name, needs=needs) for name, needs in graph.items())


@given(graphs, st.integers(1, 5))
def test_boxes_lie_beside_each_other_and_arrows_cross_none(
    graph: dict[str, tuple[str, ...]], across: int
) -> None:
    picture = parts_picture(parts(graph), across, 100)
    for a, b in combinations(picture.boxes, 2):
        assert a.x + 100 <= b.x or b.x + 100 <= a.x or abs(a.y - b.y) >= HEIGHT
    for box in picture.boxes:
        assert box.x >= 0 and box.x + 100 <= picture.width
        assert box.y >= 0 and box.y + HEIGHT <= picture.height
    assert_no_lane_crosses_a_box(picture)


def assert_no_lane_crosses_a_box(picture: Picture) -> None:
    """Where an arrow passes a row, it goes straight down between two boxes."""
    for arrow in picture.arrows:
        for x, bottom in re.findall(r" (-?\d+) -?\d+V(-?\d+)", arrow.path):
            row = [box for box in picture.boxes if box.y + HEIGHT == int(bottom)]
            assert row
            assert all(not box.x < int(x) < box.x + 100 for box in row)


def test_arrows_do_not_cross_where_they_need_not() -> None:
    picture = parts_picture(parts({"a": ("y",), "b": ("x",), "x": (), "y": ()}), 5, 100)
    x = {box.part.path: box.x for box in picture.boxes}
    assert (x["a"] < x["b"]) == (x["y"] < x["x"])


@pytest.mark.parametrize("count", [1, 5, 60, 500])
def test_any_number_of_parts_has_a_picture(count: int) -> None:
    graph = {f"p{n}": tuple(f"p{m}" for m in range(n + 1, min(n + 4, count))) for n in range(count)}
    picture = parts_picture(parts(graph), 5, 190)
    assert len(picture.boxes) == min(count, 80)
    assert picture.left_out == max(count - 80, 0)
    assert picture.width < 2_000


def test_the_hottest_file_is_at_the_top_right_and_has_its_name() -> None:
    files = tuple(
        MappedFile(path=f"src/f{n}.py", size=9, lines=10 * n, language="Python", commits=n)
        for n in range(1, 60)
    )
    prose = MappedFile(path="CHANGELOG.md", size=9, lines=9_000, commits=900)
    tree = snapshot(DirectoryRecord(path="src"))
    entries = tuple(file_entry(file.path) for file in files)
    found = directory_report("src", DirectoryState.INVESTIGATED, files=entries)
    report = assemble(facts(snapshot=tree, reports=[found])).model_copy(
        update={
            "files": (prose, *files),
            "flags": (check_flag(path="src/f59.py", severity=Severity.CRITICAL),),
        }
    )
    picture = scatter(report)
    hottest = picture.dots[-1]
    assert (hottest.label, hottest.tone, hottest.is_left) == ("f59.py", "critical", True)
    assert hottest.x == max(dot.x for dot in picture.dots)
    assert hottest.y == min(dot.y for dot in picture.dots)
    assert all(0 <= dot.x <= 100 and 0 <= dot.y <= 100 for dot in picture.dots)
    labelled = sorted(dot.y for dot in picture.dots if dot.label)
    assert all(after - before >= 7 for before, after in pairwise(labelled))


def test_files_without_a_history_are_no_hot_spots() -> None:
    files = (MappedFile(path="a.py", size=9, lines=10, language="Python"),)
    assert scatter(assemble(facts()).model_copy(update={"files": files})).dots == ()
