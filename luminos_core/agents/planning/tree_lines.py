"""The target as a planner sees it: a line a directory, folded by rule where it is wide or deep.

Nothing is left out: a directory has its own line, or is one of those that a line stands for and
counts. What the checks found serious is not folded, since hostile code prefers dull places.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.briefing import TreeLine
from luminos_core.records.flag import Flag, FlagCounts, Severity
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name
from luminos_core.text.tree_paths import depth_of, parent_of

_LEVELS = 6  # below the root; deeper directories are folded
_ALIKE = 12  # siblings: more of one kind are folded, but for the first few
_FIRST = 4
_NO_HINTS: Mapping[str, Sequence[Flag]] = MappingProxyType({})
_SERIOUS = (Severity.CRITICAL, Severity.CONCERN)


def tree_lines(
    directories: Sequence[DirectoryRecord],
    flags: Mapping[str, Sequence[Flag]],
    states: Mapping[str, str],
    levels: int = _LEVELS,
    hints: Mapping[str, Sequence[Flag]] = _NO_HINTS,
) -> tuple[TreeLine, ...]:
    """In tree order. `directories` are the whole tree; `flags` and `hints` the checks', by path;
    `states` say of a directory "stored", "changed" or "new"; below `levels` it is folded."""
    return tuple(_Tree(directories, flags, states, levels, hints).lines())


@dataclass
class _Counts:
    """Of some directories."""

    files: int = 0
    lines: int = 0
    languages: Counter[str] = field(default_factory=Counter)  # lines of each
    flags: Counter[Severity] = field(default_factory=Counter)
    places: int = 0  # of flags
    hints: int = 0
    states: Counter[str] = field(default_factory=Counter)
    problem: str = ""  # of a single directory

    def add(self, other: "_Counts") -> None:
        self.files += other.files
        self.lines += other.lines
        self.places += other.places
        self.hints += other.hints
        for mine, theirs in (
            (self.languages, other.languages),
            (self.flags, other.flags),
            (self.states, other.states),
        ):
            mine.update(theirs)  # type: ignore[arg-type]  # each of its own kind

    @property
    def language(self) -> str:
        return max(sorted(self.languages), key=self.languages.__getitem__, default="")

    @property
    def is_serious(self) -> bool:
        return any(self.flags[severity] for severity in _SERIOUS)


class _Tree:
    def __init__(
        self,
        directories: Sequence[DirectoryRecord],
        flags: Mapping[str, Sequence[Flag]],
        states: Mapping[str, str],
        levels: int,
        hints: Mapping[str, Sequence[Flag]],
    ) -> None:
        self._levels = levels
        self._directories = {directory.path: directory for directory in directories}
        self._own = {
            path: _counts(directory, flags.get(path, ()), hints.get(path, ()), states.get(path, ""))
            for path, directory in self._directories.items()
        }
        self._subtrees = {path: _Counts() for path in self._own}
        for path in sorted(self._own, key=depth_of, reverse=True):
            self._subtrees[path].add(self._own[path])
            if path != "." and (parent := self._subtrees.get(parent_of(path))):
                parent.add(self._subtrees[path])

    def lines(self) -> Iterator[TreeLine]:
        """Depth first, without recursion: a hostile tree may be deeper than the stack."""
        stack = ["."]
        while stack:
            path = stack.pop()
            yield TreeLine(path=path, text=f"{_shown(path)}: {_described(self._own[path])}")
            children = self._directories[path].children
            deep = [child for child in children if self._is_too_deep(child)]
            if len(deep) == 1 and not self._directories[deep[0]].children:
                deep = []  # its own line is as short
            alike = [] if deep else self._alike(children)
            folded = {*deep, *alike}
            if deep:
                yield self._fold(path, deep, "deeper")
            if alike:
                yield self._fold(path, alike, "alike")
            stack += [child for child in reversed(children) if child not in folded]

    def _is_too_deep(self, path: str) -> bool:
        return depth_of(path) > self._levels and not self._subtrees[path].is_serious

    def _alike(self, children: Sequence[str]) -> list[str]:
        """Of each kind of which there are many, all but the first few."""
        kinds: dict[object, list[str]] = defaultdict(list)
        for child in children:
            if not self._subtrees[child].is_serious:
                kinds[self._kind(child)].append(child)
        many = (paths for paths in kinds.values() if len(paths) > _ALIKE)
        return [path for paths in many for path in paths[_FIRST:]]

    def _kind(self, path: str) -> object:
        """What siblings have in common that are alike: language, state, and their order of size."""
        counts = self._subtrees[path]
        return (
            counts.language,
            bool(self._directories[path].children),
            tuple(sorted(counts.states)),
            counts.files.bit_length(),
            counts.lines.bit_length() // 2,
        )

    def _fold(self, parent: str, roots: Sequence[str], what: str) -> TreeLine:
        """One line for `roots` and all below them."""
        counts = _Counts()
        for root in roots:
            counts.add(self._subtrees[root])
        members = [path for root in roots for path in self._subtree(root)]
        total = formats.pluralize(len(members), "more directory", "more directories")
        names = sanitize_line(
            ", ".join(sanitize_name(path.rpartition("/")[2]) for path in roots),
            PROMPT_LIMITS.folded_names_characters,
        )
        text = f"{_shown(parent)}*: {total} {what}: {_described(counts)}; named {names}"
        return TreeLine(path=parent, text=text, folded=tuple(members))

    def _subtree(self, root: str) -> Iterator[str]:
        stack = [root]
        while stack:
            path = stack.pop()
            yield path
            stack += self._directories[path].children


def _counts(
    directory: DirectoryRecord, flags: Sequence[Flag], hints: Sequence[Flag], state: str
) -> _Counts:
    counts = _Counts(files=len(directory.files), problem=directory.problem)
    for file in directory.files:
        counts.lines += file.lines or 0
        if file.language:
            counts.languages[file.language] += max(file.lines or 0, 1)
    counts.flags, counts.places = FlagCounts.of(flags)
    counts.hints = FlagCounts.of(hints).flags.total()
    if state:
        counts.states[state] = 1
    return counts


def _described(counts: _Counts) -> str:
    """ "12 files, 3,410 lines, Python; checks: 1 critical; changed"."""
    sizes = [formats.pluralize(counts.files, "file"), formats.pluralize(counts.lines, "line")]
    language = [sanitize_name(counts.language)] if counts.language else []
    parts = [", ".join((*sizes, *language))]
    if counts.flags:
        found = (f"{counts.flags[each]:,} {each}" for each in Severity if counts.flags[each])
        in_places = FlagCounts(counts.flags, counts.places).in_places
        parts.append(f"checks: {', '.join(found)}{in_places}")
    if counts.hints:
        parts.append(formats.pluralize(counts.hints, "hint"))
    several = counts.states.total() > 1
    parts += [f"{n:,} {state}" if several else state for state, n in sorted(counts.states.items())]
    if counts.problem:
        problem = sanitize_line(counts.problem, PROMPT_LIMITS.note_characters)
        parts.append(f"could not be read: {problem}")
    return "; ".join(parts)


def _shown(path: str) -> str:
    return "./" if path == "." else f"{sanitize_name(path)}/"
