"""The child's own limits, set in the child: nothing runs between fork and exec."""

import contextlib
import resource
import signal
import sys
from pathlib import Path

from luminos_core.parsing.limits import MEMORY, SECONDS

_STACK = 8 << 20  # bytes
_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, in which the peak is counted
_GROWN = MEMORY // 4  # bytes at the peak


def limit_process() -> None:
    """Memory, and nothing written, started or dumped."""
    for limit, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_STACK, _STACK),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # a limit that this system does not have
            resource.setrlimit(limit, (most, most))


def limit_time(seconds: float = SECONDS) -> None:
    """End this process after so much processor time, also within a parser in C; 0 for never."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def has_grown() -> bool:
    """Whether a text was so large that the next could be blamed for the memory of this one."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    return peak > _GROWN and _own_peak(peak) > _GROWN


def _own_peak(counted: int) -> int:
    """Of this program, in bytes: on Linux what is `counted` begins with the peak of the process
    that started this one."""
    try:
        status = Path("/proc/self/status").read_bytes()
        lines = dict(line.split(b":", 1) for line in status.splitlines())
        return int(lines[b"VmHWM"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return counted
