"""Files are checked beside the scan that reads them."""

import threading

import pytest

from luminos_core.checks.check_threads import CheckThreads
from luminos_core.records.snapshot import FileRecord
from tests.flows.command import HANGING


def _file(number: int) -> FileRecord:
    return FileRecord(path=f"{number}.py", size=1, mtime_ns=0)


def test_every_file_is_checked_when_the_context_ends() -> None:
    seen: list[str] = []
    with CheckThreads(lambda file, start: seen.append(file.path), alone=3) as checks:
        for number in range(100):
            checks.inspect(_file(number), b"x")
    assert sorted(seen) == sorted(f"{number}.py" for number in range(100))


def test_the_scan_goes_on_while_a_file_is_checked_and_waits_when_many_are() -> None:
    may_end, is_full = threading.Event(), threading.Event()
    passed: list[int] = []

    def check(_file: FileRecord, _start: bytes) -> None:
        may_end.wait(HANGING)

    def scan() -> None:
        with CheckThreads(check, alone=0) as checks:
            for number in range(100):
                checks.inspect(_file(number), b"x")
                passed.append(number)
                if number == 1:
                    is_full.set()

    thread = threading.Thread(target=scan)
    thread.start()
    assert is_full.wait(HANGING)
    assert len(passed) < 100
    may_end.set()
    thread.join(HANGING)
    assert len(passed) == 100


def test_little_is_checked_by_the_thread_that_reads_it() -> None:
    threads: list[str] = []
    with CheckThreads(lambda *_: threads.append(threading.current_thread().name)) as checks:
        checks.inspect(_file(1), b"x")
    assert threads == [threading.current_thread().name]


@pytest.mark.parametrize("alone", [0, 1 << 20])
def test_an_error_of_a_check_ends_the_scan(alone: int) -> None:
    def check(_file: FileRecord, _start: bytes) -> None:
        raise LookupError("a bug")

    with pytest.raises(LookupError), CheckThreads(check, alone) as checks:
        for number in range(100):
            checks.inspect(_file(number), b"x")


def test_an_interrupted_scan_waits_for_no_file_that_is_not_begun() -> None:
    begun: list[str] = []
    may_end = threading.Event()

    def check(file: FileRecord, _start: bytes) -> None:
        begun.append(file.path)
        may_end.wait(HANGING)

    with pytest.raises(KeyboardInterrupt), CheckThreads(check, alone=0) as checks:
        for number in range(5):
            checks.inspect(_file(number), b"x")
        threading.Timer(0.2, may_end.set).start()
        raise KeyboardInterrupt
    assert len(begun) < 5
