"""Which files of a target a requirement is about, and what of them the scan did not see."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot
from luminos_core.suppressions.path_pattern import PathPattern


@dataclass(frozen=True)
class Tree:
    """The files by path, so that evidence is the same every time."""

    snapshot: Snapshot

    def files(self, path: str) -> list[FileRecord]:
        """Those that the pattern `path` names. Links, and what else is never opened, are not."""
        pattern = PathPattern(path)
        return [file for file in self._files if pattern.matches(file.path)]

    def unseen(self, path: str) -> Iterator[tuple[str, str]]:
        """Places that the pattern names and the scan did not see, and why: what was left out and
        links, when it names these and not only may match them, as "*.py" may match any; and
        directories that cannot be listed."""
        pattern = PathPattern(path)
        for exclusion in self.snapshot.exclusions:
            if _names(pattern, exclusion.path) or pattern.leads_into(exclusion.path):
                yield exclusion.path, f"left out: {exclusion.reason}"
        for file in self._others:
            if _names(pattern, file.path):
                yield file.path, f"a {file.kind}, which is never opened"
        for directory in self.snapshot.directories:
            if directory.problem and pattern.may_match_in(directory.path):
                yield directory.path, directory.problem

    @cached_property
    def _files(self) -> list[FileRecord]:
        found = (file for file in self.snapshot.files if file.kind is FileKind.FILE)
        return sorted(found, key=lambda file: file.path)

    @cached_property
    def _others(self) -> list[FileRecord]:
        return [file for file in self.snapshot.files if file.kind is not FileKind.FILE]


def why_unread(file: FileRecord) -> str:
    """Why its text is not searched; "" when it is."""
    if file.withheld:
        return "withheld: files of this name hold secrets"
    if file.linked_outside:
        return "withheld: it has another name outside of the target"
    return file.problem


def _names(pattern: PathPattern, path: str) -> bool:
    return pattern.literal is not None and pattern.matches(path)
