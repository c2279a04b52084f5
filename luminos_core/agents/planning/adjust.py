"""A schedule with other turns for directories that took more or fewer than they were given."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.planning.turn_advice import TurnAdvice
from luminos_core.records.memory_use import AdjustedTurns
from luminos_core.records.plan import Assignment, Schedule, Tier

_LITTLE = 1  # turns: a smaller difference is left as it is


class Adjusted(NamedTuple):
    schedule: Schedule
    changes: tuple[AdjustedTurns, ...] = ()


def adjusted(
    schedule: Schedule, advice: Mapping[str, TurnAdvice], never_fewer: Collection[str] = ()
) -> Adjusted:
    """`schedule` with the turns of `advice`, by path. The order stays, and so does what is skipped.
    A shallow directory that takes as many turns as others is one of the others. Those in
    `never_fewer` keep what they have, at least."""
    assignments: list[Assignment] = []
    changes: list[AdjustedTurns] = []
    for each in schedule.assignments:
        advised = advice.get(each.path)
        turns = advised.turns if advised else each.turns
        if each.path in never_fewer:
            turns = max(turns, each.turns)
        if advised is None or abs(turns - each.turns) <= _LITTLE:
            assignments.append(each)
            continue
        assignments.append(each.model_copy(update={"turns": turns, "tier": _tier(each, turns)}))
        changes.append(_change(each, turns, advised))
    return Adjusted(schedule.model_copy(update={"assignments": tuple(assignments)}), tuple(changes))


def _tier(assignment: Assignment, turns: int) -> Tier:
    is_deeper = assignment.tier is Tier.SHALLOW and turns >= DEFAULT_TURNS
    return Tier.DEFAULT if is_deeper else assignment.tier


def _change(assignment: Assignment, turns: int, advised: TurnAdvice) -> AdjustedTurns:
    return AdjustedTurns(
        path=assignment.path,
        planned=assignment.turns,
        given=turns,
        runs=advised.runs,
        planned_tier=assignment.tier,
    )
