"""How many turns directories take, by what their earlier investigations took.

One that ended before its last turn took what it used. One that went on to the last turn may have
needed more: how much is said by its own rating, and never believed beyond a few turns at once.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import ceil
from statistics import median_high
from typing import NamedTuple

from luminos_core.agents.planning.schedule import MAX_TURNS
from luminos_core.memory.current import FEWEST
from luminos_core.memory.patterns import Memory
from luminos_core.records.memory import TurnUse

_RECENT = 5  # runs; what was before them does not count
_LEAST = 3  # turns: to look, to look again, to submit
_MORE_AT_ONCE = 5
_DONE = 0.9  # of completeness, from which nothing is missing


class TurnAdvice(NamedTuple):
    turns: int
    runs: int  # from which it was learnt


def turn_advice(memory: Memory) -> Mapping[str, TurnAdvice]:
    """By directory, of those that are as they were when they were investigated."""
    uses: dict[str, list[TurnUse]] = defaultdict(list)
    for each in memory.counted:
        if each.turns:
            uses[each.directory].append(each.turns)
    found = ((path, advice_from(taken)) for path, taken in uses.items())
    return {path: advice for path, advice in found if advice}


def advice_from(uses: Sequence[TurnUse]) -> TurnAdvice | None:
    """`uses` of one directory's turns, the latest last. None when too few of them say anything."""
    telling = [each for each in uses if not _broke_off(each)][-_RECENT:]
    if len(telling) < FEWEST:
        return None
    whole = [each.used for each in telling if not _is_short(each)]
    turns = median_high(whole) if whole else 0
    if _is_short(telling[-1]):
        turns = max(turns, _needed(telling[-1]))
    return TurnAdvice(min(max(turns, _LEAST), MAX_TURNS), len(telling))


def _broke_off(use: TurnUse) -> bool:
    """Whether something else than its turns ended it, so that it says nothing of them."""
    return not use.given or (use.is_partial and use.used < use.given)


def _is_short(use: TurnUse) -> bool:
    """Whether it took all its turns, and was not done."""
    done = use.completeness is not None and use.completeness >= _DONE and not use.is_partial
    return use.used >= use.given and not done


def _needed(use: TurnUse) -> int:
    most = use.used + _MORE_AT_ONCE
    return min(ceil(use.used / use.completeness), most) if use.completeness else most
