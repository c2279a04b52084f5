"""A subtree in which nothing changed, read from the store."""

from typing import Any

from prefect import task

from luminos_core.records.directory import DirectoryKey, DirectoryReport
from luminos_core.records.request import AuditRun
from tasks.results import read_stored
from tasks.storage import SignedResults
from tasks.submission import unquoted


def _name(parameters: dict[str, Any]) -> str:
    keys: tuple[DirectoryKey, ...] = unquoted(parameters["keys"])
    return f"{keys[-1].path}, {len(keys)} directories unchanged"


@task(
    name="unchanged-subtree",
    task_run_name=_name,  # type: ignore[arg-type]  # by what Prefect does, not by its types
    persist_result=False,
)
def recall_subtree(
    run: AuditRun, keys: tuple[DirectoryKey, ...], storage: SignedResults
) -> tuple[DirectoryReport, ...]:
    """The stored reports of `keys`, children first, the subtree's root last."""
    return tuple(read_stored(storage, key) for key in keys)
