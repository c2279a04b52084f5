"""How often what a rule, or an agent of one kind, says was right, and where."""

import os.path
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from luminos_core.memory.current import FEWEST, Weighed, confidence
from luminos_core.memory.turn_patterns import pattern_id
from luminos_core.records.memory import Episode, Judge, Judgement, Pattern, PatternKind, Word
from luminos_core.text import formats
from luminos_core.text.tree_paths import ROOT, lineage, parent_of

_RUNS = 10  # named


class _Said(NamedTuple):
    judgement: Judgement
    episode: Episode
    weight: float


def claim_patterns(episodes: Sequence[Weighed]) -> Iterator[Pattern]:
    """In each directory, and in those above it as far as they add something to it."""
    places: dict[tuple[str, str], list[_Said]] = defaultdict(list)
    for said in _counted(episodes):
        for path in lineage(parent_of(said.judgement.path)):
            places[said.judgement.about, path].append(said)
    for (about, path), found in places.items():
        is_learnt = len({id(each.episode) for each in found}) >= FEWEST
        if is_learnt and path == _common(found):
            yield _pattern(about, path, found)


def _counted(episodes: Iterable[Weighed]) -> Iterator[_Said]:
    """One judgement of each flag in each run; a person's stands for all others of the flag."""
    found: dict[tuple[str, str], _Said] = {}
    persons: dict[str, _Said] = {}
    for each in episodes:
        for judgement in each.episode.judgements:
            said = _Said(judgement, each.episode, each.weight)
            if judgement.judge is Judge.PERSON:
                persons[judgement.fingerprint] = said
            else:
                found[judgement.fingerprint, each.episode.run_id] = said
    yield from (said for (mark, _), said in found.items() if mark not in persons)
    yield from persons.values()


def _common(found: Iterable[_Said]) -> str:
    """The directory that holds all files of which something is said."""
    parents = [parent_of(each.judgement.path) for each in found]
    return ROOT if ROOT in parents else os.path.commonpath(parents) or ROOT


def _pattern(about: str, path: str, found: Sequence[_Said]) -> Pattern:
    false = sum(each.judgement.word is Word.FALSE for each in found)
    right = len(found) - false
    agree, against = max(false, right), min(false, right)
    runs = list(dict.fromkeys(each.episode.run_id for each in found))
    word = "false" if false > right else "confirmed"
    flags = formats.pluralize(len({each.judgement.fingerprint for each in found}), "flag")
    where = "in the whole target" if path == ROOT else f"in {path}"
    judgements = formats.pluralize(len(found), "judgement")
    return Pattern(
        id=pattern_id(PatternKind.CLAIMS, about, path),
        kind=PatternKind.CLAIMS,
        about=about,
        path=path,
        text=f"{about} {where}: {word} in {agree} of {judgements} of {flags}",
        episodes=len(found),
        against=against,
        confidence=confidence(agree, against),
        importance=round(sum(each.weight for each in found) * (agree - against) / len(found), 3),
        runs=tuple(runs[-_RUNS:]),
    )
