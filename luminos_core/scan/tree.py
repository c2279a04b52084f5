"""The tree as text: limited in depth and in length, with counts for all that is folded."""

from collections.abc import Iterator
from typing import NamedTuple

from luminos_core.records.snapshot import DirectoryRecord, Exclusion, FileKind, FileRecord, Snapshot

_LINES = 400
_FILES_SHOWN = 30  # of one directory; the rest is counted in one line


class _Below(NamedTuple):
    """What a directory's subtree holds, itself not counted."""

    directories: int
    files: int

    def __str__(self) -> str:
        files = f"{self.files} file" + "s" * (self.files != 1)
        if not self.directories:
            return files
        noun = "directory" if self.directories == 1 else "directories"
        return f"{self.directories} {noun}, {files}"


def render_tree(snapshot: Snapshot, depth: int) -> str:
    """The target down to `depth` levels, at most 400 lines and one that counts what is missing.

    Directories come first and end with "/". What is left out is named with its reason.
    """
    lines = [_one_line(f"{snapshot.name}/"), *_Tree(snapshot, depth).lines()]
    if len(lines) > _LINES:
        missing = len(lines) - _LINES
        lines[_LINES:] = [f"… {missing} more lines"]
    return "\n".join(lines)


class _Tree:
    def __init__(self, snapshot: Snapshot, depth: int) -> None:
        self._depth = depth
        self._directories = {directory.path: directory for directory in snapshot.directories}
        self._below = _count_below(snapshot)
        self._excluded: dict[str, list[Exclusion]] = {}
        for exclusion in snapshot.exclusions:
            self._excluded.setdefault(_parent(exclusion.path), []).append(exclusion)

    def lines(self) -> Iterator[str]:
        """By a stack of (indent, text, directory to open or None), the next on top."""
        stack = self._inside(".", "", 1)[::-1]
        while stack:
            text, opened, indent, level = stack.pop()
            yield text
            if opened is not None:
                stack.extend(self._inside(opened, indent, level)[::-1])

    def _inside(self, path: str, indent: str, level: int) -> list[tuple[str, str | None, str, int]]:
        directory = self._directories[path]
        entries = [
            *((self._label(child, level), child) for child in directory.children),
            *((text, None) for text in _files(directory)),
            *((text, None) for text in _omitted(self._excluded.get(path, []))),
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
        name = self._directories[path].name + "/"
        return name if level < self._depth else f"{name} ({self._below[path]})"


def _one_line(text: str) -> str:
    """A name may hold a newline, and with it an entry that is not there."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def _files(directory: DirectoryRecord) -> Iterator[str]:
    files = directory.files
    shown = files if len(files) <= _FILES_SHOWN + 1 else files[:_FILES_SHOWN]
    yield from map(_file, shown)
    if len(shown) < len(files):
        yield f"… {len(files) - len(shown)} more files"


def _file(file: FileRecord) -> str:
    if file.kind is FileKind.SYMLINK:
        return f"{file.name} -> {file.link_target}"
    return file.name if file.kind is FileKind.FILE else f"{file.name} ({file.kind.value})"


def _omitted(exclusions: list[Exclusion]) -> Iterator[str]:
    """Directories by name; files by rule, since a rule may leave out thousands."""
    by_reason: dict[str, int] = {}
    for exclusion in exclusions:
        if exclusion.is_directory:
            name = exclusion.path.rpartition("/")[2]
            held = _Below(exclusion.directories - 1, exclusion.files)
            yield f"{name}/ [{held}; {exclusion.reason}]"
        else:
            by_reason[exclusion.reason] = by_reason.get(exclusion.reason, 0) + 1
    for reason, count in by_reason.items():
        yield f"[{count} file{'s' * (count != 1)} left out; {reason}]"


def _count_below(snapshot: Snapshot) -> dict[str, _Below]:
    """Deepest first is the snapshot's order, so every child is known before its parent."""
    below: dict[str, _Below] = {}
    for directory in snapshot.directories:
        inner = [below[child] for child in directory.children]
        below[directory.path] = _Below(
            directories=sum(1 + child.directories for child in inner),
            files=len(directory.files) + sum(child.files for child in inner),
        )
    return below


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "."
