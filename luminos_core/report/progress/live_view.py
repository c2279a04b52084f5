"""The progress of a run on a terminal: the phase, a bar, and a row for each running directory."""

import math
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Column, Table
from rich.text import Text

from luminos_core.report.progress.event_text import silence
from luminos_core.report.progress.run_progress import DirectoryProgress, RunProgress, Wait
from luminos_core.report.terminal.style import MUTED, overflow, severity_counts
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_WAITING_STYLE = "yellow"
_WIDE = 72  # columns, from which on every number is shown
_OTHER_LINES = 5  # headline, bar, the count of the rest, and two of what was printed above
_MAX_NAME = 32  # columns


@dataclass(frozen=True)
class LiveView:
    progress: RunProgress
    now: float  # on the tracker's clock, in seconds
    elapsed: float  # seconds since the run started
    console: Console

    def rendered(self, spinner: Spinner) -> RenderableType:
        rows = [self._headline(spinner)]
        if (silent := self.progress.silence) is not None:
            text = silence(silent.seconds_at(self.now), silent.longest)
            rows.append(Text(text, _WAITING_STYLE, no_wrap=True, overflow=overflow(self.console)))
        if self.progress.total:
            rows.append(self._bar())
        shown = max(1, self.console.height - _OTHER_LINES - (self.progress.silence is not None))
        running = list(self.progress.running.values())
        if running:
            rows.append(self._table(running[:shown]))
        if len(running) > shown:
            rows.append(Text(f"  and {len(running) - shown} more", style=MUTED))
        return Group(*rows)

    def _headline(self, spinner: Spinner) -> RenderableType:
        phase = Column(ratio=1, no_wrap=True, overflow=overflow(self.console))
        so_far = Column(justify="right", no_wrap=True)
        line = Table.grid(Column(width=1), phase, so_far, expand=True, padding=(0, 1, 0, 0))
        line.add_row(spinner, self._phase(), Text(self._so_far(), style=MUTED))
        return line

    def _phase(self) -> Text:
        progress = self.progress
        text = Text(one_line(progress.text or "starting"), style="bold")
        if progress.phase == "scan" and progress.files:
            files = formats.pluralize(progress.files, "file")
            text.append(f"  {files}, {formats.size(progress.size)}", MUTED)
        if self._waits and not progress.running:  # another pass than the directories'
            last = max(self._waits.values(), key=lambda wait: wait.until)
            text.append(f"  {self._waiting(last)}", f"not bold {_WAITING_STYLE}")
        return text

    def _so_far(self) -> str:
        spent = self.progress.spent
        tokens = f"{formats.tokens(spent.tokens)} tokens" if spent.tokens and self._wide else ""
        parts = (tokens, formats.cost(spent.usd), formats.duration(self.elapsed))
        return "  ".join(filter(None, parts))

    def _bar(self) -> RenderableType:
        progress = self.progress
        margin, bar, done = (Column(no_wrap=True) for _ in range(3))
        flags = Column(no_wrap=True, overflow=overflow(self.console))
        line = Table.grid(margin, bar, done, flags, padding=(0, 2, 0, 0))
        total = f"{progress.total:,}"
        if self._wide:
            total = formats.pluralize(progress.total, "directory")
        line.add_row(
            "",
            ProgressBar(progress.total, progress.done, max(8, min(self.console.width // 4, 40))),
            Text(f"{progress.done:,} of {total}"),
            severity_counts(progress.flags),
        )
        return line

    def _table(self, running: list[DirectoryProgress]) -> RenderableType:
        spent_shown = self._wide and any(directory.spent.tokens for directory in running)
        widest = ("10/10", "999k", "$0.0999") if spent_shown else ("10/10",)
        numbers = (  # so wide that nothing moves sideways while they grow
            Column(justify="right", no_wrap=True, style=MUTED, min_width=len(number))
            for number in widest
        )
        action = Column(ratio=1, no_wrap=True, overflow=overflow(self.console))
        columns = (Column(), Column(no_wrap=True), *numbers, action)
        table = Table.grid(*columns, expand=True, padding=(0, 2, 0, 0))
        for directory in running:
            turn = f"{directory.turn}/{directory.turns}" if directory.turns else ""
            spent = _spent(directory) if spent_shown else ()
            table.add_row("", self._name(directory), turn, *spent, self._action(directory))
        return table

    def _name(self, directory: DirectoryProgress) -> Text:
        """The end of a long path, since it is the end that differs between neighbours."""
        name = one_line(directory.path)
        width = min(_MAX_NAME, self.console.width // 3)
        if cell_len(name) <= width:
            return Text(name)
        mark = "..." if self.console.options.ascii_only else "…"
        end = name[-width:]
        while cell_len(mark + end) > width:
            end = end[1:]
        return Text(mark + end)

    def _action(self, directory: DirectoryProgress) -> Text:
        if wait := self._waits.get(directory.path):
            return Text(self._waiting(wait), style=_WAITING_STYLE)
        return Text(one_line(directory.last_action), style=MUTED)

    @property
    def _wide(self) -> bool:
        return self.console.width >= _WIDE

    @cached_property
    def _waits(self) -> dict[str, Wait]:
        return self.progress.waits_at(self.now)

    def _waiting(self, wait: Wait) -> str:
        left = math.ceil(wait.until - self.now)
        length = f"{left} s" if left < 60 else formats.duration(left)
        return f"waiting {length}: {wait.reason}"


def _spent(directory: DirectoryProgress) -> tuple[str, str]:
    spent = directory.spent
    if not spent.tokens:
        return "", ""
    return formats.tokens(spent.tokens), "" if spent.usd == 0 else formats.money(spent.usd)
