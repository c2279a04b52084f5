"""Turns of a schedule, adjusted from what earlier runs took."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.agents.planning.adjust import adjusted
from luminos_core.agents.planning.schedule import MAX_TURNS, apply_plan
from luminos_core.agents.planning.turn_advice import TurnAdvice, advice_from
from luminos_core.records.memory import TurnUse
from luminos_core.records.plan import Schedule, Tier
from luminos_core.records.snapshot import DirectoryRecord
from tests.luminos_core.agents.planned_trees import TARGET, plan, random_plans, random_trees


def taken(
    given: int, used: int, completeness: float | None = 1.0, *, is_partial: bool = False
) -> TurnUse:
    return TurnUse(
        tier=Tier.DEFAULT,
        given=given,
        used=used,
        completeness=completeness,
        is_partial=is_partial,
    )


def advice(turns: int) -> TurnAdvice:
    return TurnAdvice(turns, 2)


def schedule(**lists: object) -> Schedule:
    directories = [DirectoryRecord(path=path) for path in ("src", "lib", "old")]
    root = DirectoryRecord(path=".", children=("lib", "old", "src"))
    return apply_plan([*directories, root], plan(**lists), TARGET)  # type: ignore[arg-type]


def turns_of(found: Schedule) -> dict[str, tuple[str, int]]:
    return {each.path: (each.tier.value, each.turns) for each in found.assignments}


@pytest.mark.parametrize(
    "runs",
    [
        (),
        (taken(10, 4),),
        (taken(10, 4), taken(10, 3, is_partial=True)),  # its context was full
        (taken(10, 4), taken(0, 0, None, is_partial=True)),
    ],
)
def test_nothing_is_learnt_from_fewer_than_two_runs(runs: tuple[TurnUse, ...]) -> None:
    assert advice_from(runs) is None


@pytest.mark.parametrize(
    ("runs", "turns"),
    [
        ([taken(10, 4), taken(10, 4)], 4),  # it gave turns back
        ([taken(5, 10), taken(5, 10)], 10),  # it borrowed five each time
        ([taken(10, 1), taken(10, 1)], 3),  # there is room to look at all
        ([taken(10, 10, 0.8), taken(10, 10, 0.8)], 13),  # by its own rating
        ([taken(10, 10, 0.1), taken(10, 10, 0.1)], 15),  # which is not believed beyond five
        ([taken(10, 10, None), taken(10, 10, None)], 15),  # cut off without a rating
        ([taken(10, 10, 1.0, is_partial=True)] * 2, 10),
        ([taken(25, 25, 0.2), taken(25, 25, 0.2)], MAX_TURNS),
        ([taken(10, 10, 0.5), taken(15, 12)], 12),  # the last time was enough
        ([taken(20, 12), taken(10, 10, 0.9)], 12),
        ([taken(10, 4), taken(10, 4), taken(4, 4, 0.5)], 8),  # it has become more work
        ([taken(10, 9)] * 9 + [taken(10, 4)] * 3, 4),  # what is long ago does not count
    ],
)
def test_the_turns_that_were_needed_are_advised(runs: list[TurnUse], turns: int) -> None:
    assert advice_from(runs) == (turns, min(len(runs), 5))


def test_more_turns_go_to_what_needed_them_and_fewer_to_what_gave_them_back() -> None:
    planned = schedule(priority=[("src", 20)], shallow=["lib"])
    found = adjusted(planned, {"src": advice(8), "lib": advice(12)})
    assert turns_of(found.schedule) == {
        "src": ("priority", 8),
        "lib": ("default", 12),  # no longer shallow
        "old": ("default", 10),
        ".": ("default", 10),
    }
    assert [(each.path, each.planned, each.given) for each in found.changes] == [
        (path, 20 if path == "src" else 5, 8 if path == "src" else 12)
        for path in turns_of(planned)
        if path in ("src", "lib")
    ]
    assert {each.path: each.planned_tier for each in found.changes}["lib"] is Tier.SHALLOW


def test_a_shallow_directory_that_takes_little_more_stays_shallow() -> None:
    found = adjusted(schedule(shallow=["lib"]), {"lib": advice(8)})
    assert turns_of(found.schedule)["lib"] == ("shallow", 8)


def test_a_difference_of_one_turn_changes_nothing() -> None:
    planned = schedule()
    assert adjusted(planned, {"lib": advice(9)}) == (planned, ())


def test_a_directory_that_must_not_get_fewer_can_get_more() -> None:
    found = adjusted(schedule(), {"lib": advice(3), "old": advice(15)}, {"lib", "old"})
    turns = turns_of(found.schedule)
    assert (turns["lib"], turns["old"]) == (("default", 10), ("default", 15))
    assert [each.path for each in found.changes] == ["old"]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_order_skips_and_other_directories_stay_as_they_are(data: st.DataObject) -> None:
    paths = data.draw(random_trees())
    drawn = data.draw(random_plans(paths))
    planned = apply_plan([DirectoryRecord(path=path) for path in paths], drawn, TARGET)
    some = data.draw(st.dictionaries(st.sampled_from(paths), st.integers(1, MAX_TURNS)))
    found = adjusted(planned, {path: advice(turns) for path, turns in some.items()})
    assert found.schedule.skipped == planned.skipped
    pairs = list(zip(planned.assignments, found.schedule.assignments, strict=True))
    assert all((one.path, one.band) == (other.path, other.band) for one, other in pairs)
    changed = {one.path for one, other in pairs if one != other}
    assert changed == {each.path for each in found.changes} <= some.keys()
