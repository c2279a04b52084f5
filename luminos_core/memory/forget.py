"""A part of what is remembered: what a person is shown, and what goes when it is forgotten."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from luminos_core.memory.patterns import Memory
from luminos_core.records.memory import Episode, Judgement, Pattern, PatternKind
from luminos_core.text.tree_paths import ROOT

_FEWEST_DIGITS = 4
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class Remembered:
    """Of a directory with all below it, of a pattern, or of a flag; the others are empty."""

    path: str = ""
    pattern: Pattern | None = None
    fingerprint: str = ""

    def has(self, episode: Episode) -> bool:
        """Whether the episode, or something that is said in it, belongs to it."""
        return self._is_whole(episode) or any(map(self._is_said, episode.judgements))

    def part(self, episode: Episode) -> Episode:
        """Of an episode that it has: what belongs to it."""
        if self._is_whole(episode):
            return episode
        said = tuple(filter(self._is_said, episode.judgements))
        return episode.model_copy(update={"judgements": said})

    def patterns(self, patterns: Sequence[Pattern]) -> tuple[Pattern, ...]:
        if self.pattern is not None:
            return (self.pattern,)
        if self.fingerprint:
            return ()
        return tuple(each for each in patterns if _is_below(each.path, self.path))

    def left(self, episodes: Sequence[Episode]) -> list[Episode]:
        """The episodes without it."""
        return [rest for each in episodes if (rest := self._rest(each)) is not None]

    def _rest(self, episode: Episode) -> Episode | None:
        if self._is_whole(episode):
            return None
        said = tuple(each for each in episode.judgements if not self._is_said(each))
        if len(said) == len(episode.judgements):
            return episode
        if not said and episode.turns is None:
            return None
        return episode.model_copy(update={"judgements": said})

    def _is_whole(self, episode: Episode) -> bool:
        """What is learnt of turns is learnt of whole episodes."""
        if self.path:
            return _is_below(episode.directory, self.path)
        if self.pattern is None or episode.turns is None:
            return False
        if self.pattern.kind is PatternKind.TURNS:
            return episode.directory == self.pattern.about
        return f"{episode.sort} ({episode.turns.tier})" == self.pattern.about

    def _is_said(self, judgement: Judgement) -> bool:
        if self.fingerprint:
            return judgement.fingerprint == self.fingerprint
        if self.path:
            return _is_below(judgement.path, self.path)
        found = self.pattern
        if found is None or found.kind is not PatternKind.CLAIMS:
            return False
        return judgement.about == found.about and _is_below(judgement.path, found.path)


def about(name: str, memory: Memory) -> list[Remembered]:
    """What `name` may stand for: a directory of which something is remembered, the beginning of a
    pattern's id, or of a flag's fingerprint."""
    path = name.rstrip("/").removeprefix("./") or ROOT
    of_path = Remembered(path=path)
    if any(map(of_path.has, memory.episodes)):
        return [of_path]
    return list(_by_digits(name.casefold(), memory))


def _by_digits(digits: str, memory: Memory) -> Iterator[Remembered]:
    if len(digits) < _FEWEST_DIGITS or not _HEX.issuperset(digits):
        return
    for pattern in memory.patterns:
        if pattern.id.startswith(digits):
            yield Remembered(pattern=pattern)
    marks = {said.fingerprint for each in memory.episodes for said in each.judgements}
    yield from (Remembered(fingerprint=mark) for mark in sorted(marks) if mark.startswith(digits))


def _is_below(path: str, directory: str) -> bool:
    return directory in (ROOT, path) or path.startswith(f"{directory}/")
