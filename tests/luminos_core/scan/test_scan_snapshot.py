import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from luminos_core.errors import Interrupted, NothingToAudit, TargetError, ToolError
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.snapshot_json import snapshot_json
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan import scan_context
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name
from luminos_core.tools.listing import entries


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder seen by a user whom permissions bind, which they do not bind root to."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    yield folder
    if is_root:
        os.seteuid(0)
    for found in [folder, *folder.rglob("*")]:
        if not found.is_symlink():
            found.chmod(0o777)
    shutil.rmtree(folder)


def paths(snapshot: Snapshot) -> list[str]:
    return [file.path for directory in snapshot.directories for file in directory.files]


NAMES = st.sampled_from(
    ["a", "b.py", "build", "node_modules", ".git", ".x", "dist", "x.egg-info", "o", "ü", "\udcff\n"]
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    files=st.sets(st.lists(NAMES, min_size=1, max_size=5).map("/".join), min_size=1, max_size=15),
    empty=st.sets(st.lists(NAMES, min_size=1, max_size=5).map("/".join), max_size=5),
    hidden=st.booleans(),
    exclude=st.lists(st.sampled_from(["b*", "o/", "!build", "*.py", "a/o"]), max_size=2),
)
def test_every_directory_and_file_is_in_exactly_one_place(files, empty, hidden, exclude) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in [*files, "always"]:
            with contextlib.suppress(OSError):  # where a file is already, no directory can be
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(b"x\n")
        for path in empty:
            with contextlib.suppress(OSError):
                (root / path).mkdir(parents=True)
        real = list(os.walk(root))
        snapshot = take_snapshot(
            root,
            ScanOptions(tuple(exclude), hidden),
            ScanContext(lambda event: None, StopSignal()),
        )
        assert len(snapshot.directories) + sum(e.directories for e in snapshot.exclusions) == len(
            real
        )
        assert snapshot.file_count + sum(e.files for e in snapshot.exclusions) == sum(
            len(names) for _, _, names in real
        )
        kept = {directory.path for directory in snapshot.directories}
        assert kept == {"."} | {child for d in snapshot.directories for child in d.children}
        assert all((root / decode_name(path)).is_dir() for path in kept)
        assert all((root / decode_name(path)).is_file() for path in paths(snapshot))


