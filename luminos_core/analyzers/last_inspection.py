"""What the store holds of the checks of a target's last audit."""

from pathlib import Path

from luminos_core.analyzers.analysis import rules_digest
from luminos_core.analyzers.inspection import Inspection
from luminos_core.records.snapshot import Snapshot
from luminos_core.store.layout import Store, target_id
from luminos_core.store.signed import BadSignature


def recall_inspection(store: Store, target: Path, *, fresh: bool) -> Inspection:
    """What was found in the files of `target`, a real path; nothing when `fresh`, and when the file
    is missing or not as Luminos wrote it."""
    rules = rules_digest()
    if fresh:
        return Inspection(rules)
    try:
        stored = store.signed_inspections().read(target_id(target))
    except (FileNotFoundError, BadSignature):
        return Inspection(rules)
    return Inspection.load(rules, stored)


def keep_inspection(store: Store, target: Path, inspection: Inspection, snapshot: Snapshot) -> None:
    files = (file for directory in snapshot.directories for file in directory.files)
    store.signed_inspections().write(target_id(target), inspection.dump(files))
