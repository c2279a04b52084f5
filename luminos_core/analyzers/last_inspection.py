"""What the store holds of the checks of a target's last audit."""

from pathlib import Path

from luminos_core.analyzers.analysis import rules_digest
from luminos_core.analyzers.inspection import Inspection
from luminos_core.records.snapshot import Snapshot
from luminos_core.store.layout import Store, target_id


def recall_inspection(store: Store, target: Path, *, fresh: bool) -> Inspection:
    """What was found in the files of `target`, a real path; nothing when `fresh`, and when the file
    is missing or not as Luminos wrote it."""
    rules = rules_digest()
    stored = None if fresh else store.signed_inspections().recall(target_id(target))
    return Inspection(rules) if stored is None else Inspection.load(rules, stored)


def keep_inspection(store: Store, target: Path, inspection: Inspection, snapshot: Snapshot) -> None:
    store.signed_inspections().write(target_id(target), inspection.dump(snapshot.files))