def test_directories_come_deepest_first_and_the_root_last(tmp_path: Path, scan) -> None:
    for name in ("a/b/c/f", "d/e/f", "g"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    order = [directory.path for directory in scan(tmp_path).directories]
    assert order == ["a/b/c", "a/b", "d/e", "a", "d", "."]


def test_names_that_are_not_text_survive_to_json_and_back(tmp_path: Path, scan) -> None:
    names = ["caf\udce9.py", "two\nlines", "back\\slash", "tab\t", "x" * 255, "\u202eevil"]
    for name in names:
        (tmp_path / name).write_text("x")
    snapshot = scan(tmp_path)
    again = TypeAdapter(Snapshot).validate_json(snapshot_json(snapshot))
    assert again == snapshot
    assert {decode_name(path) for path in paths(again)} == set(names)


def test_a_file_without_permission_is_recorded_and_the_scan_goes_on(nobody: Path, scan) -> None:
    (nobody / "a.py").write_text("x = 1\n")
    (nobody / "secret.py").write_text("x = 1\n")
    (nobody / "secret.py").chmod(0)
    snapshot = scan(nobody)
    _, record = snapshot.directories[0].files
    assert (record.note, record.digest, record.lines) == ("no permission", None, None)
    assert record.category == "source"  # by its name alone
    assert [(t.path, t.problem) for t in snapshot.scan_errors] == [("secret.py", "no permission")]
    assert "secret.py (unreadable: no permission)" in render_tree(snapshot, 1)


def test_a_directory_without_permission_is_in_the_tree_without_files(nobody: Path, scan) -> None:
    for name in ("shut/a.py", "list/b.py", "open.py"):
        (nobody / name).parent.mkdir(exist_ok=True)
        (nobody / name).write_text("x = 1\n")
    (nobody / "shut").chmod(0)
    (nobody / "list").chmod(0o444)  # its names can be read, and nothing about them
    snapshot = scan(nobody)
    assert [(d.path, len(d.files)) for d in snapshot.directories] == [
        ("list", 0),
        ("shut", 0),
        (".", 1),
    ]
    assert [(t.path, t.problem) for t in snapshot.scan_errors] == [
        ("list", "1 of its entries: no permission"),
        ("shut", "no permission"),
    ]
    assert [d.is_unreadable for d in snapshot.directories] == [True, True, False]
    assert "shut/ (unreadable: no permission)" in render_tree(snapshot, 1)
    files = SandboxedDir(nobody)
    for name in ("list", "shut"):
        with pytest.raises(ToolError, match="no permission"):
            list(entries(files, name))


@pytest.mark.parametrize("kind", ["missing", "file", "loop", "long", "nul"])
def test_a_target_that_cannot_be_read_is_an_error_of_one_line(
    tmp_path: Path, scan, kind: str
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    name = {"long": "x" * 300, "nul": "a\0b"}.get(kind, kind)
    with pytest.raises(TargetError) as raised:
        scan(tmp_path / name)
    assert str(tmp_path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_target_without_permission_is_named(nobody: Path, scan) -> None:
    (nobody / "shut").mkdir(mode=0)
    with pytest.raises(TargetError, match=r"shut cannot be read: no permission"):
        scan(nobody / "shut")


def test_a_target_without_files_is_nothing_to_audit(tmp_path: Path, scan) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    with pytest.raises(NothingToAudit, match="there is no file in it"):
        scan(tmp_path)


def test_a_target_whose_files_are_all_left_out_says_by_which_rule(tmp_path: Path, scan) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/a.js").write_text("x")
    with pytest.raises(NothingToAudit, match=r"node_modules \(always skipped: node_modules\)"):
        scan(tmp_path)


def test_a_link_to_the_target_is_followed_and_its_real_path_recorded(tmp_path: Path, scan) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/a").write_text("x")
    (tmp_path / "link").symlink_to("real")
    snapshot = scan(tmp_path / "link")
    assert (snapshot.target, snapshot.name) == (str((tmp_path / "real").resolve()), "real")


def test_the_stop_signal_ends_the_scan(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    stop = StopSignal()
    stop.set()
    with pytest.raises(Interrupted):
        take_snapshot(tmp_path, ScanOptions(), ScanContext(lambda event: None, stop))


def test_the_stop_signal_is_checked_between_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_context, "_INTERVAL", 0)
    for index in range(10):
        (tmp_path / str(index)).write_text("x")
    stop, events = StopSignal(), []
    with pytest.raises(Interrupted):
        take_snapshot(
            tmp_path,
            ScanOptions(),
            ScanContext(lambda event: (events.append(event), stop.set()), stop),
        )
    assert events == [ScanProgress(files=1, size=1)]


def test_progress_is_reported_at_most_every_tenth_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(index * 0.04 for index in range(1000))
    monkeypatch.setattr(scan_context.time, "monotonic", lambda: next(clock))
    for index in range(20):
        (tmp_path / str(index)).write_text("xy")
    events: list[ScanProgress] = []
    take_snapshot(tmp_path, ScanOptions(), ScanContext(events.append, StopSignal()))
    assert 2 <= len(events) <= 8
    assert [event.files for event in events] == sorted({event.files for event in events})
    assert all(event.size == 2 * event.files for event in events)


def test_nothing_is_written_into_the_target(tmp_path: Path, scan) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/c.py").write_text("x")
    before = {path: path.stat().st_mtime_ns for path in [tmp_path, *tmp_path.rglob("*")]}
    scan(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in [tmp_path, *tmp_path.rglob("*")]} == before


def test_a_repository_that_is_not_followed_is_a_scan_error(tmp_path: Path, scan) -> None:
    (tmp_path / ".git").write_text("gitdir: /somewhere/else\n")
    (tmp_path / "a.py").write_text("x = 1\n")
    snapshot = scan(tmp_path)
    (error,) = snapshot.scan_errors
    assert "is not followed" in error.problem
    assert snapshot.last_modified.source == "mtime"
    assert "is not followed" in snapshot.last_modified.note
