"""Children of a test's own, and what becomes of processes."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from luminos_core.parsing import pool, process
from luminos_core.parsing.parser import NotParsed, Parser
from tests.luminos_core.parsing.bad_parsers import PROGRAM, Said

Ask = Callable[..., Said | NotParsed]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """`ask("echo", content)`: what a child with the bad parsers answers."""
    monkeypatch.setattr(process, "_PROGRAM", PROGRAM)
    children = pool._Pool()
    monkeypatch.setattr(pool, "_POOL", children)
    yield lambda name, content=b"": pool.parse(Parser(f"parse_{name}", Said), content)
    children.end()


def is_running(pid: int) -> bool:
    """Whether the process has not ended; a zombie has."""
    with suppress(OSError):
        status = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2]
        return status.split()[0] not in ("Z", "X")
    return False


def ends_soon(pid: int) -> bool:
    for _ in range(600):
        if not is_running(pid):
            return True
        time.sleep(0.1)
    return False


def zombies() -> list[int]:
    """Our own children that ended and were not waited for."""
    return [pid for pid in _children() if not is_running(pid)]


def bad_children() -> list[int]:
    """Our own children with the bad parsers."""
    lines = {pid: Path(f"/proc/{pid}/cmdline") for pid in _children()}
    return [pid for pid, line in lines.items() if b"bad_parsers" in line.read_bytes()]


def _children() -> list[int]:
    listed = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return [int(pid) for one in listed for pid in one.read_text("utf-8").split()]
