"""What the store holds of a target's last scan."""

from pathlib import Path

from luminos_core import __version__
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.recall import Recall
from luminos_core.store.layout import Store, target_id


def recall_scan(store: Store, target: Path, *, fresh: bool) -> Recall:
    """What the last scan of `target`, a real path, read; nothing of it when `fresh`, when there was
    none, or when the file is not as Luminos wrote it. StoreError when the store cannot be used."""
    circumstances = f"{__version__}, {linguist().source}"
    stored = None if fresh else store.signed_scans().recall(target_id(target))
    return Recall(circumstances) if stored is None else Recall.load(circumstances, stored)


def keep_scan(store: Store, target: Path, recall: Recall) -> None:
    """Leave what a finished scan read to the next one; StoreError when it cannot be written."""
    if (content := recall.dump()) is not None:
        store.signed_scans().write(target_id(target), *content)
