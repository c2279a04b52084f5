"""The keys of a run's artifacts at its Prefect server, which keeps one history for each key."""

import re
from pathlib import Path

from luminos_core.store.layout import target_id

_OTHERS = re.compile("[^a-z0-9]+")  # Prefect allows lower-case letters, digits and dashes
_NAME = 40  # characters


def artifact_key(kind: str, target: Path) -> str:
    """One for each kind and target: `audit-progress-my-project-0f3a9c41`."""
    name = _OTHERS.sub("-", target.name.lower())[:_NAME].strip("-")
    return "-".join(filter(None, (kind, name, target_id(target)[:8])))
