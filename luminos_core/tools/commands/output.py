"""The output of a command: it ends the command at its size limit or its deadline."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luminos_core.errors import ToolError

_MAX_LINE = 1_000  # characters; a minified file is one line
_MAX_OUTPUT = 16_384  # characters
_MAX_NOTES = 20
_SECONDS = 10  # of wall time for one command


class Stopped(Exception):
    """A limit was reached. What was written before is kept."""


class Output:
    """Lines for the model, and notes in the program's own words."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._left = _MAX_OUTPUT
        self._clock = clock
        self._deadline = clock() + _SECONDS
        self.lines: list[str] = []
        self.notes: list[str] = []

    def line(self, text: str) -> None:
        self.check()
        shown = text if len(text) <= _MAX_LINE else f"{text[:_MAX_LINE]}… ({len(text)} characters)"
        if len(shown) + 1 > self._left:
            self.notes.append("The output was cut here; narrow the paths or the pattern.")
            raise Stopped
        self._left -= len(shown) + 1
        self.lines.append(shown)

    def note(self, text: str) -> None:
        """Add a note once, and no more than `_MAX_NOTES` in all."""
        if text not in self.notes and len(self.notes) < _MAX_NOTES:
            self.notes.append(text)

    def check(self) -> None:
        """Raise Stopped at the deadline. Called in every loop over what the target holds."""
        if self._clock() > self._deadline:
            self.notes.append(f"Stopped after {_SECONDS} s, so this is not all; narrow the paths.")
            raise Stopped

    @contextmanager
    def errors_as_notes(self, several: bool) -> Iterator[None]:
        """With several paths, an error of one is a note, and the command goes on."""
        try:
            yield
        except ToolError as error:
            if not several:
                raise
            self.note(f"{error}.")


def human_size(size: int) -> str:
    """`size` bytes in powers of 1024: "812", "1.5K", "23M"."""
    amount = float(size)
    for unit in ("", "K", "M", "G"):
        if amount < 1024:
            return f"{amount:.1f}{unit}" if unit and amount < 10 else f"{amount:.0f}{unit}"
        amount /= 1024
    return f"{amount:.1f}T"
