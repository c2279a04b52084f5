"""What files say of a project is kept by directory."""

from pathlib import Path

import pytest

from luminos_core.offline.project_facts.gather import project_facts
from luminos_core.records.project import ProjectFacts
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from tests.luminos_core.offline.test_offline_passes import write

FILES = {
    "a/package.json": '{"name": "a", "dependencies": {"left": "^1"}}',
    "a/a.js": "x = process.env.KITE_A\n",
    "b/package.json": '{"name": "b"}',
    "b/b.js": "import a from 'a'\n",
}


class Reading(ScannedFiles):
    """Notes which files are read."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.paths: set[str] = set()

    def read(self, path: str, limit: int) -> tuple[bytes, bool]:
        self.paths.add(path)
        return super().read(path, limit)


def found(
    root: Path, store: Store, stop: StopSignal | None = None
) -> tuple[ProjectFacts, set[str]]:
    """The facts, and the files that were read for them."""
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(root, ScanOptions(), context)
    files = Reading(root)
    files.remember(snapshot)
    facts = project_facts(snapshot, files, store.signed("notes"), "t", stop or StopSignal())
    return facts, files.paths


@pytest.fixture
def target(tmp_path: Path) -> Path:
    write(tmp_path / "t", FILES)
    return tmp_path / "t"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_only_directories_with_another_file_are_read_again(target: Path, store: Store) -> None:
    first, read = found(target, store)
    assert read == FILES.keys()
    assert found(target, store) == (first, set())
    (target / "b/b.js").write_text("import c from 'c'\n")
    changed, read = found(target, store)
    assert read == {"b/package.json", "b/b.js"}
    assert [part.needs for part in first.parts] == [(), ("a",)]
    assert [part.needs for part in changed.parts] == [(), ()]


def test_facts_of_a_kept_directory_are_those_of_a_fresh_one(target: Path, store: Store) -> None:
    (target / "b/b.js").unlink()
    found(target, store)
    write(target, FILES)
    assert found(target, store)[0] == found(target, Store(store.path / "other"))[0]


def test_notes_that_were_written_by_others_or_of_another_version_are_not_used(
    target: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = found(target, store)
    monkeypatch.setattr("luminos_core.offline.project_facts.gather.NOTES_VERSION", -1)
    assert found(target, store) == (first, set(FILES))
    kept = store.path / "notes" / "t"
    kept.write_bytes(kept.read_bytes().replace(b"KITE_A", b"KITE_B"))
    again, read = found(target, store)
    assert (again, read) == (first, set(FILES))


def test_a_file_that_changed_after_the_scan_is_not_kept(target: Path, store: Store) -> None:
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(target, ScanOptions(), context)
    files = Reading(target)
    files.remember(snapshot)
    (target / "a/a.js").write_text("x = process.env.KITE_OTHER_NAME\n")
    told = project_facts(snapshot, files, store.signed("notes"), "t", StopSignal())
    assert told.environment == ()
    write(target, FILES)
    assert found(target, store)[0].environment == ("KITE_A",)
