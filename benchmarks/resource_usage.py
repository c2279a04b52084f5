"""What one run of a program costs, its own children included."""

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
class Cost:
    cpu: float  # seconds, user and system
    wall: float  # seconds
    memory: int  # bytes, the largest resident set of one process


def cost(command: Sequence[str], environment: Mapping[str, str]) -> Cost:
    """Run `command` to its end, its output thrown away. SystemExit when it fails: the figure of a
    run that did nothing would be the best of all."""
    with tempfile.TemporaryFile() as said:
        began = time.perf_counter()
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            text = said.read().decode(errors="replace")
            raise SystemExit(f"{text}{' '.join(command)}: ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * _MEMORY_UNIT)


def middle(costs: Sequence[Cost]) -> Cost:
    """The median of each figure."""
    return Cost(
        cpu=median(each.cpu for each in costs),
        wall=median(each.wall for each in costs),
        memory=int(median(each.memory for each in costs)),
    )
