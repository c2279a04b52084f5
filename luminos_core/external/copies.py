"""Copies of the target's files for a tool, so that it sees only what it may, and changes nothing.

A tool that ran in the target would follow its links, read its configuration and the files that are
withheld, and could write there. Names that a tool may misread are replaced.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import re2

from luminos_core.errors import ChangedFile, ToolError
from luminos_core.records.snapshot import FileKind, FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal

FILE = 4_000_000  # bytes of one file; longer ones are left out
_TOTAL = 256 << 20  # bytes, in memory
_PLAIN = re2.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.+@~-]*")
_LONGEST, _DEEPEST = 100, 20  # characters of a plain name; names of a path
_SAFE = re2.compile(r"[^A-Za-z0-9_.]")
# Some tools read these beside what they look at, whatever configuration they are given.
_CONFIGURATION = re2.compile(
    r"(?i)\.?(?:checkov|gitleaks|hadolint|osv-scanner|ruff|semgrep|shellcheck|trivy|zizmor)"
    r"(?:ignore|rc)?(?:\.(?:baseline|toml|ya?ml|json))?"
)
_RENAMED = "renamed"


@dataclass(frozen=True)
class Copies:
    tree: Path
    files: dict[str, FileRecord]  # by the path in `tree`
    changed: tuple[str, ...] = ()  # paths that are no longer what the scan read
    left_out: int = 0  # files beyond the limits


def may_be_copied(file: FileRecord) -> bool:
    """Text that anybody may be shown, and no tool's configuration. A link, a FIFO or a device is
    never opened."""
    is_text = file.kind is FileKind.FILE and not file.binary and file.digest is not None
    is_shown = is_text and not file.is_hidden and file.size > 0
    return is_shown and not _CONFIGURATION.fullmatch(file.name)


def copy_files(
    files: SandboxedDir, wanted: Iterable[FileRecord], tree: Path, stop: StopSignal
) -> Copies:
    """Copy the `wanted` into `tree`, an empty folder. Raises Interrupted when stopped."""
    copied: dict[str, FileRecord] = {}
    changed: list[str] = []
    total = left_out = 0
    for number, file in enumerate(wanted):
        stop.check()
        if file.size > FILE or total + file.size > _TOTAL:
            left_out += 1
            continue
        try:
            content, _more = files.read(file.path, FILE)
            path = _written(tree, content, _names(file, number))
        except ChangedFile:
            changed.append(file.path)
        except (ToolError, OSError):
            left_out += 1
        else:
            total += len(content)
            copied[path] = file
    return Copies(tree, copied, tuple(changed), left_out)


def _names(file: FileRecord, number: int) -> Iterator[str]:
    """Its own path, if no tool can mistake it; else, or when that is taken, another."""
    if _is_plain(file.path.split("/")):
        yield file.path
    safe = _SAFE.sub("_", file.name)[-60:].lstrip(".")
    yield f"{_RENAMED}-{number}/{safe or 'file'}"


def _is_plain(names: list[str]) -> bool:
    return len(names) <= _DEEPEST and all(
        len(name) <= _LONGEST and name not in (".", "..") and _PLAIN.fullmatch(name)
        for name in names
    )


def _written(tree: Path, content: bytes, names: Iterator[str]) -> str:
    """A file may have the name of another one's folder."""
    error = OSError()
    for name in names:
        try:
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(tree / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as copy:
                copy.write(content)
        except OSError as failed:
            error = failed
        else:
            return name
    raise error
