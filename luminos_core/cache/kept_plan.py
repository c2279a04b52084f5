"""A target's last plan, kept so that the next run need not make it anew.

Signed, since a plan decides what is not looked at. One that is missing, was not written by
Luminos, or cannot be read is none.
"""

from pathlib import Path

from pydantic import ValidationError

from luminos_core.records.plan import KeptPlan
from luminos_core.store.layout import Store

_NAME = "plan"


def read_kept_plan(store: Store, target: Path) -> KeptPlan | None:
    """The plan that is kept for the directory at `target`, its real path."""
    content = store.signed_target(target).recall(_NAME)
    if content is None:
        return None
    try:
        return KeptPlan.model_validate_json(content)
    except ValidationError:  # an older or newer program's
        return None


def write_kept_plan(store: Store, target: Path, kept: KeptPlan) -> None:
    """Replace it in one step. StoreError when it cannot be written."""
    store.signed_target(target).write(_NAME, kept.model_dump_json().encode())
