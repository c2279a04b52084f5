"""One `git log`, running in a shadow git directory.

It writes into a pipe that is emptied in between, without a thread, and ends with the pipe when we
do.
"""

# ruff: noqa: PLC0415 - starting processes takes 5 ms to load, and most targets have no history

import contextlib
import fcntl
import math
import os
import resource
import select
import time

from luminos_core.git.commit_log import ARGUMENTS, CommitLog
from luminos_core.git.shadow import Shadow

_CHUNK = 1 << 20  # bytes
_PIPE = 1 << 20  # bytes, as much as Linux gives to anyone: some 10,000 commits
_PRINTED_LIMIT = 512 << 20  # bytes


class LogProcess:
    """Git, from its start until `close`. `deadline` is a moment of time.monotonic()."""

    def __init__(self, shadow: Shadow, revisions: list[str], deadline: float) -> None:
        import subprocess

        self.log = CommitLog(shadow.shallow)
        self.ended = False  # all that git will ever print was read
        self._deadline = deadline
        self._printed = 0  # bytes
        self._pipe, end = os.pipe()
        try:
            self._process = subprocess.Popen(
                [shadow.program, *ARGUMENTS, *revisions, "--"],
                cwd=shadow.folder,
                env=shadow.environment,
                stdin=subprocess.DEVNULL,
                stdout=end,
                stderr=subprocess.DEVNULL,  # what the repository's author wrote may be in it
                process_group=0,  # ctrl-C is ours to hear
            )
        except BaseException:
            os.close(self._pipe)
            raise
        finally:
            os.close(end)
        os.set_blocking(self._pipe, False)
        _limit(self._process.pid, self._pipe, deadline - time.monotonic())

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.ended or self._printed > _PRINTED_LIMIT or time.monotonic() > self._deadline

    def wait(self, seconds: float) -> None:
        """Until git has printed something, or `seconds` have passed."""
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        poll.poll(seconds * 1000)

    def advance(self) -> None:
        """Take what git has printed; returns at once."""
        while not self.ended and self._printed <= _PRINTED_LIMIT:
            try:
                printed = os.read(self._pipe, _CHUNK)
            except BlockingIOError:
                break
            self.ended = not printed
            self._printed += len(printed)
            self.log.feed(printed)
        if self.done and not self.ended:
            self._process.kill()

    def close(self) -> None:
        """End it, if it has not ended by itself."""
        if self._pipe < 0:
            return
        if not self.ended:
            self._process.kill()
        self._process.wait()
        os.close(self._pipe)
        self._pipe = -1

    @property
    def succeeded(self) -> bool:
        """Whether all was read; of a closed one."""
        return self.ended and self._process.returncode == 0


def _limit(process: int, pipe: int, seconds: float) -> None:
    """Where the system can: a pipe that holds more, and an end of its own to a git that would
    compute on without printing."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
    with contextlib.suppress(OSError, AttributeError):
        cpu = max(1, math.ceil(seconds)) + 1
        resource.prlimit(process, resource.RLIMIT_CPU, (cpu, cpu))
