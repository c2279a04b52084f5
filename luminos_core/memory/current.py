"""Which episodes still count, and how much."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from luminos_core.records.memory import Episode

FEWEST = 2  # episodes from which anything is learnt
_HALF_LIFE = 10  # runs that investigated something
_OTHER_SIZE = 2  # times as large, or as small: a directory is no longer what it was
_LITTLE = 4096  # bytes more or less are no other directory


@dataclass(frozen=True)
class Weighed:
    """`weight` is 1 for the last run's, and halves in ten runs. Time does not count: of a target
    that nobody changes nothing is forgotten."""

    episode: Episode
    weight: float


def investigations(episodes: Sequence[Episode], sizes: Mapping[str, int]) -> tuple[Weighed, ...]:
    """Those of directories that are there, and still of a like size; `sizes` are those of each
    directory's own files, in bytes. In order of time."""
    age = _ages(episodes)
    return tuple(
        Weighed(each, 0.5 ** (age[each.run_id] / _HALF_LIFE))
        for each in episodes
        if each.turns is not None and _is_like(each.size, sizes.get(each.directory))
    )


def judged(episodes: Sequence[Episode], directories: Iterable[str]) -> tuple[Weighed, ...]:
    """Those in which something was said of flags, of directories that are there."""
    age, there = _ages(episodes), frozenset(directories)
    return tuple(
        Weighed(each, 0.5 ** (age[each.run_id] / _HALF_LIFE))
        for each in episodes
        if each.judgements and each.directory in there
    )


def confidence(agree: int, against: int) -> float:
    """By the rule of succession: it grows with what agrees, is lowered by what does not, and never
    is 1."""
    return min(round((agree + 1) / (agree + against + 2), 2), 0.99)


def _ages(episodes: Sequence[Episode]) -> dict[str, int]:
    """Of each run, how many came after it."""
    runs = list(dict.fromkeys(each.run_id for each in episodes))
    return {run: len(runs) - number for number, run in enumerate(runs, start=1)}


def _is_like(before: int, now: int | None) -> bool:
    if now is None:
        return False
    small, large = sorted((before, now))
    return large - small <= _LITTLE or large <= _OTHER_SIZE * small
