"""Parsing `git log`: when each path was last committed, how often and by whom."""

from dataclasses import dataclass, field

from luminos_core.git.path_history import add_change
from luminos_core.text.escape import drop_invisible

# Prints commit, time, parents and author; then, each ended by a NUL, a letter for each parent and
# a path.
ARGUMENTS = (
    "--no-pager",
    "log",
    "-z",
    "--format=%H %ct %P%x09%an",
    "--name-status",
    "-c",  # of a merge, the files that differ from all parents
    "--root",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--no-mailmap",
    "--no-show-signature",
)
_NAME = 100  # characters of an author's name
_LATEST = 253_402_300_799  # seconds; the end of the year 9999, the last that datetime can represent


@dataclass
class CommitLog:
    """The output so far. Newest commits come first."""

    shallow: frozenset[str]  # commits without their parents, which seem to add every file
    commits: int = 0
    cut_at: int | None = None  # seconds; the newest commit of `shallow`
    parents: set[str] = field(default_factory=set)  # of all commits
    last_time: int = 0  # seconds; the time of the last commit read
    changes: dict[bytes, tuple[int, dict[str, int]]] = field(default_factory=dict)
    """Of each path, when it was first committed and how often by whom; merges do not count."""
    _author: str = ""
    _latest: dict[bytes, int] = field(default_factory=dict)
    _deleted: set[bytes] = field(default_factory=set)
    _skipped: bool = False  # whether the current commit is a shallow one
    _status: bytes = b""  # the letters of the path that follows
    _rest: bytes = b""  # an incomplete field

    def feed(self, output: bytes) -> None:
        *fields, self._rest = (self._rest + output).split(b"\0")
        status = self._status
        for text in fields:
            if status:
                self._add(text, status)
                status = b""
            elif bare := text.removeprefix(b"\n"):
                if bare[:1].isupper():
                    status = bare
                else:
                    self._begin(bare.decode("utf-8", "replace"))
        self._status = status

    def times(self, known: dict[bytes, int]) -> dict[bytes, int]:
        """When each path that still exists was last committed; `known` is of older commits."""
        latest = {path: time for path, time in known.items() if time > self._latest.get(path, -1)}
        found = self._latest.items()
        return latest | {
            path: time for path, time in found if path not in latest and path not in self._deleted
        }

    def _begin(self, line: str) -> None:
        ids, _, author = line.partition("\t")
        commit, time, *parents = ids.split(" ")
        parents = [parent for parent in parents if parent]
        self._author = " ".join(drop_invisible(author).split())[:_NAME] if len(parents) < 2 else ""
        self.last_time = min(int(time) if time.isdecimal() else 0, _LATEST)
        self.commits += 1
        self.parents.update(parents)
        self._skipped = commit in self.shallow
        if self._skipped:
            self.cut_at = max(self.cut_at or 0, self.last_time)

    def _add(self, path: bytes, status: bytes) -> None:
        if self._author and not self._skipped:
            add_change(self.changes, path, self._author, self.last_time)
        if self._skipped or self.last_time <= self._latest.get(path, -1):
            return
        self._latest[path] = self.last_time
        if b"D" in status:
            self._deleted.add(path)
        else:
            self._deleted.discard(path)
