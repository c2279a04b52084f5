"""Which flag of this run is which of an earlier one."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence

from luminos_core.comparison.history import KnownFlag
from luminos_core.comparison.known_files import KnownFiles
from luminos_core.comparison.moves import moved_files
from luminos_core.comparison.similarity import similarity
from luminos_core.comparison.tree import Tree
from luminos_core.flags.fingerprint import what_is_there
from luminos_core.records.flag import Flag

_PAIRS = 4_000  # of one rule in one file that are compared word for word
_TELLING = 6  # characters of a quotation that is not in two files by chance


class Matches:
    """`pairs`: index in `known` by index in `found`; `moved`: new path by old path."""

    def __init__(self, known: Sequence[KnownFlag], found: Sequence[Flag]) -> None:
        self.pairs: dict[int, int] = {}
        self.moved: Mapping[str, str] = {}
        self.known = known
        self.found = found
        self._known_left = dict(enumerate(map(_by_its_place, known)))
        self._found_left = dict(enumerate(found))

    @property
    def known_left(self) -> list[KnownFlag]:
        return [self.known[index] for index in self._known_left]

    @property
    def found_left(self) -> list[Flag]:
        return [*self._found_left.values()]

    def follow(self, moved: Mapping[str, str]) -> None:
        """Look for flags of moved files at the new path."""
        self.moved = moved
        for index, flag in self._known_left.items():
            if flag.path in moved:
                self._known_left[index] = flag.model_copy(update={"path": moved[flag.path]})

    def by(self, key: Callable[[Flag], Hashable | None]) -> None:
        """Pair those with equal keys in the order of their places; None is no key."""
        if not (self._known_left and self._found_left):
            return
        known = _grouped(self._known_left, key)
        for each, found in _grouped(self._found_left, key).items():
            for pair in zip(found, known.get(each, ()), strict=False):
                self._pair(*pair)

    def by_word(self) -> None:
        """Pair those of which an agent, when it was asked, said that they are the same."""
        known = {self.known[index].flag.fingerprint: index for index in self._known_left}
        for index, flag in [*self._found_left.items()]:
            if flag.known_as and (pair := known.pop(flag.known_as, None)) is not None:
                self._pair(index, pair)

    def by_similarity(self) -> None:
        """Pair those of one rule in one file that are most alike."""
        known = _grouped(self._known_left, _rule_and_path)
        for each, found in _grouped(self._found_left, _rule_and_path).items():
            candidates = known.get(each, ())
            if candidates and len(candidates) * len(found) <= _PAIRS:
                self._pair_most_alike(found, candidates)

    def _pair_most_alike(self, found: Sequence[int], known: Sequence[int]) -> None:
        scored = []
        for new in found:
            for old in known:
                flag, other = self._found_left[new], self._known_left[old]
                if score := similarity(flag, other):
                    apart = abs((flag.line or 0) - (other.line or 0))
                    scored.append((-score, apart, new, old))
        for _, _, new, old in sorted(scored):
            if new in self._found_left and old in self._known_left:
                self._pair(new, old)

    def _pair(self, new: int, old: int) -> None:
        self.pairs[new] = old
        del self._found_left[new], self._known_left[old]


def match(
    known: Sequence[KnownFlag], found: Sequence[Flag], tree: Tree, before: KnownFiles
) -> Matches:
    """`before`: the files of the last run."""
    return matched(known, found, lambda lost, new: moved_files(lost, new, tree, before))


def matched(
    known: Sequence[KnownFlag],
    found: Sequence[Flag],
    moved: Callable[[list[KnownFlag], list[Flag]], Mapping[str, str]],
) -> Matches:
    """First what is equal, last what is only alike. `moved`, of flags that are not matched yet: new
    path by old path."""
    matches = Matches(known, found)
    matches.by(lambda flag: (flag.fingerprint, not flag.suppressed))
    matches.by(lambda flag: flag.fingerprint)
    matches.by_word()
    if not (matches.known_left and matches.found_left):
        return matches
    matches.follow(moved(matches.known_left, matches.found_left))
    matches.by(lambda flag: (*_rule_and_path(flag), what_is_there(flag), flag.symbol))
    matches.by(lambda flag: (*_rule_and_path(flag), what_is_there(flag)))
    _by_other_tools(matches)
    matches.by_similarity()
    matches.by(_moved_code)
    return matches


def _by_other_tools(matches: Matches) -> None:
    """What several tools say of one place is the flag of the first that runs."""
    left = (*(each.flag for each in matches.known_left), *matches.found_left)
    others = {rule for flag in left for rule in flag.also_found_by}
    matches.by(lambda flag: _as(flag, others))


def _as(flag: Flag, rules: set[str]) -> Hashable | None:
    """Its place, if it is of one of the rules, or was found by one, too."""
    shared = sorted(rules.intersection((flag.rule, *flag.also_found_by)))
    return (shared[0], flag.path, what_is_there(flag)) if shared else None


def _moved_code(flag: Flag) -> Hashable | None:
    """A function that was moved to another file takes its flags along."""
    text = what_is_there(flag)
    is_telling = flag.quotation and flag.symbol and len(text) >= _TELLING
    return (flag.rule, text, flag.symbol) if is_telling else None


def _by_its_place(known: KnownFlag) -> Flag:
    if not known.found_as:
        return known.flag
    return known.flag.model_copy(update={"fingerprint": known.found_as})


def _rule_and_path(flag: Flag) -> tuple[str, str]:
    return flag.rule, flag.path


def _grouped(
    flags: Mapping[int, Flag], key: Callable[[Flag], Hashable | None]
) -> Mapping[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for index in sorted(flags, key=lambda index: (flags[index].line or 0, index)):
        if (value := key(flags[index])) is not None:
            groups[value].append(index)
    return groups
