"""A `luminos` that is a process of its own, and has imported Prefect already: that is half of what
one costs. Not for tests of how the command starts."""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
SHIM = (sys.executable, "-I", "-S", str(_HERE / "prepared_shim.py"))


class PreparedProcess(subprocess.Popen[str]):
    """Signals are the command's, whose exit code is ours."""

    command: int  # its process id

    def send_signal(self, sig: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.command, sig)


@contextmanager
def started(arguments: list[str], env: dict[str, str], **streams: Any) -> Iterator[PreparedProcess]:
    theirs, ours = os.pipe()
    told = {**env, **variables(), "PREPARED_PID": str(ours)}
    process = PreparedProcess([*SHIM, *arguments], env=told, pass_fds=(ours,), text=True, **streams)
    os.close(ours)
    with open(theirs) as pid:  # noqa: PTH123 - a pipe
        process.command = int(pid.readline())
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.communicate()


def variables() -> dict[str, str]:
    """The environment in which SHIM is such a command."""
    return {"PREPARED_COMMANDS": _address()}


@cache
def _address() -> str:
    """Of a process that works until ours ends."""
    folder = Path(tempfile.mkdtemp(prefix="luminos-tests-"))
    atexit.register(shutil.rmtree, folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.flows.prepared_main", str(folder / "socket")],
        cwd=_HERE.parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    _WORKING.append(process)
    assert process.stdout and process.stdout.readline() == b"ready\n"
    return str(folder / "socket")


_WORKING: list[subprocess.Popen[bytes]] = []
