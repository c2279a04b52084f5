"""A tree that was made to do harm, and what must come of it."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

CANARY = "canary-8Jq2xV7mLw4T"  # stands in what must not be read, and must not be seen anywhere


@dataclass(frozen=True)
class Place:
    """Where a tree is made. Nothing in `outside` may be opened, changed or shown."""

    target: Path
    outside: Path

    def write(self, path: str | bytes, content: bytes | str = b"") -> Path:
        """Make a file below the target, and the directories that it needs."""
        name = path.decode(errors="surrogateescape") if isinstance(path, bytes) else path
        file = self.target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def deep(self, depth: int, name: str = "d") -> None:
        """Make a chain of directories, deeper than one path can name, with a file at its end."""
        here = os.open(self.target, os.O_RDONLY)
        for _ in range(depth):
            os.mkdir(name, dir_fd=here)
            inner = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        file = os.open("end.py", os.O_CREAT | os.O_WRONLY, dir_fd=here)
        os.write(file, b"VALUE = 1\n")
        os.close(file)
        os.close(here)

    def program(self, path: str | Path) -> Path:
        """Make an executable that leaves a trace outside when it is run."""
        file = self.target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\ntouch '{self.outside}/executed'\n")
        file.chmod(0o755)
        return file


@dataclass(frozen=True)
class Outcome:
    """What must come of an audit and a scan. CPU and memory are bounds that no machine's speed
    and load should reach: a tree that breaks them takes far more."""

    exit_codes: tuple[int, ...] = (0,)  # of the audit, each with the status that it stands for
    scan_exit: int = 0
    # All directories that are not "investigated" or "excluded"; None: any.
    states: Mapping[str, str] | None = field(default_factory=dict)
    files: Mapping[str, int] = field(default_factory=dict)  # numbers of files by their state
    not_parsed: tuple[str, ...] = ()  # files that are named as that; others may be, too
    flags: tuple[tuple[str, str], ...] = ()  # a path and a rule each; there may be more
    shown: tuple[str, ...] = ()  # what the report's JSON says somewhere
    may_open: tuple[str, ...] = ()  # in `outside`
    cpu: float = 60.0  # seconds of the audit and all its children
    memory: int = 500  # MB of the largest process


PARSED = Outcome(memory=1_000)  # the parsers' process may take 768 MB


Make = Callable[[Place], None]


@dataclass(frozen=True)
class HostileTree:
    """`make` builds it, `moving` works while it is read."""

    name: str
    make: Make
    outcome: Outcome
    in_ci: bool = False  # audited alone in every test run
    beside: bool = False  # audited in every test run as one directory of a target
    as_directory: bool = False  # audited with the tree as the working directory
    unprivileged: bool = False  # without the right to read what permissions refuse
    moving: Callable[[Place], AbstractContextManager[None]] | None = None

    def moved(self, place: Place) -> AbstractContextManager[None]:
        return self.moving(place) if self.moving else nullcontext()


class Trees:
    """The trees of one file, in the order in which they are written there."""

    def __init__(self) -> None:
        self._all: list[HostileTree] = []

    def __iter__(self) -> Iterator[HostileTree]:
        return iter(self._all)

    def add(self, name: str, outcome: Outcome = Outcome(), **how: object) -> Callable[[Make], Make]:
        """The decorator of a function that makes a tree."""

        def added(make: Make) -> Make:
            self._all.append(HostileTree(name, make, outcome, **how))  # type: ignore[arg-type]
            return make

        return added

    def files(
        self,
        name: str,
        files: Mapping[str | bytes, Callable[[], bytes | str]],
        outcome: Outcome = Outcome(),
        **how: object,
    ) -> None:
        """A tree of nothing but files, whose contents are made when it is."""

        def make(place: Place) -> None:
            for path, content in files.items():
                place.write(path, content())

        self.add(name, outcome, **how)(make)
