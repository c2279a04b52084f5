"""What the store holds of the checks of a target's last audit."""

from pathlib import Path

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.run_checks import rules_digest
from luminos_core.records.snapshot import Snapshot
from luminos_core.store.layout import Store, target_id


def load_checks(store: Store, target: Path, *, fresh: bool) -> CheckCache:
    """What was found in the files of `target`, a real path; nothing when `fresh`, and when the file
    is missing or not as Luminos wrote it."""
    rules = rules_digest()
    stored = None if fresh else store.signed_checks().load(target_id(target))
    return CheckCache(rules) if stored is None else CheckCache.load(rules, stored)


def store_checks(store: Store, target: Path, check_cache: CheckCache, snapshot: Snapshot) -> None:
    store.signed_checks().write(target_id(target), check_cache.dump(snapshot.files))
