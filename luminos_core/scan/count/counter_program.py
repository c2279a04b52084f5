"""The counter's own process: code, comments and blanks of batches of files, by tokei's library.

A program, run with `python -I` by `luminos_core.scan.count.counter`: a hostile file can make the
library panic or take for ever, and a process can be ended. It imports nothing of ours.

Arguments: the target; a folder of its own; the number of the first batch to count. The folder
holds `batches`: of each a suffix and the paths of its files, each ended by a NUL, and one NUL more.
Each batch is answered by one line on stdout: code, comments, blanks, and the places (from 0) of the
files that could not be counted.
"""

# pathlib is left out: to import it takes as long as to start Python.
import os
import stat
import sys
from collections.abc import Iterator

import pytokei

_SIZE_LIMIT = 16 << 20  # bytes; the library holds a whole file in memory, with each of its threads
_STEP = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def main(target: str, folder: str, first: int) -> None:
    source, names = Source(target), Names(folder)
    with open(f"{folder}/batches", "rb") as file:  # noqa: PTH123
        batches = file.read()
    for suffix, paths in _batches(batches, first):
        answer = _count(suffix, [source.open(path) for path in paths], names)
        os.write(1, " ".join(map(str, answer)).encode() + b"\n")


def _batches(content: bytes, first: int) -> Iterator[tuple[str, list[bytes]]]:
    for batch in content.split(b"\0\0")[first:-1]:
        suffix, *paths = batch.split(b"\0")
        yield suffix.decode(), paths


def _count(suffix: str, descriptors: list[int], names: "Names") -> list[int]:
    """The answer for the files that are open here, which it closes. -1 is one that is not."""
    placed = {
        names.of(descriptor, suffix): place
        for place, descriptor in enumerate(descriptors)
        if descriptor >= 0
    }
    found = pytokei.Languages()
    found.get_statistics(list(placed), [], pytokei.Config())
    for descriptor in descriptors:
        if descriptor >= 0:
            os.close(descriptor)
    languages = list(found.get_languages().values())
    counted = {placed[report.name] for language in languages for report in language.reports}
    whole = [language.summarise() for language in languages]  # with what is embedded in others
    return [
        sum(language.code for language in whole),
        sum(language.comments for language in whole),
        sum(language.blanks for language in whole),
        *sorted(set(range(len(descriptors))) - counted),
    ]


class Source:
    """The target's files, opened one component after the other and through no link."""

    def __init__(self, target: str) -> None:
        self._root = os.open(target, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._path = b""
        self._directory = os.dup(self._root)  # at `_path`; -1 when there is no way to it

    def open(self, path: bytes) -> int:
        """A descriptor of the regular file at `path`; -1 when it is none, closed or too large."""
        directory, _, name = path.rpartition(b"/")
        if directory != self._path:
            self._enter(directory)
        if self._directory < 0:
            return -1
        try:
            descriptor = os.open(name, _READ, dir_fd=self._directory)
        except OSError:
            return -1
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode) and found.st_size <= _SIZE_LIMIT:
            return descriptor
        os.close(descriptor)
        return -1

    def _enter(self, path: bytes) -> None:
        """Files come by directory, so this is done once for each."""
        if self._directory >= 0:
            os.close(self._directory)
        self._path, self._directory = path, os.dup(self._root)
        for step in path.split(b"/") if path else ():
            outer = self._directory
            try:
                self._directory = os.open(step, _STEP, dir_fd=outer)
            except OSError:
                self._directory = -1
                return
            finally:
                os.close(outer)


class Names:
    """Paths by which the library reads what is open here. It resolves no name of the target, and
    takes the language from the suffix."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._opened = next(filter(os.path.isdir, ("/proc/self/fd", "/dev/fd")))
        self._made: set[str] = set()

    def of(self, descriptor: int, suffix: str) -> str:
        name = f"{self._folder}/{descriptor}{suffix}"
        if name not in self._made:
            os.symlink(f"{self._opened}/{descriptor}", name)  # noqa: PTH211
            self._made.add(name)
        return name


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
