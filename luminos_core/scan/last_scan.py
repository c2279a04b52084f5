"""What the store holds of a target's last scan."""

from pathlib import Path

from luminos_core import __version__
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.scan_cache import ScanCache
from luminos_core.store.layout import Store, target_id


def load_scan(store: Store, target: Path, *, fresh: bool) -> ScanCache:
    """What the last scan of `target`, a real path, read; nothing of it when `fresh`, when there was
    none, or when the file is not as Luminos wrote it. StoreError when the store cannot be used."""
    circumstances = f"{__version__}, {linguist().source}"
    stored = None if fresh else store.signed_scans().load(target_id(target))
    return ScanCache(circumstances) if stored is None else ScanCache.load(circumstances, stored)


def store_scan(store: Store, target: Path, recall: ScanCache) -> None:
    """Leave what a finished scan read to the next one; StoreError when it cannot be written."""
    if (content := recall.dump()) is not None:
        store.signed_scans().write(target_id(target), *content)
