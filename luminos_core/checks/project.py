"""Checks that compare files with each other: they see the whole tree, and may read any of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import re2

from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import Category, DirectoryRecord, FileKind, FileRecord, Snapshot
from luminos_core.text.decode import decode

_READ_LIMIT = 1_000_000  # bytes of one file
_PUBLISHED_FILES = re2.compile(r'"files"\s*:\s*\[([^\]]*)\]')
_QUOTED = re2.compile(r'"([^"]+)"')
_ALWAYS_PUBLISHED = re2.compile(
    r"(?i)package\.json$|readme|licen[cs]e|copying|notice|authors|change|history|[^./]+\.[cm]?js$"
)
_MARKS = frozenset(  # of packages of PyPI, crates.io, RubyGems and CPAN
    ("PKG-INFO", "Cargo.toml.orig", ".cargo_vcs_info.json", "metadata.yml", "META.json", "META.yml")
)
_PROSE = (".md", ".markdown", ".rst", ".txt", ".adoc")


class Spelling(NamedTuple):
    """A way in which sources write a word."""

    word: str  # a part of it, which is looked for first
    pattern: str  # RE2


W = TypeVar("W", bound=str | Spelling)


@dataclass(frozen=True)
class Project:
    """The tree, with the text of its files on demand; `read` gives the bytes, or None."""

    snapshot: Snapshot
    read: Callable[[str], bytes | None]
    _named: dict[str | Spelling, bool] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def files(self) -> dict[str, FileRecord]:
        return {file.path: file for file in self.snapshot.files}

    @cached_property
    def directories(self) -> dict[str, DirectoryRecord]:
        return {directory.path: directory for directory in self.snapshot.directories}

    @cached_property
    def excluded(self) -> frozenset[str]:
        """What an ignore rule leaves out: it may be there, and is nobody's to report."""
        return frozenset(each.path for each in self.snapshot.exclusions)

    @cached_property
    def is_published(self) -> bool:
        """Whether this is a package as it is published, which leaves a part of the repository out:
        with the mark of one, or a manifest of npm without any file for those who work on it."""
        top = {path for path in self.files if "/" not in path}
        if self.is_stripped:
            return True
        of_repository = {".git", ".github", ".gitignore", ".npmrc"} & (
            top | self.directories.keys()
        )
        is_bare = not of_repository and not any("lock" in name for name in top)
        return "package.json" in top and is_bare

    @cached_property
    def is_stripped(self) -> bool:
        """Whether this is certainly a package as it is published: with the mark of one, or with the
        files alone that its manifest says are published."""
        top = {path for path in self.files if "/" not in path}
        return (
            bool(_MARKS & top)
            or is_wheel(self.snapshot)
            or ("package.json" in top and self._is_npm_pack(top))
        )

    def _is_npm_pack(self, top: set[str]) -> bool:
        found = _PUBLISHED_FILES.search(self.text("package.json"))
        if not found:
            return False
        named = {
            name.removeprefix("./").partition("/")[0] for name in _QUOTED.findall(found.group(1))
        }
        folders = {path.partition("/")[0] for path in self.directories if path != "."}
        return all(
            _ALWAYS_PUBLISHED.match(name) or any(fnmatchcase(name, each) for each in named)
            for name in top | folders
        )

    def has(self, path: str) -> bool:
        return path in self.files or path in self.directories

    def text(self, path: str) -> str:
        """ "" when there is no such text."""
        content = self.read(path)
        return decode(content[:_READ_LIMIT], cut=False).text if content else ""

    def missing(self, words: Iterable[W]) -> set[W]:
        """Those of `words` that stand in no text but documents. All files are read for words that
        were not asked for before, so many are asked for at once."""
        asked = set(words)
        left = {_searched(word) for word in asked if word not in self._named}
        unknown = set(left)
        for file in self.snapshot.files:
            if not left:
                break
            if _is_source(file):
                content = self.read(file.path) or b""
                left -= {each for each in left if each.stands_in(content)}
        self._named.update({each.asked: each not in left for each in unknown})
        return {word for word in asked if not self._named[word]}


@dataclass(frozen=True)
class _Searched:
    asked: str | Spelling
    word: bytes
    pattern: Any

    def stands_in(self, content: bytes) -> bool:
        return self.word in content and (not self.pattern or bool(self.pattern.search(content)))


def _searched(word: str | Spelling) -> _Searched:
    if isinstance(word, Spelling):
        return _Searched(word, word.word.encode(), re2.compile(word.pattern.encode()))
    return _Searched(word, word.encode(), None)


def is_wheel(snapshot: Snapshot) -> bool:
    return any(file.path.endswith(".dist-info/METADATA") for file in snapshot.files)


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
