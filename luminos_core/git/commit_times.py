"""When each file of the target was last committed, by `git log` in a shadow repository.

Files of submodules and nested repositories are not included.
"""

# ruff: noqa: PLC0415 - modules that only a repository needs take 6 ms to load

import os
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TypeVar

from luminos_core.errors import SettingsError
from luminos_core.git.path_history import History, merged, only
from luminos_core.git.repository import NoRepository, Repository, RepositoryRefused
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name, encode_name

V = TypeVar("V")
_TIME_LIMIT = 5.0  # seconds for one run of git
_POLL = 0.05  # seconds between checks of the stop signal


@dataclass(frozen=True)
class CommitTimes:
    head: str  # the commit that this was read from
    times: Mapping[str, int]  # escaped path relative to the target -> seconds since 1970
    complete: bool
    oldest: int | None  # every commit after this time was read; None when all were
    commits: int  # that were read
    shallow: bool = False  # whether the clone has no older ones
    changes: Mapping[str, History] = field(default_factory=dict, compare=False)
    """Of each of the paths: its first commit that was read, and its authors' commits."""


@dataclass(frozen=True)
class NoCommitTimes:
    reason: str  # for a person


class CommitTimesReader:
    """Starts git at once. `close` kills git and deletes the shadow repository.

    `prefix` is the exact path of the target in the work tree, "" or "a/b/". With `known`, the times
    of an earlier run, only the commits since then are read, if HEAD descends from its head.
    """

    def __init__(
        self, found: Repository | NoRepository, prefix: str, known: CommitTimes | None = None
    ) -> None:
        self._prefix = os.fsencode(prefix)
        self._resources = ExitStack()
        self._known: CommitTimes | None = None
        # Set at once when git need not run.
        self._outcome: CommitTimes | NoCommitTimes | None = None
        try:
            self._prepare(found, known)
        except (RepositoryRefused, SettingsError) as refused:
            self._outcome = NoCommitTimes(str(refused))
        except OSError as error:
            reason = os.strerror(error.errno or 0).lower()
            self._outcome = NoCommitTimes(f"git cannot be run: {reason}")
        except BaseException:
            self._resources.close()
            raise

    def advance(self) -> None:
        """Read the output so far, without blocking. Call it often, or git waits for the pipe."""
        if self._outcome is None:
            self._process.advance()

    def finish(self, stop: StopSignal) -> CommitTimes | NoCommitTimes:
        """The times, once git has ended or timed out. Interrupted when `stop` is set."""
        if self._outcome is None:
            self._read_all(stop)
            if self._known and not self._descends(self._known):
                self._known = None  # the history was rewritten: read all of it
                self._run([self._head])
                self._read_all(stop)
            self._outcome = self._result()
        return self._outcome

    def close(self) -> None:
        self._resources.close()

    def _prepare(self, found: Repository | NoRepository, known: CommitTimes | None) -> None:
        if isinstance(found, NoRepository):
            raise RepositoryRefused(found.reason or "it is in no git repository")
        from luminos_core.git.head import head_commit
        from luminos_core.git.shadow_repository import shadow_repository

        self._head = head_commit(found)
        if known and known.complete and known.head == self._head:
            self._outcome = replace(known, commits=0)
            return
        self._shadow = self._resources.enter_context(shadow_repository(found, self._head))
        if known and known.head != self._head and (known.complete or self._shadow.shallow):
            self._known = known
        self._run([self._head, *([f"^{self._known.head}"] if self._known else [])])

    def _run(self, revisions: list[str]) -> None:
        from luminos_core.git.log_process import LogProcess

        self._process = LogProcess(self._shadow, revisions, time.monotonic() + _TIME_LIMIT)
        self._resources.callback(self._process.close)

    def _read_all(self, stop: StopSignal) -> None:
        self._process.advance()
        while not self._process.done:
            stop.check()
            self._process.wait(_POLL)
            self._process.advance()
        self._process.close()

    def _descends(self, known: CommitTimes) -> bool:
        """Whether the known head is a parent of a commit read, so that all since it were."""
        return self._process.succeeded and known.head in self._process.log.parents

    def _result(self) -> CommitTimes | NoCommitTimes:
        log, known = self._process.log, self._known
        if not log.commits:
            return NoCommitTimes("git cannot read its commits")
        limits = [] if known is None or known.oldest is None else [known.oldest]
        limits += [] if log.cut_at is None else [log.cut_at]
        limits += [] if self._process.succeeded else [log.last_time]
        times = self._relative(log.times(self._absolute(known.times if known else {})))
        changes = merged(known.changes if known else {}, self._relative(log.changes))
        return CommitTimes(
            head=self._head,
            times=times,
            changes=only(changes, times),
            complete=not limits,
            oldest=max(limits, default=None),
            commits=log.commits,
            shallow=bool(self._shadow.shallow),
        )

    def _absolute(self, times: Mapping[str, int]) -> dict[bytes, int]:
        """By path in the work tree, as in the output of git."""
        return {
            self._prefix + os.fsencode(decode_name(path)): seconds
            for path, seconds in times.items()
        }

    def _relative(self, times: Mapping[bytes, V]) -> dict[str, V]:
        """By path in the target, without files outside of it."""
        skip = len(self._prefix)
        return {
            encode_name(os.fsdecode(path[skip:])): value
            for path, value in times.items()
            if path.startswith(self._prefix)
        }
