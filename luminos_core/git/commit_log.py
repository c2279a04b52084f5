"""Reading what `git log` prints: when each path was last committed."""

from dataclasses import dataclass, field

# The commit, its time, its parents; then, NUL after each, a letter for each parent and a path.
ARGUMENTS = (
    "--no-pager",
    "log",
    "-z",
    "--format=%H %ct %P",
    "--name-status",
    "-c",  # of a merge, what differs from all its parents
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
_LATEST = 253_402_300_799  # seconds; the end of the year 9999, which is as far as dates go
_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class CommitLog:
    """What has been printed so far. Newest commits come first."""

    shallow: frozenset[str]  # commits that seem to have added every file, as none before is here
    commits: int = 0
    cut_at: int | None = None  # seconds; the newest commit of `shallow`
    parents: set[str] = field(default_factory=set)  # of all commits
    moment: int = 0  # seconds; when the last commit read was made
    _latest: dict[bytes, int] = field(default_factory=dict)
    _deleted: set[bytes] = field(default_factory=set)
    _skipped: bool = False  # whether the paths that come are those of a shallow commit
    _status: bytes = b""  # the letters that a path must follow
    _rest: bytes = b""  # of a field that is not yet whole

    def feed(self, printed: bytes) -> None:
        *fields, self._rest = (self._rest + printed).split(b"\0")
        status = self._status
        for text in fields:
            if status:
                self._add(text, status)
                status = b""
            elif bare := text.removeprefix(b"\n"):
                if bare[0] in _LETTERS:
                    status = bare
                else:
                    self._begin(bare.decode("ascii", "replace"))
        self._status = status

    def times(self, known: dict[bytes, int]) -> dict[bytes, int]:
        """When each path that is still there was last committed; `known` speaks of the commits
        before these."""
        latest = {path: time for path, time in known.items() if time > self._latest.get(path, -1)}
        found = self._latest.items()
        return latest | {
            path: time for path, time in found if path not in latest and path not in self._deleted
        }

    def _begin(self, line: str) -> None:
        commit, time, *parents = line.split(" ")
        self.moment = min(int(time) if time.isdecimal() else 0, _LATEST)
        self.commits += 1
        self.parents.update(filter(None, parents))
        self._skipped = commit in self.shallow
        if self._skipped:
            self.cut_at = max(self.cut_at or 0, self.moment)

    def _add(self, path: bytes, status: bytes) -> None:
        if self._skipped or self.moment <= self._latest.get(path, -1):
            return
        self._latest[path] = self.moment
        if b"D" in status:
            self._deleted.add(path)
        else:
            self._deleted.discard(path)
