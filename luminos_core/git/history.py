"""When each file of the target was last committed, told by `git log` in a shadow git directory.

Files of a submodule or of another repository inside are not in it.
"""

# ruff: noqa: PLC0415 - what only a repository needs takes 6 ms to load

import os
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType

from luminos_core.git.repository import NoRepository, Refused, Repository
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name, encode_name

_PATIENCE = 0.05  # seconds between looks at the wish to stop


@dataclass(frozen=True)
class History:
    head: str  # the commit that this was read from
    times: Mapping[str, int]  # escaped path relative to the target -> seconds since 1970
    complete: bool
    oldest: int | None  # every commit after this moment was read; None when all were
    commits: int  # read this time


@dataclass(frozen=True)
class NoHistory:
    reason: str  # for a person


class HistoryReading:
    """A reading, which begins at once. To be left as a context manager: git is then killed, and
    its shadow removed, however far it came.

    `within` is the target's exact place in the work tree, "" or "a/b/". With `known`, what an
    earlier reading found, only the commits since are read where HEAD descends from its head.
    """

    def __init__(
        self,
        found: Repository | NoRepository,
        within: str,
        known: History | None = None,
        limit: float = 5.0,  # seconds
    ) -> None:
        self._within = os.fsencode(within)
        self._limit = limit
        self._resources = ExitStack()
        self._known: History | None = None
        self._outcome: History | NoHistory | None = None  # when nothing needs to be run
        try:
            self._prepare(found, known)
        except Refused as refused:
            self._outcome = NoHistory(str(refused))
        except OSError as error:
            self._outcome = NoHistory(f"git cannot be run: {os.strerror(error.errno or 0).lower()}")
        except BaseException:
            self._resources.close()
            raise

    def __enter__(self) -> "HistoryReading":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._resources.close()

    def advance(self) -> None:
        """Take what git has printed so far; returns at once. Called now and then, it spares git
        from waiting for us."""
        if self._outcome is None:
            self._process.advance()

    def finish(self, stop: StopSignal) -> History | NoHistory:
        """What was found, once git is done or the limit has passed. Interrupted when `stop` is
        set."""
        if self._outcome is None:
            self._drain(stop)
            if self._known and not self._descends(self._known):
                self._known = None  # rewritten since: all is read again
                self._run([self._head])
                self._drain(stop)
            self._outcome = self._result()
        return self._outcome

    def _prepare(self, found: Repository | NoRepository, known: History | None) -> None:
        if isinstance(found, NoRepository):
            raise Refused(found.reason or "it is in no git repository")
        from luminos_core.git.head import head_commit
        from luminos_core.git.shadow import shadow_of

        self._head = head_commit(found)
        if known and known.complete and known.head == self._head:
            self._outcome = replace(known, commits=0)
            return
        self._shadow = self._resources.enter_context(shadow_of(found, self._head))
        if known and known.head != self._head and (known.complete or self._shadow.shallow):
            self._known = known
        self._run([self._head, *([f"^{self._known.head}"] if self._known else [])])

    def _run(self, revisions: list[str]) -> None:
        from luminos_core.git.log_process import LogProcess

        self._process = LogProcess(self._shadow, revisions, time.monotonic() + self._limit)
        self._resources.callback(self._process.close)

    def _drain(self, stop: StopSignal) -> None:
        self._process.advance()
        while not self._process.done:
            stop.check()
            self._process.wait(_PATIENCE)
            self._process.advance()
        self._process.close()

    def _descends(self, known: History) -> bool:
        """Whether the commits read are all those after the known head: it is then a parent of one
        of them."""
        return self._process.succeeded and known.head in self._process.log.parents

    def _result(self) -> History | NoHistory:
        log, known = self._process.log, self._known
        if not log.commits:
            return NoHistory("git cannot read its commits")
        limits = [] if known is None or known.oldest is None else [known.oldest]
        limits += [] if log.cut_at is None else [log.cut_at]
        limits += [] if self._process.succeeded else [log.moment]
        return History(
            head=self._head,
            times=self._relative(log.times(self._absolute(known.times if known else {}))),
            complete=not limits,
            oldest=max(limits, default=None),
            commits=log.commits,
        )

    def _absolute(self, times: Mapping[str, int]) -> dict[bytes, int]:
        """By path in the work tree, as git prints it."""
        return {
            self._within + os.fsencode(decode_name(path)): moment for path, moment in times.items()
        }

    def _relative(self, times: Mapping[bytes, int]) -> dict[str, int]:
        """By path in the target, without what is not in it."""
        skip = len(self._within)
        return {
            encode_name(os.fsdecode(path[skip:])): moment
            for path, moment in times.items()
            if path.startswith(self._within)
        }
