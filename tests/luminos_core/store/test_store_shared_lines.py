"""A file of signed lines to which many processes add: none is lost, and none that is not ours
counts."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import StoreError
from luminos_core.store.shared_lines import SharedLines

KEY = bytes(32)
PROCESSES, WRITES = 32, 100

# Each of the processes adds its lines; one of them replaces all lines by themselves meanwhile.
WRITE = f"""
import os, sys
from pathlib import Path
from luminos_core.store.shared_lines import SharedLines
children = []
for number in range({PROCESSES}):
    child = os.fork()
    if not child:
        file = SharedLines(Path(sys.argv[1]), bytes(32), "t/episodes")
        for line in range({WRITES}):
            file.append([b"%d %d" % (number, line)])
            if not number and not line % 10:
                file.rewrite(lambda lines: lines)
        os._exit(0)
    children.append(child)
sys.exit(any(os.waitpid(child, 0)[1] for child in children))
"""


def lines(path: Path, name: str = "t/episodes") -> SharedLines:
    return SharedLines(path, KEY, name)


def test_32_processes_that_write_100_times_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "episodes"
    subprocess.run([sys.executable, "-c", WRITE, str(path)], check=True)
    found, skipped = lines(path).read()
    wanted = [b"%d %d" % (n, line) for n in range(PROCESSES) for line in range(WRITES)]
    assert (sorted(found), skipped) == (sorted(wanted), 0)
    of_one = [line for line in found if line.startswith(b"7 ")]
    assert of_one == [b"7 %d" % line for line in range(WRITES)]
    assert path.stat().st_mode & 0o777 == 0o600


@given(st.data())
def test_a_line_that_is_damaged_is_skipped_and_the_others_stay(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("lines") / "episodes"
    written = [b"first", b"", b"third \xff", b"last"]
    lines(path).append(written)
    stored = path.read_bytes()
    at = data.draw(st.integers(0, len(stored) - 1))
    change = data.draw(st.integers(1, 255))
    path.write_bytes(stored[:at] + bytes([stored[at] ^ change]) + stored[at + 1 :])
    found, skipped = lines(path).read()
    assert set(found) <= set(written) and len(found) >= len(written) - 2 and skipped


def test_what_a_crash_cut_is_skipped_and_the_next_line_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "episodes"
    lines(path).append([b"first", b"second"])
    path.write_bytes(path.read_bytes()[:-3])
    lines(path).append([b"third"])
    assert lines(path).read() == ((b"first", b"third"), 1)


def test_lines_of_another_file_or_key_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "episodes"
    lines(path).append([b"own"])
    lines(path, "u/episodes").append([b"of another target"])
    SharedLines(path, bytes(31) + b"x", "t/episodes").append([b"of another store"])
    assert lines(path).read() == ((b"own",), 2)


def test_what_cannot_be_written_leaves_all_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "episodes"
    path.mkdir()
    with pytest.raises(StoreError, match="it is a directory"):
        lines(path).append([b"first"])
    assert lines(tmp_path / "none").read() == ((), 0)
