"""`luminos scan`: the base scan alone, with progress, and an end at ctrl-C that leaves nothing."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from flows.options import exclude_option, hidden_option, json_option, target_argument
from flows.plain_output import plain_console
from flows.signals import interruptible
from luminos_core.errors import SettingsError, StoreError
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.records.snapshot import Snapshot
from luminos_core.redaction.extract_values import values_of_environment
from luminos_core.redaction.known_values import remember_values
from luminos_core.report.progress.scan_progress import scan_progress
from luminos_core.report.terminal.scan_text import scan_text
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scan_cache import ScanCache, empty_cache, load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.shown_snapshot import shown_snapshot
from luminos_core.scan.snapshot import ScanOptions, resolve_target, take_snapshot
from luminos_core.scan.withheld_values import remember_withheld_values
from luminos_core.settings import process_environment, store_path, temporary_parent
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from luminos_core.text.escape import one_line


@click.command()
@target_argument
@exclude_option
@hidden_option
@click.option(
    "-d",
    "--depth",
    type=click.IntRange(1, 64),
    default=3,
    show_default=True,
    help="Levels of the tree to print.",
)
@click.option("--fresh", is_flag=True, help="Read every file again, changed or not.")
@click.option("--count", is_flag=True, help="Split lines into code, comments and blanks.")
@click.option(
    "--html",
    metavar="FILE",
    help="Also write a page with a treemap of the target: one file that loads nothing. "
    "FILE is new or a regular file outside of TARGET; a link, a FIFO or a device is refused.",
)
@json_option
def scan(
    target: str,
    exclude: tuple[str, ...],
    include_hidden: bool,
    depth: int,
    fresh: bool,
    count: bool,
    html: str | None,
    as_json: bool,
) -> int:
    """Draw the map of the directory TARGET, without a model.

    Tree, languages, lines, types, sizes, and what changed last.

    \b
    Examples:
      luminos scan . --depth 2
      luminos scan /srv/project --count --json > scan.json
      luminos scan /srv/project --html map.html
    """
    options = ScanOptions(exclude=exclude, include_hidden=include_hidden)
    root = resolve_target(target)
    page = _page_path(html, root) if html is not None else None
    if count:
        temporary_parent(root)  # an error here and not after the scan
    stop = StopSignal()
    snapshot = _scan(root, options, stop, fresh=fresh)
    if count:
        snapshot = _count(snapshot, root, stop)
    snapshot = _shown(snapshot, root)
    if page is not None:
        _write_page(snapshot, page)
    if as_json:
        from luminos_core.report.snapshot_json import snapshot_json

        sys.stdout.buffer.write(snapshot_json(snapshot))
    else:
        tree = render_tree(snapshot, depth)
        sys.stdout.write(scan_text(snapshot, tree, plain_console(sys.stdout)))
    return 0


def _scan(target: Path, options: ScanOptions, stop: StopSignal, *, fresh: bool) -> Snapshot:
    """Files that have not changed since the last scan are not opened, unless `fresh`. A store that
    cannot be used is no error."""
    store = Store(store_path())
    with _without_gc(), interruptible(stop), scan_progress("scanning", target.name) as observe:
        cache = _load_cache(store, target, fresh=fresh)
        context = ScanContext(observe, stop, cache or empty_cache())
        snapshot = take_snapshot(target, options, context)
        if cache is not None:
            try:
                store_scan(store, target, cache)
            except StoreError as error:
                _warn(error)
    return snapshot


def _shown(snapshot: Snapshot, target: Path) -> Snapshot:
    """Without secrets, also those in withheld files and in the environment, in its names."""
    remember_values(values_of_environment(process_environment()))
    remember_withheld_values(SandboxedDir(target), snapshot)
    return shown_snapshot(snapshot)


def _load_cache(store: Store, target: Path, *, fresh: bool) -> ScanCache | None:
    try:
        store.refuse_overlap(target)
        return load_scan(store, target, fresh=fresh)
    except (SettingsError, StoreError) as error:
        _warn(error)
        return None


def _warn(error: Exception) -> None:
    sys.stderr.write(f"[scan] nothing is stored for the next scan: {one_line(str(error))}\n")


@contextmanager
def _without_gc() -> Iterator[None]:
    """A scan makes records for thousands of files and no cycle; collecting garbage took a quarter
    of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _count(snapshot: Snapshot, target: Path, stop: StopSignal) -> Snapshot:
    from luminos_core.scan.line_counts.count_lines import count_lines

    with interruptible(stop), scan_progress("counting lines in", target.name) as observe:
        counted = count_lines(target, snapshot.files, stop)
        size = sum(file.size for file in snapshot.files)
        observe(ScanProgress(files=snapshot.file_count, size=size))
    scan_errors = (*snapshot.scan_errors, *counted.scan_errors)
    return replace(snapshot, languages=counted.languages, scan_errors=scan_errors)


def _page_path(html: str, target: Path) -> Path:
    """The page's path: never in the target, and new or a regular file. Checked before the scan."""
    from luminos_core.store.atomic import refuse_irregular

    path = Path(html)
    folder = path.parent.resolve()
    if folder.is_relative_to(target):
        raise SettingsError(f"--html {html} lies in the target, which is never written to")
    if not folder.is_dir():
        raise SettingsError(f"--html {html}: there is no directory {folder}")
    refuse_irregular(folder / path.name)
    return folder / path.name


def _write_page(snapshot: Snapshot, path: Path) -> None:
    from luminos_core.report.treemap.treemap_page import treemap_page
    from luminos_core.store.atomic import write_atomically

    write_atomically(path, treemap_page(snapshot).encode())
    sys.stderr.write(f"The treemap is in {one_line(str(path))}\n")
