"""A report as a terminal, a pipe or a build's log has it; and reports that are compared."""

import io
import re
import unicodedata
from pathlib import Path

from rich.console import Console

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.records.comparison import ComparedRun, Comparison, FactChange, SourceVersion
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.build_log import BuildLog
from luminos_core.report.terminal.report_view import print_report
from tests.luminos_core.report.report_runs import facts

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")
FOLDER = Path("/store/run-1")
BEFORE = ComparedRun(
    run_id="run-0",
    finished_at="2026-01-01T02:03:04+00:00",
    version=SourceVersion(commit="0123456789abcdef"),
)


class Terminal(io.StringIO):
    """One that colours are written to."""

    def isatty(self) -> bool:
        return True


def shown(
    run: RunFacts | AuditReport,
    width: int = 80,
    *,
    terminal: bool = False,
    verbose: bool = False,
    log: BuildLog | None = None,
) -> str:
    stream = Terminal() if terminal else io.StringIO()
    colours = "truecolor" if terminal else None
    console = Console(file=stream, width=width, force_terminal=terminal, color_system=colours)
    report = run if isinstance(run, AuditReport) else assemble(run)
    print_report(report, console, FOLDER, verbose=verbose, log=log)
    return stream.getvalue()


def compared(
    *flags: Flag,
    gone: tuple[Flag, ...] = (),
    changed: tuple[FactChange, ...] = (),
    read_less: str = "",
    **changes: object,
) -> AuditReport:
    """A report whose flags have their states."""
    comparison = Comparison(previous=BEFORE, gone=gone, facts=changed, read_less=read_less)
    return assemble(facts()).model_copy(
        update={"flags": flags, "comparison": comparison, **changes}
    )


def control_characters(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in CONTROL and c != "\n"}
