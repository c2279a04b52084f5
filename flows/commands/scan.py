"""`luminos scan`: the base scan alone."""

import io
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from flows.interruption import interruptible
from flows.scanning import scan
from luminos_core.errors import SettingsError
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.progress.scan_progress import scan_progress
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.report.terminal.scan_text import scan_text
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.snapshot import ScanOptions, resolve_target
from luminos_core.settings import wants_colour
from luminos_core.stop import StopSignal


@dataclass(frozen=True, kw_only=True)
class ScanRequest:
    """What a person asked for."""

    target: str
    exclude: tuple[str, ...]
    include_hidden: bool
    fresh: bool
    count: bool  # split the lines of languages into code, comments and blanks
    depth: int  # levels of the tree to print
    as_json: bool
    html: str | None = None  # where a page with a treemap goes


def run_scan(request: ScanRequest) -> int:
    options = ScanOptions(exclude=request.exclude, include_hidden=request.include_hidden)
    target = resolve_target(request.target)
    page = _page_path(request.html, target) if request.html is not None else None
    stop = StopSignal()
    snapshot = scan(target, options, stop, fresh=request.fresh)
    if request.count:
        snapshot = _count(snapshot, target, stop)
    if page is not None:
        _write_page(snapshot, page)
    if request.as_json:
        from luminos_core.report.snapshot_json import snapshot_json

        sys.stdout.buffer.write(snapshot_json(snapshot))
        return 0
    text = scan_text(snapshot, render_tree(snapshot, request.depth), _console(sys.stdout))
    sys.stdout.write(text)
    return 0


def _console(stream: TextIO) -> PlainConsole:
    """What `stream` can show; what its encoding cannot is escaped."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    ascii_only = not (stream.encoding or "ascii").lower().startswith("utf")
    return PlainConsole(colour=stream.isatty() and wants_colour(), ascii_only=ascii_only)


def _count(snapshot: Snapshot, target: Path, stop: StopSignal) -> Snapshot:
    from luminos_core.scan.line_counts.count_lines import count_lines

    with interruptible(stop), scan_progress("counting lines in", target.name) as observe:
        counted = count_lines(target, snapshot.files, stop)
        size = sum(file.size for file in snapshot.files)
        observe(ScanProgress(files=snapshot.file_count, size=size))
    scan_errors = (*snapshot.scan_errors, *counted.scan_errors)
    return replace(snapshot, languages=counted.languages, scan_errors=scan_errors)


def _page_path(html: str, target: Path) -> Path:
    """Where the page goes, which is never in the target. Known before the scan, as a mistake is
    better told at once."""
    path = Path(html)
    folder = path.parent.resolve()
    if folder.is_relative_to(target):
        raise SettingsError(f"--html {html} lies in the target, which is never written to")
    if not folder.is_dir():
        raise SettingsError(f"--html {html}: there is no directory {folder}")
    if path.is_dir():
        raise SettingsError(f"--html {html} is a directory; name a file in it")
    return folder / path.name


def _write_page(snapshot: Snapshot, path: Path) -> None:
    from luminos_core.report.treemap.treemap_page import treemap_page
    from luminos_core.store.atomic import write_atomically
    from luminos_core.text.escape import one_line

    write_atomically(path, treemap_page(snapshot).encode())
    sys.stderr.write(f"The treemap is in {one_line(str(path))}\n")
