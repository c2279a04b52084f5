"""Running tokei_program.py: start, read, kill, and restart after a batch that it cannot count."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from tempfile import TemporaryDirectory
from typing import IO, cast

from luminos_core.records.snapshot import FileRecord, ScanError
from luminos_core.settings import temporary_parent
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name

_PROGRAM = Path(__file__).with_name("tokei_program.py")
_TIMEOUT = 10.0  # seconds for one batch, which usually takes less than one
_MAX_FAILURES = 3  # batches; after them the tree is taken to be hostile


@dataclass(frozen=True)
class Batch:
    """Files of one language, and its suffix for tokei."""

    language: str
    suffix: str
    files: tuple[FileRecord, ...]


@dataclass(frozen=True)
class LineCounts:
    """Of a batch, without the files in `uncounted`."""

    code: int = 0
    comments: int = 0
    blanks: int = 0
    uncounted: tuple[ScanError, ...] = ()


def count_batches(root: Path, batches: Sequence[Batch], stop: StopSignal) -> list[LineCounts]:
    """The counts of each batch, in order. Interrupted when `stop` is set; nothing is left over.
    SettingsError when there is no place for temporary files outside of `root`."""
    counts: list[LineCounts] = []
    failures = 0
    with TemporaryDirectory(prefix="luminos-count-", dir=temporary_parent(root)) as folder:
        Path(folder, "batches").write_bytes(b"".join(map(_encode_batch, batches)))
        while len(counts) < len(batches):
            if failures < _MAX_FAILURES:
                for numbers in _run_program(root, folder, len(counts), stop):
                    counts.append(_decode_counts(batches[len(counts)], numbers))
            stop.check()
            if len(counts) < len(batches):
                failures += 1
                counts.append(_failure(batches[len(counts)]))
    return counts


def _encode_batch(batch: Batch) -> bytes:
    files = [
        (b"+" if (file.lines or 0) > 1 else b"1") + os.fsencode(decode_name(file.path))
        for file in batch.files
    ]
    return b"\0".join([batch.suffix.encode(), *files]) + b"\0\0"


def _run_program(root: Path, folder: str, first: int, stop: StopSignal) -> Iterator[list[bytes]]:
    """A line of output for each batch from `first` on, until the program ends or times out."""
    # -I: neither the working directory nor the environment can change what the program imports.
    command = [sys.executable, "-I", str(_PROGRAM), str(root), folder, str(first)]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        unregister = stop.on_set(process.kill)
        try:
            for line in _lines(cast("IO[bytes]", process.stdout)):
                yield line.split()
        finally:
            unregister()
            process.kill()


def _lines(output: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    with DefaultSelector() as selector:
        descriptor = selector.register(output, EVENT_READ).fd
        while selector.select(_TIMEOUT) and (chunk := os.read(descriptor, 1 << 16)):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines


def _decode_counts(batch: Batch, words: list[bytes]) -> LineCounts:
    code, comments, blanks = map(int, words[:3])
    uncounted = [
        uncounted_file(
            batch.files[int(word.lstrip(b"-"))],
            "they end in carriage returns alone"
            if word.startswith(b"-")
            else "it has changed, or cannot be opened, or is large",
        )
        for word in words[3:]
    ]
    return LineCounts(code, comments, blanks, tuple(uncounted))


def _failure(batch: Batch) -> LineCounts:
    problem = "it, or another file of its batch, could not be counted"
    return LineCounts(uncounted=tuple(uncounted_file(file, problem) for file in batch.files))


def uncounted_file(file: FileRecord, problem: str) -> ScanError:
    return ScanError(path=file.path, problem=f"its lines are not split: {problem}")
