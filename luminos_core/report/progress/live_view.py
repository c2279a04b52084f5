"""One moment of a run on a terminal: what goes on, how far it is, and each directory at work."""

import math
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from luminos_core.records.flag import Severity
from luminos_core.report.progress.directory_progress import DirectoryProgress
from luminos_core.report.progress.run_progress import RunProgress, Wait
from luminos_core.report.terminal.style import QUIET, SEVERITY_STYLE, cutting, plain_signs
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_WAITS = "yellow"
_ROOMY = 72  # columns, from which on there is room for every figure
_OTHER_LINES = 5  # headline, bar, the count of the rest, and two of what was printed above
_LONGEST_NAME = 32  # columns


@dataclass(frozen=True)
class LiveView:
    """Seconds: `now` on the tracker's clock, `passed` since the run began."""

    progress: RunProgress
    now: float
    passed: float
    console: Console

    def rendered(self, spinner: Spinner) -> RenderableType:
        rows = [self._headline(spinner)]
        if self.progress.total:
            rows.append(self._bar())
        room = max(1, self.console.height - _OTHER_LINES)
        at_work = list(self.progress.running.values())
        if at_work:
            rows.append(self._table(at_work[:room]))
        if len(at_work) > room:
            rows.append(Text(f"  and {len(at_work) - room} more", style=QUIET))
        return Group(*rows)

    def _headline(self, spinner: Spinner) -> RenderableType:
        line = Table.grid(expand=True, padding=(0, 1, 0, 0))
        line.add_column(width=1)
        line.add_column(ratio=1, no_wrap=True, overflow=cutting(self.console))
        line.add_column(justify="right", no_wrap=True)
        line.add_row(spinner, self._doing(), Text(self._so_far(), style=QUIET))
        return line

    def _so_far(self) -> str:
        spent = self.progress.spent
        tokens = f"{formats.tokens(spent.tokens)} tokens" if spent.tokens and self._roomy else ""
        told = (tokens, formats.cost(spent.usd), formats.duration(self.passed))
        return "  ".join(filter(None, told))

    def _doing(self) -> Text:
        progress = self.progress
        text = Text(one_line(progress.text or "starting"), style="bold")
        if progress.phase == "scan" and progress.files:
            scanned = f"{formats.pluralize(progress.files, 'file')}, {formats.size(progress.size)}"
            text.append(f"  {scanned}", QUIET)
        if self._waits and not progress.running:  # the survey's or the like
            last = max(self._waits.values(), key=lambda wait: wait.until)
            text.append(f"  {self._waiting(last)}", f"not bold {_WAITS}")
        return text

    def _bar(self) -> RenderableType:
        progress = self.progress
        line = Table.grid(padding=(0, 2, 0, 0))
        for _ in ("margin", "bar", "done"):
            line.add_column(no_wrap=True)
        width = max(8, min(self.console.width // 4, 40))
        bar = ProgressBar(total=progress.total, completed=progress.done, width=width)
        flags = Text("  ", no_wrap=True, overflow=cutting(self.console)).join(
            Text(f"{progress.flags[severity]} {severity}", SEVERITY_STYLE[severity])
            for severity in Severity
            if severity in progress.flags
        )
        done = f"{progress.done:,} of {progress.total:,}"
        if self._roomy:
            done += " directory" if progress.total == 1 else " directories"
        line.add_row("", bar, Text(done), flags)
        return line

    def _table(self, running: list[DirectoryProgress]) -> RenderableType:
        spent_shown = self._roomy and any(at.spent.tokens for at in running)
        table = Table.grid(expand=True, padding=(0, 2, 0, 0))
        table.add_column()
        table.add_column(no_wrap=True)
        for widest in ("10/10", "999k", "$0.0999") if spent_shown else ("10/10",):
            least = len(widest)  # so that nothing moves sideways while numbers grow
            table.add_column(justify="right", no_wrap=True, style=QUIET, min_width=least)
        table.add_column(ratio=1, no_wrap=True, overflow=cutting(self.console))
        for at in running:
            spent = _spent(at) if spent_shown else ()
            table.add_row("", self._name(at), f"{at.turn}/{at.turns}", *spent, self._decision(at))
        return table

    def _name(self, at: DirectoryProgress) -> Text:
        """As much of the path as has room; it is the end that tells neighbours apart."""
        name = one_line(at.directory)
        room = min(_LONGEST_NAME, self.console.width // 3)
        if cell_len(name) <= room:
            return Text(name)
        mark = "..." if plain_signs(self.console) else "…"
        end = name[-room:]
        while cell_len(mark + end) > room:
            end = end[1:]
        return Text(mark + end)

    def _decision(self, at: DirectoryProgress) -> Text:
        if wait := self._waits.get(at.directory):
            return Text(self._waiting(wait), style=_WAITS)
        return Text(one_line(at.decision), style=QUIET)

    @property
    def _roomy(self) -> bool:
        return self.console.width >= _ROOMY

    @cached_property
    def _waits(self) -> dict[str, Wait]:
        return self.progress.waits_at(self.now)

    def _waiting(self, wait: Wait) -> str:
        left = math.ceil(wait.until - self.now)
        length = f"{left} s" if left < 60 else formats.duration(left)
        return f"waiting {length}: {wait.reason}"


def _spent(at: DirectoryProgress) -> tuple[str, str]:
    spent = at.spent
    if not spent.tokens:
        return "", ""
    return formats.tokens(spent.tokens), "" if spent.usd == 0 else formats.money(spent.usd)
