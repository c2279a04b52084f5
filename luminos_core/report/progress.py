"""What a run is doing, for who watches: live on a terminal, line by line elsewhere."""

import threading
import time
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    DirectoryEnded,
    DirectoryStarted,
    Event,
    FlagRaised,
    PhaseStarted,
)
from luminos_core.records.flag import Flag, Severity
from luminos_core.report import figures
from luminos_core.report.escape import one_line
from luminos_core.report.findings import place
from luminos_core.report.marks import SEVERITY_STYLE
from luminos_core.report.running import Running
from luminos_core.report.scoreboard import Score, Scoreboard
from luminos_core.report.theme import ACCENT, QUIET

_AT_WORK = 8  # directories shown
_ROOMS = {  # of a phase's plain line; "run" for all others
    "scan": "scan",
    "analyze": "scan",
    "survey": "AI",
    "plan": "AI",
    "directories": "AI",
    "synthesis": "AI",
}


class TerminalProgress:
    """A live view while its context is open; `record` is an observer for any thread. Flags worth a
    look appear above it as they are raised."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._board = Scoreboard()
        self._began = time.monotonic()
        spinner = "line" if console.options.ascii_only else "dots"
        self._spinner = Spinner(spinner, style=ACCENT)
        self._live = Live(
            console=console, transient=True, refresh_per_second=8, get_renderable=self._view
        )

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._live.stop()

    def record(self, event: Event) -> None:
        self._board.follow(event)
        if isinstance(event, FlagRaised) and event.flag.severity is not Severity.INFO:
            self._show(_flag_line(event.flag))

    def _show(self, line: Text) -> None:
        try:
            self._console.print(line, no_wrap=True, overflow="ellipsis")
        except (OSError, ValueError):  # the terminal is gone: an observer must not end the work
            return

    def _view(self) -> RenderableType:
        score = self._board.score
        rows: list[RenderableType] = [self._headline(score)]
        if score.total:
            rows.append(_bar(score, self._console.width))
        at_work = list(score.running.values())
        rows += [_at_work(at_work[:_AT_WORK])] if at_work else []
        if len(at_work) > _AT_WORK:
            rows.append(Text(f"  and {len(at_work) - _AT_WORK} more", style=QUIET))
        return Group(*rows)

    def _headline(self, score: Score) -> RenderableType:
        line = Table.grid(expand=True, padding=(0, 1, 0, 0))
        line.add_column(width=1)
        line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        line.add_column(justify="right", no_wrap=True)
        passed = figures.seconds(time.monotonic() - self._began)
        text = Text(one_line(score.text or "Starting"), style="bold")
        if score.phase == "scan" and score.files:
            text.append(
                f"  {figures.counted(score.files, 'file')}, {figures.size(score.size)}", QUIET
            )
        line.add_row(self._spinner, text, Text(passed, style=QUIET))
        return line


class PlainProgress:
    """One line for each phase, directory and flag. `record` is an observer for any thread."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._board = Scoreboard()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Nothing is left to end: every line is out."""

    def record(self, event: Event) -> None:
        with self._lock:
            self._board.follow(event)
            if line := _plain_line(event, self._board.score):
                self._say(line)

    def _say(self, line: str) -> None:
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):  # the reader is gone or the stream closed: work goes on
            return


def _plain_line(event: Event, score: Score) -> str:
    """The line for an event; "" when it has none."""
    match event:
        case PhaseStarted():
            return f"[{_ROOMS.get(event.phase, 'run')}] {one_line(event.text)}"
        case DirectoryStarted():
            change = f" ({one_line(event.change)})" if event.change else ""
            turns = figures.counted(event.turns, "turn")
            return f"[AI] {one_line(event.directory)}: started, at most {turns}{change}"
        case DirectoryEnded():
            count = f"{score.done} of {score.total}" if score.total else str(score.done)
            reason = f": {one_line(event.reason)}" if event.reason else ""
            return f"[AI] {one_line(event.directory)}: {_ended(event)}{reason} ({count})"
        case FlagRaised():
            flag = event.flag
            found = one_line(flag.finding)
            return f"[flag] {flag.severity} {one_line(place(flag))}: {found}"
    return ""


def _ended(event: DirectoryEnded) -> str:
    """A stored result took no turn of this run."""
    if event.state is DirectoryState.CACHED:
        return event.state.value
    return f"{event.state} after {figures.counted(event.turns_used, 'turn')}"


def _flag_line(flag: Flag) -> Text:
    return Text.assemble(
        (f"{flag.severity.value:<8}", SEVERITY_STYLE[flag.severity]),
        "  ",
        (one_line(place(flag)), "bold"),
        "  ",
        one_line(flag.finding),
    )


def _bar(score: Score, width: int) -> RenderableType:
    line = Table.grid(padding=(0, 2, 0, 0))
    bar = ProgressBar(total=score.total, completed=score.done, width=max(10, min(width // 3, 40)))
    flags = [
        Text(f"{score.flags[severity]} {severity}", SEVERITY_STYLE[severity])
        for severity in Severity
        if severity in score.flags
    ]
    done = f"{score.done:,} of {figures.counted(score.total, 'directory', 'directories')}"
    line.add_row("", bar, Text(done), Text("  ").join(flags))
    return line


def _at_work(running: list[Running]) -> RenderableType:
    table = Table.grid(expand=True, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(max_width=32, no_wrap=True, overflow="ellipsis")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    for at in running:
        turn = Text(f"{at.turn}/{at.turns}", style=QUIET)
        decision = Text(one_line(at.decision), style=QUIET)
        table.add_row("", Text(one_line(at.directory)), turn, decision)
    return table
