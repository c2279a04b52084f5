"""A stop signal: threads poll it, and callbacks interrupt blocked calls."""

import threading
from collections.abc import Callable

from luminos_core.errors import Interrupted


class StopSignal:
    """Set once, from any thread or a signal handler; stays set."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.RLock()  # a signal handler may interrupt `on_set` in its own thread
        self._actions: dict[int, Callable[[], None]] = {}

    def is_set(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise Interrupted when set."""
        if self._event.is_set():
            raise Interrupted("stopped before it was done")

    def wait(self, seconds: float) -> bool:
        """Sleep for `seconds` or until set; True when set."""
        return self._event.wait(seconds)

    def set(self) -> None:
        self._event.set()
        with self._lock:
            actions = list(self._actions.values())
        for action in actions:
            action()

    def on_set(self, action: Callable[[], None]) -> Callable[[], None]:
        """Run `action` when set, at once if it already is. Returns a function to unregister it."""
        key = id(action)
        with self._lock:
            self._actions[key] = action
        if self.is_set():
            action()
        return lambda: self._unregister(key)

    def _unregister(self, key: int) -> None:
        with self._lock:
            self._actions.pop(key, None)
