"""The lock: one holder at a time, and released when its holder dies."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from luminos_core.errors import Interrupted
from luminos_core.stop import StopSignal
from luminos_core.store.lock import locked, try_lock

HOLD = """
import sys, time
from pathlib import Path
from luminos_core.store.lock import try_lock
assert try_lock(Path(sys.argv[1])) is not None
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_holder_waits_for_the_first(tmp_path: Path) -> None:
    path, order = tmp_path / "lock", list[str]()

    def second() -> None:
        with locked(path, StopSignal(), print):
            order.append("second")

    thread = threading.Thread(target=second)
    with locked(path, StopSignal(), print):
        thread.start()
        thread.join(0.1)  # in which it could take the lock
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_waiting_ends_when_the_person_stops(tmp_path: Path) -> None:
    stop = StopSignal()
    stop.set()
    with locked(tmp_path / "lock", StopSignal(), print):  # noqa: SIM117 - the inner one must fail
        with pytest.raises(Interrupted), locked(tmp_path / "lock", stop, print):
            pass


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    assert try_lock(path) is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    descriptor = try_lock(path)
    assert descriptor is not None
    os.close(descriptor)
