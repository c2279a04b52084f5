"""A subtree in which nothing changed, read from the store."""

from prefect import task
from prefect.runtime import task_run

from luminos_core.records.directory import DirectoryKey, DirectoryReport
from luminos_core.records.request import AuditRun
from tasks.results import read_stored
from tasks.storage import SignedResults


def _name() -> str:
    keys: tuple[DirectoryKey, ...] = task_run.parameters["keys"]
    return f"{keys[-1].path}, {len(keys)} directories unchanged"


@task(name="unchanged-subtree", task_run_name=_name, persist_result=False)
def recall_subtree(
    run: AuditRun, keys: tuple[DirectoryKey, ...], storage: SignedResults
) -> tuple[DirectoryReport, ...]:
    """The stored reports of `keys`, children first, the subtree's root last."""
    return tuple(read_stored(storage, key, run.target) for key in keys)
