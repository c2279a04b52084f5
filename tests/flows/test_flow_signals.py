"""Signals as a wish to stop."""

import signal
import threading

import pytest

from flows.signals import interruptible
from luminos_core.stop import StopSignal


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_a_wish_and_the_second_ends_at_once(number: signal.Signals) -> None:
    stop = StopSignal()
    with pytest.raises(KeyboardInterrupt), interruptible(stop):
        signal.raise_signal(number)
        assert stop.is_set()
        signal.raise_signal(number)


def test_the_handlers_from_before_come_back() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with interruptible(StopSignal()):
        assert signal.getsignal(signal.SIGINT) is not before[0]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_outside_of_the_main_thread_nothing_is_changed() -> None:
    failures: list[BaseException] = []

    def enter() -> None:
        try:
            with interruptible(StopSignal()):
                pass
        except BaseException as failure:  # noqa: BLE001 - asserted below
            failures.append(failure)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert failures == []
