"""A `git log` process in a shadow repository.

Its output goes to a pipe that we read without blocking or a thread. When we end, the pipe closes
and git ends too.
"""

# ruff: noqa: PLC0415 - subprocess takes 5 ms to load, and most targets are in no repository

import contextlib
import fcntl
import math
import os
import resource
import select
import time

from luminos_core.git.commit_log import ARGUMENTS, CommitLog
from luminos_core.git.shadow_repository import ShadowRepository

_CHUNK = 1 << 20  # bytes
_PIPE = 1 << 20  # bytes, the most that Linux allows without privileges; some 10,000 commits
_OUTPUT_LIMIT = 512 << 20  # bytes


class LogProcess:
    """Runs from construction until `close`. `deadline` is a time of time.monotonic()."""

    def __init__(self, shadow: ShadowRepository, revisions: list[str], deadline: float) -> None:
        import subprocess

        self.log = CommitLog(shadow.shallow)
        self.ended = False  # whether the whole output was read
        self._deadline = deadline
        self._output_size = 0  # bytes
        self._pipe, end = os.pipe()
        try:
            self._process = subprocess.Popen(
                [shadow.program, *ARGUMENTS, *revisions, "--"],
                cwd=shadow.folder,
                env=shadow.environment,
                stdin=subprocess.DEVNULL,
                stdout=end,
                stderr=subprocess.DEVNULL,  # may contain text from the repository
                process_group=0,  # ctrl-C is for us alone
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
        """Whether it has ended, or reached a limit."""
        return self.ended or self._output_size > _OUTPUT_LIMIT or time.monotonic() > self._deadline

    def wait(self, seconds: float) -> None:
        """Wait for output, at most `seconds`."""
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        poll.poll(seconds * 1000)

    def advance(self) -> None:
        """Read the output so far, without blocking."""
        while not self.ended and self._output_size <= _OUTPUT_LIMIT:
            try:
                output = os.read(self._pipe, _CHUNK)
            except BlockingIOError:
                break
            self.ended = not output
            self._output_size += len(output)
            self.log.feed(output)
        if self.done and not self.ended:
            self._process.kill()

    def close(self) -> None:
        """Kill the process if it has not ended."""
        if self._pipe < 0:
            return
        if not self.ended:
            self._process.kill()
        self._process.wait()
        os.close(self._pipe)
        self._pipe = -1

    @property
    def succeeded(self) -> bool:
        """Whether the whole log was read. Only after `close`."""
        return self.ended and self._process.returncode == 0


def _limit(process: int, pipe: int, seconds: float) -> None:
    """Where the system supports it, enlarge the pipe and limit git's CPU time."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
    with contextlib.suppress(OSError, AttributeError):
        cpu = max(1, math.ceil(seconds)) + 1
        resource.prlimit(process, resource.RLIMIT_CPU, (cpu, cpu))
