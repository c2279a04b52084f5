"""The tree as text: limited in depth and length, with counts in place of what is not shown."""

from collections.abc import Iterator
from typing import NamedTuple

from luminos_core.records.snapshot import DirectoryRecord, Exclusion, FileKind, FileRecord, Snapshot
from luminos_core.text.tree_paths import parent_of

_LINES = 400
_FILES_SHOWN = 30  # of one directory; one line has the number of the rest


class _SubtreeCount(NamedTuple):
    """Of a directory's subtree, without itself."""

    directories: int
    files: int

    def __str__(self) -> str:
        files = f"{self.files} file" + "s" * (self.files != 1)
        if not self.directories:
            return files
        noun = "directory" if self.directories == 1 else "directories"
        return f"{self.directories} {noun}, {files}"


def render_tree(snapshot: Snapshot, depth: int) -> str:
    """The target down to `depth` levels, in at most 400 lines and one with the number of the rest.

    Directories come first and end with "/". Exclusions are shown with their reason.
    """
    lines = [_one_line(f"{snapshot.name}/"), *_TreeLines(snapshot, depth).lines()]
    if len(lines) > _LINES:
        missing = len(lines) - _LINES
        lines[_LINES:] = [f"… {missing} more lines"]
    return "\n".join(lines)


class _TreeLines:
    def __init__(self, snapshot: Snapshot, depth: int) -> None:
        self._depth = depth
        self._directories = {directory.path: directory for directory in snapshot.directories}
        self._counts = _count_subtrees(snapshot)
        self._excluded: dict[str, list[Exclusion]] = {}
        for exclusion in snapshot.exclusions:
            self._excluded.setdefault(parent_of(exclusion.path), []).append(exclusion)

    def lines(self) -> Iterator[str]:
        """Depth first, with a stack of (text, directory to descend into or None, indent, level)."""
        stack = self._lines_within(".", "", 1)[::-1]
        while stack:
            text, opened, indent, level = stack.pop()
            yield text
            if opened is not None:
                stack.extend(self._lines_within(opened, indent, level)[::-1])

    def _lines_within(
        self, path: str, indent: str, level: int
    ) -> list[tuple[str, str | None, str, int]]:
        directory = self._directories[path]
        entries = [
            *((self._label(child, level), child) for child in directory.children),
            *((text, None) for text in _file_lines(directory)),
            *((text, None) for text in _excluded_lines(self._excluded.get(path, []))),
        ]
        last = len(entries) - 1
        return [
            (
                indent + ("└── " if index == last else "├── ") + _one_line(text),
                child if child and level < self._depth else None,
                indent + ("    " if index == last else "│   "),
                level + 1,
            )
            for index, (text, child) in enumerate(entries)
        ]

    def _label(self, path: str, level: int) -> str:
        directory = self._directories[path]
        inside = [str(self._counts[path])] if level >= self._depth else []
        if directory.problem:
            inside = [f"unreadable: {directory.problem}"]
        return " ".join([f"{directory.name}/", *(f"({text})" for text in inside)])


def _one_line(text: str) -> str:
    """A name may hold a newline, which would fake another entry."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def _file_lines(directory: DirectoryRecord) -> Iterator[str]:
    files = directory.files
    shown = files if len(files) <= _FILES_SHOWN + 1 else files[:_FILES_SHOWN]
    yield from map(_file_line, shown)
    if len(shown) < len(files):
        yield f"… {len(files) - len(shown)} more files"


def _file_line(file: FileRecord) -> str:
    if file.link_target is not None:
        return f"{file.name} -> {file.link_target}"
    if file.problem:
        return f"{file.name} (unreadable: {file.problem})"
    return file.name if file.kind is FileKind.FILE else f"{file.name} ({file.kind.value})"


def _excluded_lines(exclusions: list[Exclusion]) -> Iterator[str]:
    """A line for each directory; one for each rule for files, since it may exclude thousands."""
    by_reason: dict[str, int] = {}
    for exclusion in exclusions:
        if exclusion.is_directory:
            name = exclusion.path.rpartition("/")[2]
            held = _SubtreeCount(exclusion.directories - 1, exclusion.files)
            yield f"{name}/ [{held}; {exclusion.reason}]"
        else:
            by_reason[exclusion.reason] = by_reason.get(exclusion.reason, 0) + 1
    for reason, count in by_reason.items():
        yield f"[{count} file{'s' * (count != 1)} left out; {reason}]"


def _count_subtrees(snapshot: Snapshot) -> dict[str, _SubtreeCount]:
    """A snapshot is ordered deepest first, so children are counted before their parent."""
    counts: dict[str, _SubtreeCount] = {}
    for directory in snapshot.directories:
        children = [counts[child] for child in directory.children]
        counts[directory.path] = _SubtreeCount(
            directories=sum(1 + child.directories for child in children),
            files=len(directory.files) + sum(child.files for child in children),
        )
    return counts
