"""A target's last plan, kept so that the next run need not make it anew.

Signed, since a plan decides what is not looked at. One that is missing, was not written by
Luminos, or cannot be read is none.
"""

from pathlib import Path

from luminos_core.records.plan import KeptPlan
from luminos_core.store.layout import Store

_NAME = "plan"


def read_kept_plan(store: Store, target: Path) -> KeptPlan | None:
    """The plan that is kept for the directory at `target`, its real path."""
    return store.signed_target(target).load_record(_NAME, KeptPlan)


def write_kept_plan(store: Store, target: Path, kept: KeptPlan) -> None:
    """Replace it in one step. StoreError when it cannot be written."""
    store.signed_target(target).write(_NAME, kept.model_dump_json().encode())
