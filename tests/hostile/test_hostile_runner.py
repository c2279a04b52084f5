"""The runner sees what would be wrong: without this, trees that do harm could look harmless."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.opened import can_trace, forbidden, traced
from tests.hostile.processes import Process
from tests.hostile.target_state import changes, state_of
from tests.hostile.tree import CANARY, Outcome, Place
from tests.hostile.verdict import canaries, process_problems


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path / "target", tmp_path / "outside")
    made.target.mkdir()
    made.outside.mkdir()
    yield made
    # A later session of pytest removes what is left, by a function that fails at deep directories.
    subprocess.run(["/bin/rm", "-rf", "--", made.target], check=True)


def ended(code: int = 0, memory: int = 9, stdout: bytes = b"", stderr: bytes = b"") -> Process:
    return Process(code, 1.0, 1.0, memory, stdout, stderr)


@pytest.mark.skipif(not can_trace(), reason="strace is missing or may not trace")
def test_it_sees_what_is_opened_outside_and_executed_in_the_tree(place: Place) -> None:
    secret = place.outside / "secret"
    secret.write_text("x")
    (place.target / "link").symlink_to(secret)
    evil = place.program("evil")
    log = place.target.parent / "log"
    subprocess.run(traced(["sh", "-c", f"cat {place.target}/link; {evil}"], log), check=True)
    found = forbidden(log, place.target, place.outside)
    assert f"opened {secret}" in found
    assert f"executed {str(evil).encode()!r}" in found


def test_it_sees_every_kind_of_change(place: Place) -> None:
    place.write("a", "old")
    place.deep(2_100)
    before = state_of(place.target)
    assert not changes(before, state_of(place.target))
    moment = (place.target / "a").stat().st_mtime_ns
    (place.target / "a").write_text("new")
    os.utime(place.target / "a", ns=(moment, moment))
    assert changes(before, state_of(place.target)) == [repr(os.fsencode(place.target / "a"))]
    (place.target / "d/b").touch()
    assert len(changes(before, state_of(place.target))) == 3  # `a`, the file, and its directory


def test_it_sees_a_canary_in_outputs_and_stores(tmp_path: Path) -> None:
    assert not list(canaries(tmp_path, (ended(),)))
    (tmp_path / "store/runs").mkdir(parents=True)
    (tmp_path / "store/runs/a.json").write_text(f"x{CANARY}x")
    found = list(canaries(tmp_path, (ended(stderr=CANARY.encode()),)))
    assert found == ["the canary is in an output", "the canary is in store/runs/a.json"]


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (ended(code=-11), "exit -11"),
        (ended(memory=501), "501 MB"),
        (ended(stderr=b"Traceback (most recent call last)"), "traceback"),
        (ended(stdout=b"a\x1b[31m"), "raw"),
        (ended(stdout="a\u202e".encode()), "raw"),
    ],
)
def test_it_sees_a_process_that_went_wrong(done: Process, said: str) -> None:
    (problem,) = process_problems("audit", done, Outcome())
    assert said in problem
