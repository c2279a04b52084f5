"""A program that counts code, comments and blanks of batches of files, by tokei's library.

Run with `python -I` by tokei_process.py, since a hostile file can make the library panic or never
return, and a process can be killed. It imports nothing of ours.

Arguments: the target; a folder for its own use; the index of the first batch to count. The folder
contains `batches`: for each a suffix and the paths of its files, each ended by a NUL, and one NUL
more. For each batch it prints one line: code, comments, blanks, and the indexes of the files that
were not counted.
"""

# pathlib is not imported: that takes as long as starting Python.
import os
import stat
import sys
from collections.abc import Iterator

import pytokei

_SIZE_LIMIT = 16 << 20  # bytes; each thread of the library reads a whole file into memory
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def main(target: str, folder: str, first: int) -> None:
    files, links = TargetFiles(target), DescriptorLinks(folder)
    with open(f"{folder}/batches", "rb") as file:  # noqa: PTH123
        batches = file.read()
    for suffix, paths in _batches(batches, first):
        numbers = _count(suffix, [files.open(path) for path in paths], links)
        os.write(1, " ".join(map(str, numbers)).encode() + b"\n")


def _batches(content: bytes, first: int) -> Iterator[tuple[str, list[bytes]]]:
    for batch in content.split(b"\0\0")[first:-1]:
        suffix, *paths = batch.split(b"\0")
        yield suffix.decode(), paths


def _count(suffix: str, descriptors: list[int], links: "DescriptorLinks") -> list[int]:
    """The numbers to print for the open files, which it closes. -1 is a file that is not open."""
    index_of = {
        links.path(descriptor, suffix): index
        for index, descriptor in enumerate(descriptors)
        if descriptor >= 0
    }
    found = pytokei.Languages()
    found.get_statistics(list(index_of), [], pytokei.Config())
    for descriptor in descriptors:
        if descriptor >= 0:
            os.close(descriptor)
    languages = list(found.get_languages().values())
    counted = {index_of[report.name] for language in languages for report in language.reports}
    totals = [language.summarise() for language in languages]  # with embedded languages
    return [
        sum(language.code for language in totals),
        sum(language.comments for language in totals),
        sum(language.blanks for language in totals),
        *sorted(set(range(len(descriptors))) - counted),
    ]


class TargetFiles:
    """Opens files of the target one path component after the other, without following links."""

    def __init__(self, target: str) -> None:
        self._root = os.open(target, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._path = b""
        self._directory = os.dup(self._root)  # at `_path`; -1 when it cannot be opened

    def open(self, path: bytes) -> int:
        """A descriptor of the regular file at `path`; -1 when there is none, or it is too large."""
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
        """Files are ordered by directory, so each is entered once."""
        if self._directory >= 0:
            os.close(self._directory)
        self._path, self._directory = path, os.dup(self._root)
        for step in path.split(b"/") if path else ():
            outer = self._directory
            try:
                self._directory = os.open(step, _DIRECTORY, dir_fd=outer)
            except OSError:
                self._directory = -1
                return
            finally:
                os.close(outer)


class DescriptorLinks:
    """Links to our open files, with the suffix from which the library takes the language. It never
    resolves a path of the target."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._descriptors = next(filter(os.path.isdir, ("/proc/self/fd", "/dev/fd")))
        self._created: set[str] = set()

    def path(self, descriptor: int, suffix: str) -> str:
        name = f"{self._folder}/{descriptor}{suffix}"
        if name not in self._created:
            os.symlink(f"{self._descriptors}/{descriptor}", name)  # noqa: PTH211
            self._created.add(name)
        return name


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
