"""Checks that compare files with each other: they see the whole tree, and may read any of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import Category, FileKind, FileRecord, Snapshot
from luminos_core.text.decode import decode

_READ_LIMIT = 1_000_000  # bytes of one file
_PROSE = (".md", ".markdown", ".rst", ".txt", ".adoc")


@dataclass(frozen=True)
class Project:
    """The tree, with the text of its files on demand; `read` gives the bytes, or None."""

    snapshot: Snapshot
    read: Callable[[str], bytes | None]
    _named: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def files(self) -> dict[str, FileRecord]:
        return {file.path: file for file in self.snapshot.files}

    @cached_property
    def directories(self) -> frozenset[str]:
        return frozenset(directory.path for directory in self.snapshot.directories)

    @cached_property
    def excluded(self) -> frozenset[str]:
        """What an ignore rule leaves out: it may be there, and is nobody's to report."""
        return frozenset(each.path for each in self.snapshot.exclusions)

    @cached_property
    def is_published(self) -> bool:
        """Whether this is a package as it is published, which leaves a part of the repository out:
        with the mark of one, or a manifest of npm without any file for those who work on it."""
        top = {path for path in self.files if "/" not in path}
        if "PKG-INFO" in top or any(path.endswith(".dist-info/METADATA") for path in self.files):
            return True
        of_repository = {".git", ".github", ".gitignore", ".npmrc"} & (top | self.directories)
        is_bare = not of_repository and not any("lock" in name for name in top)
        return "package.json" in top and is_bare

    def has(self, path: str) -> bool:
        return path in self.files or path in self.directories

    def text(self, path: str) -> str:
        """ "" when there is no such text."""
        content = self.read(path)
        return decode(content[:_READ_LIMIT], cut=False).text if content else ""

    def missing(self, words: Iterable[str]) -> set[str]:
        """Those of `words` that stand in no text but documents. All files are read for words that
        were not asked for before, so many are asked for at once."""
        asked = set(words)
        unknown = {word.encode() for word in asked if word not in self._named}
        left = set(unknown)
        for file in self.snapshot.files:
            if not left:
                break
            if _is_source(file):
                content = self.read(file.path) or b""
                left -= {word for word in left if word in content}
        self._named.update({word.decode(): word not in left for word in unknown})
        return {word for word in asked if not self._named[word]}


@dataclass(frozen=True)
class ProjectCheck:
    """Compares files of the project. Versioned as a file check is."""

    name: str
    version: int
    run: Callable[[Project], Iterator[Flag]]


def _is_source(file: FileRecord) -> bool:
    is_text = file.kind is FileKind.FILE and not file.binary and not file.is_hidden
    is_prose = file.name.lower().endswith(_PROSE) or file.name.lower().startswith("readme")
    return is_text and not is_prose and file.category is not Category.MEDIA
