"""A program that counts code, comments and blanks of batches of files, by tokei's library.

Run with `python -I` by tokei_process.py, since a hostile file can make the library panic or never
return, and a process can be killed. It imports nothing of ours.

Arguments: the target; a folder for its own use; the index of the first batch to count. The folder
contains `batches`: for each a suffix and its files, each ended by a NUL, and one NUL more. A file
is "1" for one line or "+" for more, and its path. For each batch it prints one line: code,
comments, blanks, and the indexes of the files that were not counted, after a "-" if their lines end
in carriage returns alone.
"""

# pathlib is not imported: that takes as long as starting Python.
import os
import stat
import sys
from collections.abc import Collection, Iterator

import pytokei

_SIZE_LIMIT = 16 << 20  # bytes; each thread of the library reads a whole file into memory
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def main(target: str, folder: str, first: int) -> None:
    files, links = TargetFiles(target), DescriptorLinks(folder)
    with open(f"{folder}/batches", "rb") as file:  # noqa: PTH123
        batches = file.read()
    for suffix, given in _batches(batches, first):
        descriptors = [files.open(file[1:]) for file in given]
        longer = {index for index, file in enumerate(given) if file.startswith(b"+")}
        words = _count(suffix, descriptors, links, longer)
        os.write(1, " ".join(map(str, words)).encode() + b"\n")


def _batches(content: bytes, first: int) -> Iterator[tuple[str, list[bytes]]]:
    for batch in content.split(b"\0\0")[first:-1]:
        suffix, *files = batch.split(b"\0")
        yield suffix.decode(), files


def _count(
    suffix: str, descriptors: list[int], links: "DescriptorLinks", longer: Collection[int]
) -> list[object]:
    """The words to print for the open files, which it closes. -1 is a file that is not open; those
    with the indexes `longer` have more than one line."""
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
    stats = {index_of[report.name]: report.stats for each in languages for report in each.reports}
    unsplit = [index for index in sorted(longer) if index in stats and stats[index].lines() == 1]
    totals = [language.summarise() for language in languages]  # with embedded languages
    return [
        sum(language.code for language in totals) - sum(stats[index].code for index in unsplit),
        sum(each.comments for each in totals) - sum(stats[index].comments for index in unsplit),
        sum(each.blanks for each in totals) - sum(stats[index].blanks for index in unsplit),
        *(f"-{index}" for index in unsplit),
        *(index for index in range(len(descriptors)) if index not in stats),
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
        """Files are ordered by path, so each is entered once, and often from the one above it."""
        inside, start = path, self._root
        if self._path and self._directory >= 0 and path.startswith(self._path + b"/"):
            inside, start = path[len(self._path) + 1 :], self._directory
        before, self._directory = self._directory, os.dup(start)
        self._path = path
        if before >= 0:
            os.close(before)
        for step in inside.split(b"/") if inside else ():
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
