"""The base scan as a command runs it: with progress, with what the last scan knew, and with an end
at ctrl-C that leaves nothing behind."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flows.interruption import interruptible
from luminos_core.errors import SettingsError, StoreError
from luminos_core.records.snapshot import Snapshot
from luminos_core.report.progress.scan_progress import scan_progress
from luminos_core.scan.scan_cache import ScanCache, empty_cache, load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.settings import store_path
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from luminos_core.text.escape import one_line


def scan(target: Path, options: ScanOptions, stop: StopSignal, *, fresh: bool) -> Snapshot:
    """The snapshot of `target`, a real path. Files that have not changed since the last scan are
    not opened, unless `fresh`."""
    store = Store(store_path())
    with _uncollected(), interruptible(stop), scan_progress("scanning", target.name) as observe:
        recall = _recall(store, target, fresh=fresh)
        context = ScanContext(observe, stop, recall or empty_cache())
        snapshot = take_snapshot(target, options, context)
        if recall is not None:
            _keep(store, target, recall)
    return snapshot


def _recall(store: Store, target: Path, *, fresh: bool) -> ScanCache | None:
    """None when the store cannot be used: the scan goes on without it."""
    try:
        store.refuse_overlap(target)
        return load_scan(store, target, fresh=fresh)
    except (SettingsError, StoreError) as error:
        _say(f"nothing is kept for the next scan: {error}")
        return None


def _keep(store: Store, target: Path, recall: ScanCache) -> None:
    try:
        store_scan(store, target, recall)
    except StoreError as error:
        _say(f"nothing is kept for the next scan: {error}")


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage in cycles: a scan makes records for thousands of files and no
    cycle, and looking through them again and again took a quarter of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _say(text: str) -> None:
    sys.stderr.write(f"[scan] {one_line(text)}\n")
