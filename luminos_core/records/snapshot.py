"""The result of the base scan: every file and directory of the target, and what was excluded.

Every path is relative to the target, POSIX, and escaped (`luminos_core.text.filenames`), so that it
is always valid Unicode; the root is ".".

Dataclasses, not pydantic models: a scan creates one for every file, and importing pydantic would
take longer than a small scan. Pydantic models that contain them validate them all the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

BY_HISTORY = "git history"
UNKNOWN_ENCODING = "unknown-8bit"  # RFC 1428's name for text that is neither ASCII nor UTF-8


class FileKind(StrEnum):
    """What a directory entry is. Only `FILE` is ever opened."""

    FILE = "file"
    SYMLINK = "symlink"
    FIFO = "fifo"
    SOCKET = "socket"
    DEVICE = "device"


class Category(StrEnum):
    SOURCE = "source"
    CONFIG = "config"
    DATA = "data"
    DOCUMENT = "document"
    MEDIA = "media"
    ARCHIVE = "archive"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """One entry that is not a directory."""

    path: str
    kind: FileKind = FileKind.FILE
    size: int  # bytes, as lstat says
    mtime_ns: int
    category: Category = Category.UNKNOWN
    mime: str = ""  # "" when the file was not opened
    language: str | None = None
    lines: int | None = None  # None for binary or unread files
    encoding: str | None = None  # "utf-8", "utf-16-le", …; None for binary or unread files
    digest: str | None = None  # blake3 of the content, hex; None when unread
    binary: bool = False
    generated: bool = False
    vendored: bool = False
    documentation: bool = False
    withheld: bool = False  # its name means secrets: no model sees its content
    linked_outside: bool = False  # another name of it is outside: no model sees its content
    link_target: str | None = None  # of a symlink, escaped
    note: str | None = None  # "changed while being read", "no permission", …

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def is_hidden(self) -> bool:
        """Whether only its name is shown."""
        return self.withheld or self.linked_outside

    @property
    def problem(self) -> str:
        """Why the scan could not read it; "" when it did, or when it is never opened."""
        if self.note is None:
            return ""
        known = self.digest if self.kind is FileKind.FILE else self.link_target
        return self.note if known is None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryRecord:
    """One directory that belongs to the tree, with its own entries."""

    path: str
    files: tuple[FileRecord, ...] = ()  # by name
    children: tuple[str, ...] = ()  # paths of the child directories in the tree, by name
    problem: str = ""  # why it, or some of its entries, could not be listed

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def is_unreadable(self) -> bool:
        """Whether it could not be listed at all. That is not to be empty."""
        return bool(self.problem) and not (self.files or self.children)

    @property
    def unread(self) -> "tuple[ScanError, ...]":
        """What of it could not be read: itself, and its own files."""
        own = ((self.path, self.problem), *((file.path, file.problem) for file in self.files))
        return tuple(ScanError(path=path, problem=problem) for path, problem in own if problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """A file or a whole directory excluded from the tree, and by which rule."""

    path: str
    is_directory: bool
    reason: str  # ".gitignore:3: *.o", "always skipped: node_modules", "hidden", "--exclude docs"
    of_tool: bool = False  # a tool's own, such as .git: no part of the target
    directories: int = 0  # in the excluded tree, itself included
    files: int = 0
    size: int = 0  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanError:
    """Something that could not be read, and why. The scan went on."""

    path: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTotal:
    category: Category
    files: int
    size: int  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageTotal:
    """Lines of source by language; generated, vendored and binary files are not counted."""

    language: str
    files: int
    lines: int
    code: int | None = None  # this and the next two: None when not counted
    comments: int | None = None
    blanks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorySize:
    """Disk use as `du` counts it: blocks, each inode once, ignored files included."""

    path: str
    size: int  # bytes on disk


@dataclass(frozen=True, slots=True, kw_only=True)
class RecentFile:
    path: str
    changed_at: int | None = None  # seconds since 1970


@dataclass(frozen=True, slots=True, kw_only=True)
class LastModified:
    """When files were last changed, and the source of the times."""

    source: str = "mtime"  # or BY_HISTORY
    note: str = ""  # why not by git history, or how far back it was read
    recent: tuple[RecentFile, ...] = ()  # the 10 last changed, the last first
    times: Mapping[str, int] = field(default_factory=dict)
    """By git history: path to seconds since 1970, of every file whose time is known."""

    @property
    def is_by_history(self) -> bool:
        return self.source == BY_HISTORY


@dataclass(frozen=True, slots=True, kw_only=True)
class HotSpot:
    """A source file that is large and often changed."""

    path: str
    commits: int  # that changed it, without merges
    lines: int
    authors: int
    author: str  # of most of its commits
    share: float  # of the commits that are theirs, 0 to 1
    first: int  # commit of it that was read, in seconds since 1970
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeHistory:
    """What the git history says of the source; empty without one."""

    hot_spots: tuple[HotSpot, ...] = ()  # commits times lines, the most first; at most 10
    authors: tuple[str, ...] = ()  # the five with most changes of files
    author_count: int = 0
    bus_factor: int = 0
    """The fewest authors who together made most commits of more than half of the source files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveySignals:
    """Raw counts for the survey; the model draws the conclusions."""

    total_files: int
    extension_histogram: tuple[Count, ...]  # top 20, by (-count, name); "" for none
    file_descriptions: tuple[Count, ...]  # top 20 MIME or libmagic descriptions
    filename_samples: tuple[str, ...]  # at most 20, evenly drawn from the sorted paths


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The base scan of one target."""

    target: str  # absolute real path, escaped
    name: str  # of the target's folder
    scanned_at: str  # ISO 8601, UTC
    directories: tuple[DirectoryRecord, ...]  # deepest first, the root last
    exclusions: tuple[Exclusion, ...] = ()
    scan_errors: tuple[ScanError, ...] = ()
    categories: tuple[CategoryTotal, ...] = ()
    languages: tuple[LanguageTotal, ...] = ()  # most lines first
    large_files: tuple[FileRecord, ...] = ()  # over 1,000 lines or 10 MB, largest first
    last_modified: LastModified = field(default_factory=LastModified)
    history: CodeHistory = field(default_factory=CodeHistory)
    main_authors: Mapping[str, str] = field(default_factory=dict)
    """By git history: path to the author of most of its commits, of every file."""
    commit_counts: Mapping[str, int] = field(default_factory=dict)
    """By git history: path to how many commits changed it, without merges, of every file."""
    disk_use: int = 0  # bytes of the whole target, as `du -s` counts
    top_directories: tuple[DirectorySize, ...] = ()  # the 5 largest at depth 1 and 2
    signals: SurveySignals

    def directory(self, path: str) -> DirectoryRecord:
        """The directory at `path`; KeyError when it is not in the tree."""
        for directory in self.directories:
            if directory.path == path:
                return directory
        raise KeyError(path)

    @property
    def files(self) -> Iterator[FileRecord]:
        """Every file of the tree, by directory in the order of `directories`."""
        return (file for directory in self.directories for file in directory.files)

    @property
    def file_count(self) -> int:
        return sum(len(directory.files) for directory in self.directories)
