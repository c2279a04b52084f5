"""The runtimes of the runs that are open in this process, for the tasks that run in it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from luminos_core.audit.runtime import Runtime
from luminos_core.errors import NotApproved, TargetError
from luminos_core.records.request import AuditRun

_open: dict[str, Runtime] = {}
_lock = threading.Lock()


@contextmanager
def opened(runtime: Runtime) -> Iterator[None]:
    """Let the tasks of its run use `runtime` within this context; its folder is closed after it, or
    removed when the run may not begin: there is no going on with it."""
    run_id = runtime.run.run_id
    with _lock:
        _open[run_id] = runtime
    try:
        yield
    except (NotApproved, TargetError):
        if not runtime.budget.lines:
            runtime.folder.discard()
        raise
    finally:
        with _lock:
            del _open[run_id]
        runtime.folder.close()


def runtime_of(run: AuditRun) -> Runtime:
    """Raises LookupError for a run that is not open in this process, or has closed: a new runtime
    would have a fresh budget and a stop signal that nobody sets."""
    with _lock:
        try:
            return _open[run.run_id]
        except KeyError:
            raise LookupError(f"the run {run.run_id} is not open in this process") from None
