"""What directories took of their turns, from run to run."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from luminos_core.digest import digest_json
from luminos_core.memory.current import FEWEST, Weighed, confidence
from luminos_core.records.memory import Pattern, PatternKind, TurnUse
from luminos_core.text import formats

_LITTLE = 0.5  # of the turns
_SETTLED = 0.3  # of its importance, when the turns were right: it changes no plan
_RUNS = 10  # named


class Fit(StrEnum):
    """Of the turns that were given."""

    TOO_FEW = "too few"
    RIGHT = "right"
    TOO_MANY = "too many"


class _Found(NamedTuple):
    """What weighs most, how many say so, and how many say something else."""

    fit: Fit
    agree: int
    against: int


def turn_patterns(episodes: Sequence[Weighed]) -> Iterator[Pattern]:
    """Of each directory, and of each sort of directories in each tier."""
    of_directories: dict[str, list[Weighed]] = defaultdict(list)
    of_sorts: dict[str, list[Weighed]] = defaultdict(list)
    for each in episodes:
        of_directories[each.episode.directory].append(each)
        if (use := each.episode.turns) and each.episode.sort:
            of_sorts[f"{each.episode.sort} ({use.tier})"].append(each)
    for path, found in of_directories.items():
        if len(found) >= FEWEST:
            yield _pattern(PatternKind.TURNS, path, path, found)
    for sort, found in of_sorts.items():
        if len({each.episode.directory for each in found}) >= FEWEST:
            yield _pattern(PatternKind.SORT, sort, ".", found)


def pattern_id(kind: PatternKind, about: str, path: str) -> str:
    return digest_json([kind, about, path])[:12]


def _pattern(kind: PatternKind, about: str, path: str, episodes: Sequence[Weighed]) -> Pattern:
    found = _fit(episodes)
    weight = sum(each.weight for each in episodes)
    runs = list(dict.fromkeys(each.episode.run_id for each in episodes))
    return Pattern(
        id=pattern_id(kind, about, path),
        kind=kind,
        about=about,
        path=path,
        text=_text(kind, about, episodes, found),
        episodes=len(episodes),
        against=found.against,
        confidence=confidence(found.agree, found.against),
        importance=round(weight * (_SETTLED if found.fit is Fit.RIGHT else 1), 3),
        runs=tuple(runs[-_RUNS:]),
    )


def _text(kind: PatternKind, about: str, episodes: Sequence[Weighed], found: _Found) -> str:
    of = f"directories of {about}" if kind is PatternKind.SORT else about
    given, used = _mean(episodes, lambda use: use.given), _mean(episodes, lambda use: use.used)
    borrowed = _mean(episodes, lambda use: use.borrowed)
    partial = sum(use.is_partial for each in episodes if (use := each.episode.turns))
    parts = [f"{given:.0f} turns given", f"{used:.0f} used"]
    parts += [f"{borrowed:.0f} of them borrowed"] if borrowed >= _LITTLE else []
    parts += [f"partial {partial} times"] if partial else []
    investigations = formats.pluralize(len(episodes), "investigation")
    return f"{of}: {', '.join(parts)}; {found.fit} in {found.agree} of {investigations}"


def _fit(episodes: Sequence[Weighed]) -> _Found:
    weights: dict[Fit, float] = defaultdict(float)
    fits = [(_fit_of(use), each.weight) for each in episodes if (use := each.episode.turns)]
    for fit, weight in fits:
        weights[fit] += weight
    most = max(Fit, key=lambda fit: weights[fit])
    agree = sum(fit is most for fit, _ in fits)
    return _Found(most, agree, len(fits) - agree)


def _fit_of(use: TurnUse) -> Fit:
    if use.borrowed or use.is_partial or use.used >= use.given:
        return Fit.TOO_FEW
    return Fit.TOO_MANY if use.used < _LITTLE * use.given else Fit.RIGHT


def _mean(episodes: Sequence[Weighed], measure: Callable[[TurnUse], int]) -> float:
    summed = sum(each.weight * measure(use) for each in episodes if (use := each.episode.turns))
    return summed / sum(each.weight for each in episodes)
