"""What the processes of a run opened and executed, by strace."""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

_DONE = re.compile(rb"\d+ +(openat|open|openat2|execve)\((.{0,9000})\) += (\d+)(?:<(.{0,9000}?)>)?")


@cache
def can_trace() -> bool:
    """Containers often allow no tracing."""
    strace = shutil.which("strace")
    if strace is None:
        return False
    tried = subprocess.run([strace, "-f", "/bin/true"], capture_output=True, check=False)
    return tried.returncode == 0


def traced(command: list[str], log: Path) -> list[str]:
    """`command` under strace, which writes to `log`."""
    calls = "trace=open,openat,openat2,execve"
    return [
        "strace",
        "-f",
        "-y",
        "-qq",
        "--seccomp-bpf",
        "-s",
        "300",
        "-e",
        calls,
        "-o",
        str(log),
        *command,
    ]


def forbidden(log: Path, target: Path, outside: Path) -> list[str]:
    """What was opened in `outside`, what is no regular file or directory in `target`, and what was
    executed in either."""
    found = set()
    with log.open("rb") as lines:
        for line in lines:
            if done := _DONE.match(line):
                found |= _complaints(done, target, outside)
    return sorted(found)


def _complaints(done: re.Match[bytes], target: Path, outside: Path) -> set[str]:
    call, arguments, _, opened = done.groups()
    if call == b"execve":
        program = arguments.partition(b",")[0].strip(b'"')
        ours = (bytes(target), bytes(outside))
        return {f"executed {program!r}"} if program.startswith(ours) else set()
    if opened is None or b"O_PATH" in arguments:
        return set()
    if opened.startswith(bytes(outside)):
        return {f"opened {opened.decode(errors='replace')}"}
    return set()
