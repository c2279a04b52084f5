"""What a run is doing, live on a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from rich.console import Console, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from luminos_core.records.event import Estimated, Event, FlagRaised
from luminos_core.records.flag import Flag, Severity
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress.live_view import LiveView
from luminos_core.report.progress.run_progress import ProgressTracker
from luminos_core.report.terminal.style import ACCENT, SEVERITY_STYLE, cutting, plain_signs
from luminos_core.text.escape import one_line


class LiveProgress:
    """A live view while its context is open; `record` is an observer for any thread. Flags worth a
    look appear above it as they are raised."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._tracker = ProgressTracker()
        self._began = self._tracker.now()
        self._spinner = Spinner("line" if plain_signs(console) else "dots", style=ACCENT)
        self._live = Live(
            console=console, transient=True, refresh_per_second=8, get_renderable=self._view
        )

    def __enter__(self) -> Self:
        self._began = self._tracker.now()
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Without the live view, for as long as the person is asked something."""
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def record(self, event: Event) -> None:
        self._tracker.update(event)
        if isinstance(event, Estimated):
            self._print(Text.assemble(("Estimate ", "bold"), estimate_line(event.estimate)))
        if isinstance(event, FlagRaised) and event.flag.severity is not Severity.INFO:
            self._show(_flag_line(event.flag))

    def _show(self, line: Text) -> None:
        self._print(line, no_wrap=True, overflow=cutting(self._console))

    def _print(self, line: Text, **how: Any) -> None:
        try:
            self._console.print(line, **how)
        except (OSError, ValueError):  # the terminal is gone: an observer must not end the work
            return

    def _view(self) -> RenderableType:
        now = self._tracker.now()
        view = LiveView(self._tracker.progress, now, now - self._began, self._console)
        return view.rendered(self._spinner)


def _flag_line(flag: Flag) -> Text:
    return Text.assemble(
        (f"{flag.severity.value:<8}", SEVERITY_STYLE[flag.severity]),
        "  ",
        (one_line(flag.location), "bold"),
        "  ",
        one_line(flag.finding),
    )
