"""The commands on one tree, as processes that are measured."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.flows.command import program
from tests.hostile.opened import can_trace, traced
from tests.hostile.tree import CANARY, HostileTree, Place

_MEASURE = Path(__file__).with_name("measure.py")
_LONGEST = 900  # seconds, on however busy a machine
_FUSE = 6_000  # MB of addresses


@dataclass(frozen=True)
class Process:
    """A command that has ended, and what it took."""

    code: int  # negative: the signal that ended it
    seconds: float
    cpu: float  # with all its children
    memory: int  # MB, the most of one process
    stdout: bytes
    stderr: bytes


def luminos(
    tree: HostileTree, place: Place, environment: Mapping[str, str], *arguments: str
) -> Process:
    """Run a command of Luminos on the tree, with a store beside it; `environment` is added."""
    folder = place.target.parent
    command = [program(), *arguments]
    if can_trace():
        command = traced(command, folder / f"{arguments[0]}.strace")
    limits = {
        "cpu": 3 * tree.outcome.cpu,
        "memory": _FUSE,
        "seconds": _LONGEST,
        "unprivileged": tree.unprivileged,
    }
    taken, out, err = (folder / f"{arguments[0]}.{kind}" for kind in ("json", "stdout", "stderr"))
    with out.open("wb") as stdout, err.open("wb") as stderr:
        subprocess.run(
            [sys.executable, "-IS", str(_MEASURE), str(taken), json.dumps(limits), *command],
            env=_environment(folder, environment),
            cwd=place.target if tree.as_directory else folder,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            check=True,
        )
    return Process(
        stdout=out.read_bytes(), stderr=err.read_bytes(), **json.loads(taken.read_text())
    )


def _environment(folder: Path, added: Mapping[str, str]) -> dict[str, str]:
    """Nothing of ours from outside, and a secret that no link into /proc may show."""
    ours = ("PREFECT_", "ANTHROPIC_", "LUMINOS_", "GIT_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {
        **kept,
        "LUMINOS_STORE": str(folder / "store"),
        "LUMINOS_TOOLS": "none",  # whatever is installed beside us
        "PREFECT_HOME": str(folder / "prefect"),
        "HOSTILE_TOKEN": f"{CANARY}-of-the-environment",
        **added,
    }
