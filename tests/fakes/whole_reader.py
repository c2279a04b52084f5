"""A reader who wants to see all text of a directory before it submits."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord
from luminos_core.text.filenames import decode_name

_MOST = 40_000  # bytes of one call to read_file, with room for the numbers of the lines
_UNSHOWN = r"^- (?:too long to be shown here|a line is over 10,000 characters long): (.*)$"

Call = tuple[str, dict[str, Any]]  # a tool's name and its input


def texts(directory: DirectoryRecord) -> tuple[FileRecord, ...]:
    """The directory's own files that have text to read."""
    return tuple(
        file
        for file in directory.files
        if file.kind is FileKind.FILE
        and not (file.binary or file.generated or file.withheld)
        and file.size > 0
    )


def left_to_read(first_message: str, directory: DirectoryRecord) -> tuple[FileRecord, ...]:
    """Those that a first message does not show whole."""
    outlined = re.findall(r"^(.+) \(outline only, .*\):$", first_message, re.MULTILINE)
    names = {path.rpartition("/")[2] for path in outlined}
    for listed in re.findall(_UNSHOWN, first_message, re.MULTILINE):
        names.update(listed.split(", "))
    return tuple(file for file in directory.files if file.name in names)


def reads(root: Path, file: FileRecord) -> Iterator[Call]:
    """The calls that show all of a file, without knowing the answers to any."""
    first, size = 1, 0
    lines = (root / decode_name(file.path)).read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        if size and size + len(line) > _MOST:
            yield _read(file, first, number - 1)
            first, size = number, 0
        size += len(line) + 8  # its number, a tab and a break
    yield _read(file, first, len(lines))


def _read(file: FileRecord, first: int, last: int) -> Call:
    asked = {"path": file.path, "start_line": first, "end_line": last, "max_bytes": 49_152}
    return "read_file", asked
