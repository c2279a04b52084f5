"""Runs a command with limits and writes what it took, as JSON: `measure.py RESULT LIMITS COMMAND…`.

A program of its own, and small: a process begins with the memory peak of the one that started it.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import time

_DROP_FROM_BOUNDING_SET = 24  # of prctl
_READ_ALL = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH


def main() -> None:
    result, limits, *command = sys.argv[1:]
    asked = json.loads(limits)
    began = time.monotonic()
    child = os.fork()
    if not child:
        _become(command, asked)
    _kill_after(asked["seconds"], child)
    _, status, used = os.wait4(child, 0)
    taken = {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": time.monotonic() - began,
        "cpu": used.ru_utime + used.ru_stime,
        "memory": used.ru_maxrss >> 10,
    }
    with open(result, "w") as file:  # noqa: PTH123 - pathlib would cost a third of the memory
        json.dump(taken, file)


def _become(command: list[str], asked: dict[str, float]) -> None:
    os.setsid()
    if asked["unprivileged"]:
        for capability in _READ_ALL:
            ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    # Fuses, far beyond what is allowed: they protect the machine.
    resource.setrlimit(resource.RLIMIT_AS, (int(asked["memory"]) << 20, int(asked["memory"]) << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (int(asked["cpu"]), int(asked["cpu"]) + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


def _kill_after(seconds: float, child: int) -> None:
    def kill(*_: object) -> None:
        os.killpg(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill)
    signal.alarm(int(seconds))


if __name__ == "__main__":
    main()
