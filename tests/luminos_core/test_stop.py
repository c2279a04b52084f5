import threading

import pytest

from luminos_core.errors import Interrupted
from luminos_core.stop import StopSignal


def test_a_signal_stays_set_and_interrupts_every_check() -> None:
    stop = StopSignal()
    stop.check()
    assert not stop.wait(0)
    stop.set()
    stop.set()
    for _ in range(2):
        with pytest.raises(Interrupted):
            stop.check()
    assert stop.is_set()


def test_a_sleeping_thread_wakes_at_once() -> None:
    stop = StopSignal()
    threading.Timer(0.05, stop.set).start()
    assert stop.wait(60)


def test_a_registered_action_runs_once_and_an_unregistered_one_never() -> None:
    stop, ran = StopSignal(), []
    stop.on_set(lambda: ran.append("kept"))
    take_back = stop.on_set(lambda: ran.append("taken back"))
    take_back()
    take_back()
    stop.set()
    assert ran == ["kept"]


def test_an_action_registered_after_set_runs_at_once() -> None:
    stop, ran = StopSignal(), []
    stop.set()
    stop.on_set(lambda: ran.append(1))
    assert ran == [1]


def test_an_action_may_register_another_while_the_signal_is_being_set() -> None:
    stop, ran = StopSignal(), []
    stop.on_set(lambda: stop.on_set(lambda: ran.append("inner")))
    stop.set()
    assert ran == ["inner"]


def test_a_signal_set_inside_its_own_lock_does_not_hang() -> None:
    """As when ctrl-C arrives while the main thread is in `on_set`."""
    stop, done = StopSignal(), threading.Event()

    def handler_inside() -> None:
        with stop._lock:
            stop.set()
        done.set()

    threading.Thread(target=handler_inside, daemon=True).start()
    assert done.wait(60)
