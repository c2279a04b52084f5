"""Signals as a wish to stop."""

import signal
import threading

import pytest

from flows.signals import as_interrupts, interruptible, undisturbed
from luminos_core.stop import StopSignal

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_signal_is_a_wish_and_the_third_ends_at_once(number: signal.Signals) -> None:
    stop = StopSignal()
    with pytest.raises(KeyboardInterrupt), interruptible(stop):
        signal.raise_signal(number)
        assert stop.is_set()
        signal.raise_signal(number)
        assert stop.is_set()  # and the report is made all the same
        signal.raise_signal(number)


def test_a_hangup_that_nohup_ignores_stays_ignored() -> None:
    stop = StopSignal()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interruptible(stop):
            signal.raise_signal(signal.SIGHUP)
        assert not stop.is_set()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("number", SIGNALS)
def test_before_and_after_a_run_a_signal_ends_the_command_in_order(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), as_interrupts():
        signal.raise_signal(number)
    with as_interrupts(), undisturbed():
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
