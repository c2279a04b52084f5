"""One start of a tool: with limits, without network, without our environment, and with an end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from luminos_core.stop import StopSignal
from luminos_core.text.escape import one_line

OUTPUT = 30 << 20  # bytes that it may write into one file
_TOO_MUCH = f"it writes more than {OUTPUT >> 20} MB"
_STARTER = Path(__file__).with_name("confine.py")
_CLOSED = "http://127.0.0.1:9"  # discard, where nothing listens
_SYSTEM = "/usr/local/bin:/usr/bin:/bin"
_SAID = 300  # characters of its last words
_TICK = 0.02  # seconds


class ToolFailed(Exception):
    """The reason is a clause about the tool: "it takes more than 120 s"."""


@dataclass(frozen=True)
class Limits:
    until: float  # of the monotonic clock
    seconds: float  # as they are named in reasons
    memory: int


def run_confined(
    command: list[str],
    folder: Path,
    environment: Mapping[str, str],
    limits: Limits,
    stop: StopSignal,
) -> tuple[int, Path]:
    """Its exit code, and the file with what it has printed. `folder` has its home, and its working
    directory "work". ToolFailed when it was ended; Interrupted when `stop` is set."""
    printed, said = folder / "printed", folder / "said"
    with printed.open("wb") as output, said.open("wb") as errors:
        process = _start(command, folder, environment, limits, (output, errors))
        try:
            code = _wait(process, limits, stop)
        finally:
            _end(process)
    if printed.stat().st_size >= OUTPUT:
        raise ToolFailed(_TOO_MUCH)
    if code < 0:
        raise ToolFailed(_death(-code, limits, said))
    return code, printed


def last_words(folder: Path) -> str:
    """The last line that the tool has written to stderr."""
    with (folder / "said").open("rb") as said:
        said.seek(max(0, said.seek(0, os.SEEK_END) - 4_096))
        lines = [line.strip() for line in said.read().decode("utf-8", "replace").splitlines()]
    return one_line(next(filter(None, reversed(lines)), ""), _SAID)


def _start(
    command: list[str],
    folder: Path,
    environment: Mapping[str, str],
    limits: Limits,
    files: tuple[IO[bytes], IO[bytes]],
) -> subprocess.Popen[bytes]:
    starter = [sys.executable, "-I", "-S", str(_STARTER)]
    most = (str(int(limits.seconds) + 1), str(limits.memory), str(OUTPUT))
    try:
        return subprocess.Popen(
            [*starter, *most, *command],
            cwd=folder / "work",
            env={**_environment(folder, command[0]), **environment},
            stdin=subprocess.DEVNULL,
            stdout=files[0],
            stderr=files[1],
            process_group=0,  # it is ended with what it has started
        )
    except OSError as error:
        raise ToolFailed(f"it cannot be started: {error.strerror}") from None


def _environment(folder: Path, program: str) -> dict[str, str]:
    """Nothing of ours: no key, no token, no configuration of the person's."""
    home = str(folder / "home")
    proxies = {f"{scheme}_proxy": _CLOSED for scheme in ("http", "https", "all")}
    return {
        "PATH": f"{Path(program).parent}:{_SYSTEM}",
        "HOME": home,
        "TMPDIR": home,
        "XDG_CONFIG_HOME": f"{home}/config",
        "XDG_CACHE_HOME": f"{home}/cache",
        "LANG": "C.UTF-8",
        "NO_COLOR": "1",
        **proxies,
        **{name.upper(): value for name, value in proxies.items()},
    }


def _wait(process: subprocess.Popen[bytes], limits: Limits, stop: StopSignal) -> int:
    pause = _TICK
    while (left := limits.until - time.monotonic()) > 0:
        try:
            return process.wait(min(pause, left))
        except subprocess.TimeoutExpired:
            stop.check()
            pause = min(pause * 1.5, 0.5)
    raise ToolFailed(f"it takes more than {limits.seconds:.0f} s")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Also what it has started, and left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _death(number: int, limits: Limits, said: Path) -> str:
    match number:
        case signal.SIGXCPU:
            return f"it takes more than {limits.seconds:.0f} s of processor time"
        case signal.SIGXFSZ:
            return _TOO_MUCH
    words = last_words(said.parent)
    name = signal.Signals(number).name if number in {*signal.Signals} else str(number)
    return f"it was ended by {name}{f': {words}' if words else ''}"
