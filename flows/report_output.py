"""A report as text on standard output: of a terminal, a pipe, or a build server's log."""

import os
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from rich.console import Console

from luminos_core.records.report import AuditReport
from luminos_core.report.annotations import annotations
from luminos_core.report.terminal.build_log import BuildLog
from luminos_core.report.terminal.report_view import print_report
from luminos_core.settings import build_server


def show_report(
    report: AuditReport, folder: Path, *, verbose: bool, annotate: bool = False
) -> None:
    """`folder`: of the run. `annotate`: mark what is new for a build server that can show it."""
    log = build_log(sys.stdout)
    print_report(report, Console(), folder, verbose=verbose, log=log)
    if annotate and log and log.server == "github":
        sys.stdout.writelines(annotations(report))


def build_log(stream: TextIO) -> BuildLog | None:
    """Of the build server that may read `stream`: None for a terminal and a file."""
    server = build_server()
    if server is None or stream.isatty():
        return None
    with suppress(OSError, ValueError):  # it is closed, or no file at all
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return None
    return BuildLog(server, time.time)
