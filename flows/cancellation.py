"""A run that is cancelled at its server. A worker ends the process of its run; a run that was
started by a command, or whose worker was killed, has to ask."""

import contextvars
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from prefect.client.orchestration import get_client
from prefect.runtime import deployment, flow_run

from flows.event_batches import are_failing
from luminos_core.records.settings import Settings
from luminos_core.stop import StopSignal

_EVERY = 3.0  # seconds; a question costs some 10 ms
_WORKER = 15.0  # seconds that a worker has to send its signal; a second stop would be a crash


@contextmanager
def cancellable(stop: StopSignal, settings: Settings) -> Iterator[None]:
    """Set `stop` when the run of this context is cancelled. A server of our own has no page to do
    that on."""
    if not settings.prefect_api_url:
        yield
        return
    over = threading.Event()
    context = contextvars.copy_context()  # Prefect finds the run, and its server, in it
    threading.Thread(target=context.run, args=(_watch, stop, over), daemon=True).start()
    try:
        yield
    finally:
        over.set()


def is_being_cancelled() -> bool:
    """Whether the server says so of the run of this context. One that does not answer does not."""
    if are_failing():
        return False
    try:
        with get_client(sync_client=True) as client:
            state = client.read_flow_run(UUID(str(flow_run.id))).state
    except Exception:  # noqa: BLE001 - whatever the client raises, the run goes on
        return False
    return state is not None and (state.is_cancelling() or state.is_cancelled())


def _watch(stop: StopSignal, over: threading.Event) -> None:
    while not over.wait(_EVERY):
        if is_being_cancelled():
            over.wait(_WORKER if deployment.id else 0)
            stop.set()
            return
