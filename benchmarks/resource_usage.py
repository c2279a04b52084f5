"""CPU time, wall time and memory of one run of a program, with its child processes."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

_MEMORY_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes; of ru_maxrss


@dataclass(frozen=True)
class ResourceUsage:
    cpu: float  # seconds, user and system
    wall: float  # seconds
    memory: int  # bytes, the largest resident set of one process


def measure(command: Sequence[str], environment: Mapping[str, str]) -> ResourceUsage:
    """Run `command` and discard its output. SystemExit when it fails: a failed run is fast."""
    with tempfile.TemporaryFile() as errors:
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            text = errors.read().decode(errors="replace")
            raise SystemExit(f"{text}{' '.join(command)}: ended with {process.returncode}")
    return ResourceUsage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * _MEMORY_UNIT)


def median_usage(runs: Sequence[ResourceUsage]) -> ResourceUsage:
    """The median of each figure."""
    return ResourceUsage(
        cpu=median(each.cpu for each in runs),
        wall=median(each.wall for each in runs),
        memory=int(median(each.memory for each in runs)),
    )
