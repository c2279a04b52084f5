"""The counter's process, seen from here: started, heard, ended, and started again behind a batch
that was too much for it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from tempfile import TemporaryDirectory
from typing import IO, cast

from luminos_core.records.snapshot import FileRecord
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name

_PROGRAM = Path(__file__).with_name("counter_program.py")
_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - TemporaryDirectory makes a folder of its own there
_PATIENCE = 10.0  # seconds for one batch, which takes well under one
_LOSSES = 3  # batches; then the tree is taken to be made to be too much


@dataclass(frozen=True)
class Batch:
    """Files of one language, and the suffix that tells it to the library."""

    language: str
    suffix: str
    files: tuple[FileRecord, ...]


@dataclass(frozen=True)
class Split:
    """What a batch's lines are. All of `missed` are not in it."""

    code: int = 0
    comments: int = 0
    blanks: int = 0
    missed: tuple[FileRecord, ...] = ()
    why: str = ""  # they were missed


def count_batches(root: Path, batches: Sequence[Batch], stop: StopSignal) -> list[Split]:
    """The split of each batch, in order. Interrupted when `stop` is set; nothing is left behind."""
    splits: list[Split] = []
    losses = 0
    with TemporaryDirectory(prefix="luminos-count-", dir=_memory()) as folder:
        Path(folder, "batches").write_bytes(b"".join(map(_request, batches)))
        while len(splits) < len(batches):
            if losses < _LOSSES:
                for answer in _answers(root, folder, len(splits), stop):
                    splits.append(_split(batches[len(splits)], answer))
            stop.check()
            if len(splits) < len(batches):
                losses += 1
                splits.append(_loss(batches[len(splits)]))
    return splits


def _memory() -> str | None:
    """A folder in memory if there is one: a link on a disk can take longer than counting a file."""
    return _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK | os.X_OK) else None


def _request(batch: Batch) -> bytes:
    paths = [os.fsencode(decode_name(file.path)) for file in batch.files]
    return b"\0".join([batch.suffix.encode(), *paths]) + b"\0\0"


def _answers(root: Path, folder: str, first: int, stop: StopSignal) -> Iterator[list[int]]:
    """What the program says of the batches from `first` on, until it ends or is silent too long."""
    # -I: neither the folder we are in nor the environment may say what the program imports.
    command = [sys.executable, "-I", str(_PROGRAM), str(root), folder, str(first)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        forget = stop.on_set(process.kill)
        try:
            for line in _lines(cast("IO[bytes]", process.stdout)):
                yield [int(number) for number in line.split()]
        finally:
            forget()
            process.kill()


def _lines(output: IO[bytes]) -> Iterator[bytes]:
    begun = b""
    with DefaultSelector() as selector:
        descriptor = selector.register(output, EVENT_READ).fd
        while selector.select(_PATIENCE) and (piece := os.read(descriptor, 1 << 16)):
            *lines, begun = (begun + piece).split(b"\n")
            yield from lines


def _split(batch: Batch, answer: list[int]) -> Split:
    code, comments, blanks, *places = answer
    missed = tuple(batch.files[place] for place in places)
    return Split(code, comments, blanks, missed, "it has changed, or cannot be opened, or is large")


def _loss(batch: Batch) -> Split:
    return Split(missed=batch.files, why="it, or one counted with it, was too much for the counter")
