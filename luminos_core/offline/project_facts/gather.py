"""The facts of a project, for which only directories are read whose own files have changed."""

from collections.abc import Iterator

import orjson

from luminos_core import __version__
from luminos_core.digest import digest_json
from luminos_core.offline.project_facts.find import find_project_facts
from luminos_core.offline.project_facts.notes import NOTES_VERSION, Notes, directory_notes
from luminos_core.records.project import ProjectFacts
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from luminos_core.store.signed import SignedFolder


def project_facts(
    snapshot: Snapshot, files: ScannedFiles, kept: SignedFolder, name: str, stop: StopSignal
) -> ProjectFacts:
    """Raises Interrupted when stopped. What every directory says is kept as the file `name`."""
    cache = _NotesCache(kept.load(name) or b"")
    notes: dict[str, Notes] = {}
    for directory in snapshot.directories:
        stop.check()
        found = cache.find(directory, files)
        if found != Notes():
            notes[directory.path] = found
    if cache.is_changed:
        kept.write(name, *cache.dump())
    return find_project_facts(snapshot, notes)


def facts_version() -> list[str | int]:
    """Changes when the same files may have other facts."""
    return [__version__, NOTES_VERSION]


class _NotesCache:
    """A header, then for each directory its path, its state and its notes: lines of JSON, so that
    only the notes of one are in memory twice."""

    def __init__(self, stored: bytes) -> None:
        self._header = orjson.dumps(facts_version())
        header, _, lines = stored.partition(b"\n")
        self._stored: dict[bytes, bytes] = {}
        if header == self._header:
            pairs = iter(lines.split(b"\n"))
            self._stored = dict(zip(pairs, pairs, strict=False))
        self._lines: list[bytes] = []
        self.is_changed = header != self._header

    def find(self, directory: DirectoryRecord, files: ScannedFiles) -> Notes:
        """Of a directory that has changed since the scan nothing is kept."""
        key = orjson.dumps([directory.path, _state(directory)])
        stored = self._stored.pop(key, None)
        if stored is not None:
            self._keep(key, stored)
            return Notes.model_validate_json(stored)
        self.is_changed = True
        found = directory_notes(directory, files)
        if not files.change_in(directory.path):
            self._keep(key, found.model_dump_json(exclude_defaults=True).encode())
        return found

    def dump(self) -> Iterator[bytes]:
        yield self._header
        yield from (b"\n%b" % line for line in self._lines)

    def _keep(self, key: bytes, notes: bytes) -> None:
        self._lines += (key, notes)


def _state(directory: DirectoryRecord) -> str:
    """What the notes depend on beside the path."""
    return digest_json(
        [
            [file.name, file.digest, file.language, file.vendored, file.generated, file.is_hidden]
            for file in directory.files
        ]
    )
