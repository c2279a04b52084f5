"""What a target's runs have taught, made by rule from its episodes: no model is asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from luminos_core.memory.claim_patterns import claim_patterns
from luminos_core.memory.current import investigations, judged
from luminos_core.memory.turn_patterns import turn_patterns
from luminos_core.records.memory import Episode, KnownFlag, Pattern
from luminos_core.text.tree_paths import lineage, parent_of


@dataclass(frozen=True)
class Memory:
    """Of a target as it is now."""

    episodes: tuple[Episode, ...] = ()  # all, in order of time
    counted: tuple[Episode, ...] = ()  # of them, investigations of directories that are still alike
    patterns: tuple[Pattern, ...] = ()  # the most important first
    problem: str = ""  # what of it could not be read
    turned_down: str = ""  # why agents are told nothing of it
    known: tuple[KnownFlag, ...] = ()  # flags whose code is as it was

    def investigations(self, path: str) -> tuple[Episode, ...]:
        """Of a directory as it still is, the latest last: what it took of its turns."""
        return tuple(each for each in self.counted if each.directory == path)

    def about(self, path: str) -> tuple[Pattern, ...]:
        """What was learnt of a directory, and in those above it, as far as it is told."""
        above = frozenset(lineage(path))
        return tuple(each for each in self.told if each.path in above)

    def known_in(self, path: str) -> tuple[KnownFlag, ...]:
        """Of the directory's own files, as far as it is told."""
        known = () if self.turned_down else self.known
        return tuple(each for each in known if parent_of(each.judgement.path) == path)

    @property
    def told(self) -> tuple[Pattern, ...]:
        """What agents and the planner are told."""
        return () if self.turned_down else self.patterns


def remembered(
    episodes: tuple[Episode, ...], sizes: Mapping[str, int], problem: str = ""
) -> Memory:
    """`sizes`: of each directory of the target, those of its own files together, in bytes."""
    counted = investigations(episodes, sizes)
    patterns = (*turn_patterns(counted), *claim_patterns(judged(episodes, sizes)))
    ranked = sorted(patterns, key=lambda each: (-each.importance, each.about, each.path))
    return Memory(episodes, tuple(each.episode for each in counted), tuple(ranked), problem)
