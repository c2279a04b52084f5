"""How many turns a directory takes, by what its earlier investigations took.

One that ended before its last turn took what it used. One that went on to the last turn may have
needed more: how much is said by its own rating, and never believed beyond a few turns at once.
"""

from collections.abc import Sequence
from math import ceil
from statistics import median_high

from luminos_core.agents.planning.schedule import MAX_TURNS
from luminos_core.records.turn_advice import TurnAdvice, TurnsTaken

FEWEST_RUNS = 2  # from fewer nothing is learnt
_RECENT = 5  # runs; what was before them does not count
_LEAST = 3  # turns: to look, to look again, to submit
_MORE_AT_ONCE = 5
_DONE = 0.9  # of completeness, from which nothing is missing
_ALIKE = 2.0  # times: content of another size is other work


def turn_advice(path: str, taken: Sequence[TurnsTaken], size: int) -> TurnAdvice | None:
    """From the investigations of the directory at `path`, the latest last, when its own files had
    about the `size` that they have now. None when they are too few."""
    alike = [each for each in taken if _is_alike(each.size, size)][-_RECENT:]
    if len(alike) < FEWEST_RUNS:
        return None
    last = alike[-1]
    whole = [each.used for each in alike if not _is_short(each)]
    turns = median_high(whole) if whole else 0
    if _is_short(last):
        turns = max(turns, _needed(last))
    return TurnAdvice(
        path=path,
        turns=min(max(turns, _LEAST), MAX_TURNS),
        runs=len(alike),
        given=last.given,
        used=last.used,
    )


def _is_alike(before: int, now: int) -> bool:
    return max(before, now) <= _ALIKE * max(min(before, now), 1)


def _is_short(taken: TurnsTaken) -> bool:
    """Whether it took all its turns, and was not done."""
    done = taken.completeness is not None and taken.completeness >= _DONE
    return taken.used >= taken.given and not done


def _needed(taken: TurnsTaken) -> int:
    most = taken.used + _MORE_AT_ONCE
    return min(ceil(taken.used / taken.completeness), most) if taken.completeness else most
