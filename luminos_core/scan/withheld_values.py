"""The values in withheld files, remembered so that they are redacted wherever else they stand."""

from collections.abc import Iterator

from luminos_core.errors import ToolError
from luminos_core.records.snapshot import FileKind, Snapshot
from luminos_core.redaction.extract_values import values_in
from luminos_core.redaction.known_values import remember_values
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.text_facts import is_binary
from luminos_core.text.decode import decode

_MAX_READ = 1 << 20  # bytes of one file
_MOST_FILES = 1_000


def remember_withheld_values(files: SandboxedDir, snapshot: Snapshot) -> None:
    """A file that cannot be read has no values, and nor has a binary one."""
    for number, path in enumerate(_withheld_paths(files, snapshot)):
        if number == _MOST_FILES:
            break
        try:
            content, _more = files.read(path, _MAX_READ)
        except ToolError:
            continue
        if not is_binary(content, lambda: False):
            remember_values(values_in(decode(content, cut=False).text))


def _withheld_paths(files: SandboxedDir, snapshot: Snapshot) -> Iterator[str]:
    """Also those that are not in the tree: ignored, or in a hidden folder such as ".docker"."""
    for file in snapshot.files:
        if file.withheld and file.kind is FileKind.FILE:
            yield file.path
    for excluded in snapshot.exclusions:
        if not excluded.is_directory:
            if is_withheld(excluded.path):
                yield excluded.path
        elif excluded.path.rpartition("/")[2].startswith("."):
            yield from _withheld_inside(files, excluded.path)


def _withheld_inside(files: SandboxedDir, folder: str) -> Iterator[str]:
    try:
        names = files.names(folder)
    except ToolError:
        return
    for name in names:
        if is_withheld(f"{folder}/{name}"):
            yield f"{folder}/{name}"
