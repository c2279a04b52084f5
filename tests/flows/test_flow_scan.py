"""`luminos scan` as a person runs it: progress, ctrl-C, and the memory of the last scan."""

import json
import os
import pty
import re
import signal
import subprocess
from pathlib import Path

import pytest

from flows.commands.scan import scan
from luminos_core.errors import SettingsError
from luminos_core.store.layout import Store
from tests.flows.command import HANGING, Command, wait_until
from tests.processor_time import ENDED, costs_less_than

FILES = 400


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A target that takes half a minute to read and no time to make: sparse files."""
    folder = tmp_path / "long"
    folder.mkdir()
    for number in range(FILES):
        with (folder / f"{number}.txt").open("wb") as file:
            file.write(b"begins\n")
            file.truncate(64 << 20)
    return folder


def test_elsewhere_than_on_a_terminal_progress_is_one_line_a_phase(
    luminos: Command, target: Path
) -> None:
    done = luminos.run("scan", str(target), "--json")
    (line,) = done.stderr.splitlines()
    files = sum(len(each["files"]) for each in json.loads(done.stdout)["directories"])
    pace = r"in [\d.]+ s \([\d,]+ files/s, [\d.]+ (bytes|kB|MB|GB)/s\)"
    size = r"[\d.]+ (bytes|kB|MB|GB)"
    assert re.fullmatch(rf"\[scan\] scanning sample: {files} files, {size} {pace}", line)


def test_a_terminal_shows_files_and_bytes_a_second_while_it_scans(
    luminos: Command, long: Path
) -> None:
    ours, theirs = pty.openpty()
    with luminos.started("scan", str(long), stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while b"files/s" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        process.wait(HANGING)
    os.close(ours)
    assert b"scanning long" in shown


def test_ctrl_c_ends_a_scan_at_once_and_leaves_nothing_behind(luminos: Command, long: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in long.iterdir()}
    with luminos.started("scan", str(long)) as process:
        assert wait_until(lambda: _has_open(process, long))
        process.send_signal(signal.SIGINT)
        with costs_less_than(10, of=ENDED):  # of the half minute that the scan would take
            out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    assert (out, err) == ("", "luminos: interrupted before there was anything to report\n")
    assert {path: path.stat().st_mtime_ns for path in long.iterdir()} == before
    assert [path.name for path in luminos.store.rglob("*") if path.is_file()] == ["key"]


def test_a_store_inside_the_target_is_left_alone_and_said(tmp_path: Path, target: Path) -> None:
    luminos = Command(target / "store")
    done = luminos.run("scan", str(target))
    assert "nothing is stored for the next scan" in done.stderr
    assert "set LUMINOS_STORE to a folder outside of it" in done.stderr
    assert done.returncode == 0
    assert not luminos.store.exists()


def test_a_store_that_cannot_be_made_does_not_stop_a_scan(tmp_path: Path, target: Path) -> None:
    (tmp_path / "file").touch()
    done = Command(tmp_path / "file/store").run("scan", str(target))
    assert "nothing is stored for the next scan" in done.stderr
    assert done.returncode == 0


def _has_open(process: subprocess.Popen[str], folder: Path) -> bool:
    """Whether the process has a file of `folder` open."""
    for link in Path(f"/proc/{process.pid}/fd").iterdir():
        try:
            if link.readlink().is_relative_to(folder) and link.readlink() != folder:
                return True
        except OSError:
            continue
    return False


def test_lines_that_cannot_be_split_are_an_error_before_the_scan(
    target: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(target))
    monkeypatch.setattr("luminos_core.settings._MEMORY", str(target))
    monkeypatch.setattr("luminos_core.settings._TEMPORARY", ())
    with pytest.raises(SettingsError, match="set TMPDIR"):
        scan.main([str(target), "--count"], standalone_mode=False)
    assert not store.path.exists()
