"""Where a command writes: it ends the command when there is enough, or when it took too long."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luminos_core.errors import ToolError

_MAX_LINE = 1_000  # characters; a minified file is one line

LIMIT = 16_384  # characters of one command's output
SECONDS = 10.0  # of wall time for one command


class Stopped(Exception):
    """A limit was reached. What was written until then is kept."""


class Output:
    """Lines for the model, and notes in the program's own words."""

    def __init__(
        self,
        limit: int = LIMIT,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._left = limit
        self._seconds = seconds
        self._clock = clock
        self._deadline = clock() + seconds
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
        """Add a note, once however often it is told; at most 20 of them."""
        if text not in self.notes and len(self.notes) < 20:
            self.notes.append(text)

    @contextmanager
    def noting(self, several: bool) -> Iterator[None]:
        """With several paths, one that cannot be looked at is a note and the rest go on."""
        try:
            yield
        except ToolError as error:
            if not several:
                raise
            self.note(f"{error}.")

    def check(self) -> None:
        """To be called in every loop over what the target holds."""
        if self._clock() > self._deadline:
            self.notes.append(
                f"Stopped after {self._seconds:g} s, so this is not all; narrow the paths."
            )
            raise Stopped
