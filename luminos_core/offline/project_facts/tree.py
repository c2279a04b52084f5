"""A target's directories with what their files say of the project."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from luminos_core.checks.check import is_test_path
from luminos_core.offline.file_kinds import is_readme, is_source
from luminos_core.offline.own_packages import is_beside
from luminos_core.offline.project_facts.notes import Notes
from luminos_core.records.directory_facts import ManifestFacts
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.text.tree_paths import ROOT, depth_of, lineage, parent_of

_MAIN_SHARE = 0.6  # of the source below a directory that speaks for its parent


@dataclass(frozen=True)
class NotedTree:
    snapshot: Snapshot
    notes: Mapping[str, Notes]  # by directory, of those whose files say something

    @cached_property
    def directories(self) -> dict[str, DirectoryRecord]:
        """By path, the shallowest first."""
        found = sorted(self.snapshot.directories, key=lambda each: (depth_of(each.path), each.path))
        return {directory.path: directory for directory in found}

    @cached_property
    def own(self) -> dict[str, Notes]:
        """Of what the project runs, without tests, examples and documents, the shallowest first."""
        found = ((path, self.notes.get(path)) for path in self.directories)
        return {path: notes for path, notes in found if notes and not is_beside(path)}

    @cached_property
    def paths(self) -> frozenset[str]:
        """Of all files."""
        return frozenset(file.path for file in self.snapshot.files)

    @cached_property
    def principal(self) -> str:
        """The directory that speaks for the whole: the root, or the one below it that holds most of
        the source where those above say nothing."""
        path = ROOT
        while not self._speaks(path) and (below := self._main_child(path)):
            path = below
        return path

    @cached_property
    def near_manifests(self) -> tuple[tuple[str, ManifestFacts], ...]:
        """With their directories: those that are about the whole, and not of a library that is
        bundled deep below it."""
        prefix = "" if self.principal == ROOT else f"{self.principal}/"
        return tuple(
            (path, manifest)
            for path, notes in self.own.items()
            if not path.startswith(prefix) or "/" not in path.removeprefix(prefix)
            for manifest in notes.manifests
        )

    def share_of_source(self, paths: Collection[str]) -> float:
        """Of the bytes of the target's source, those in and below these directories."""
        sizes = self._source_sizes
        tops = (path for path in paths if not any(each in paths for each in _above(path)))
        return sum(sizes[path] for path in tops) / (sizes[ROOT] or 1)

    def _speaks(self, path: str) -> bool:
        directory = self.directories[path]
        return bool(self.notes.get(path, Notes()).manifests) or any(
            is_readme(file) for file in directory.files
        )

    def _main_child(self, path: str) -> str:
        sizes = self._source_sizes
        below = self.directories[path].children
        main = max(below, key=lambda each: sizes[each], default="")
        return main if sizes[main] and sizes[main] >= _MAIN_SHARE * sizes[path] else ""

    @cached_property
    def _source_sizes(self) -> Mapping[str, int]:
        """Bytes of source in and below each directory, without tests."""
        sizes: Counter[str] = Counter()
        for file in self.snapshot.files:
            if is_source(file) and not is_test_path(file.path):
                for above in lineage(parent_of(file.path)):
                    sizes[above] += file.size
        return sizes


def _above(path: str) -> Iterator[str]:
    return (each for each in lineage(path) if each != path)
