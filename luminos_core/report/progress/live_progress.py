"""The progress of a run, live on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Self

from rich.console import Console, OverflowMethod, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from luminos_core.records.event import Estimated, Event, FlagRaised, PathsUnmatched, Warned
from luminos_core.records.flag import Flag, Severity
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress.event_text import unmatched_text
from luminos_core.report.progress.live_view import LiveView
from luminos_core.report.progress.run_progress import ProgressTracker
from luminos_core.report.terminal.style import ACCENT, MUTED, SEVERITY_STYLE, overflow
from luminos_core.text.escape import one_line


class LiveProgress:
    """A live view while its context is open; `record` is an observer for any thread. The estimate,
    and flags from concern on, are printed above it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tracker = ProgressTracker()
        self._started_at = self._tracker.now()
        self._spinner = Spinner("line" if console.options.ascii_only else "dots", style=ACCENT)
        self._live = Live(
            console=console, transient=True, refresh_per_second=8, get_renderable=self._view
        )

    def __enter__(self) -> Self:
        self._started_at = self._tracker.now()
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # the terminal is gone, and the report is to come
            self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Without the live view, while the person is asked something."""
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def record(self, event: Event) -> None:
        self._tracker.update(event)
        if isinstance(event, Estimated):
            self._print(Text.assemble(("Estimate ", "bold"), estimate_line(event.estimate)))
        if isinstance(event, PathsUnmatched):
            self._print(Text(unmatched_text(event), "yellow"))
        if isinstance(event, Warned):
            self._print(Text(one_line(event.text), "yellow"))
        if isinstance(event, FlagRaised) and event.flag.severity is not Severity.INFO:
            self._print(_flag_line(event.flag), overflow(self._console))

    def _print(self, line: Text, cut: OverflowMethod | None = None) -> None:
        """With `cut`, on one line."""
        try:
            self._console.print(line, no_wrap=cut is not None, overflow=cut)
        except (OSError, ValueError):  # the terminal is gone: an observer must not end the work
            return

    def _view(self) -> RenderableType:
        now = self._tracker.now()
        view = LiveView(self._tracker.progress, now, now - self._started_at, self._console)
        return view.rendered(self._spinner)


def _flag_line(flag: Flag) -> Text:
    return Text.assemble(
        (f"{flag.label:<8}", MUTED if flag.is_doubted else SEVERITY_STYLE[flag.severity]),
        "  ",
        (one_line(flag.location), "bold"),
        "  ",
        one_line(flag.finding),
    )
