"""A question to the person at the terminal, while a run waits for the answer."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from luminos_core.errors import Interrupted
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress


def question(progress: LiveProgress | PlainProgress) -> Callable[[str], bool] | None:
    """Asks with the live view paused; None when no person can see the question and answer."""
    if not isinstance(progress, LiveProgress) or not sys.stdin.isatty():
        return None

    def confirm(text: str) -> bool:
        with progress.paused(), _interruptible():
            try:
                return click.confirm(text, err=True)
            except click.Abort:
                raise Interrupted("interrupted at the question") from None

    return confirm


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let ctrl-C end the question; otherwise it asks the run to end early."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
