"""A run's Prefect events, from which its task runs are recorded, sent to the server in batches.

Prefect's own client sends each event by itself, and when the server is gone it tries each for many
seconds. `EventsWorker` takes another client, but `emit_event` drops the events of every client that
is not of Prefect's own classes, and says nothing. One of these hands events to a queue, for
processes of a pool: the queue can be ours.
"""

import atexit
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from typing import Any

from httpx import HTTPStatusError
from prefect.client.orchestration import SyncPrefectClient
from prefect.events.schemas.events import Event
from prefect.events.worker import (
    EventsWorker,
    ProcessPoolForwardingEventsClient,
    emit_events_to_cloud,
)
from prefect.settings import (
    PREFECT_API_AUTH_STRING,
    PREFECT_API_KEY,
    PREFECT_API_URL,
    get_current_settings,
)

from flows.asking_once import asking_once
from flows.signals import undisturbed

_EVERY = 0.3  # seconds from the first event of a batch to its delivery
_MOST = 200  # events of a batch
_LARGEST = 500_000  # bytes of a batch; some proxies refuse a request above a million
_KEPT = 20_000  # events that wait while the server does not answer
_ANSWER = 10  # seconds
_AGAIN = 1.0  # seconds between two attempts
_PATIENCE = 5.0  # seconds for a server that does not answer, once a run is over
_PASSING = (401, 403, 408, 429)  # below 500, the refusals that are not the events' fault

Post = Callable[[bytes], Any]


class EventBatches:
    """Delivers events in their order, one batch at a time, from a thread of its own."""

    def __init__(self, post: Post) -> None:
        """`post` delivers a batch, as JSON, or raises."""
        self._post = post
        self._waiting: deque[bytes] = deque()
        self._batch: list[bytes] = []  # being delivered
        self._changed = threading.Condition()
        self._hurry = False
        self._is_failing = False
        self._patience_ends: float | None = None  # set when one waits for a server that fails
        self.lost = 0  # events that the server refused, or for which there was no room
        context = copy_context()  # with its settings of Prefect
        threading.Thread(target=context.run, args=(self._deliver,), daemon=True).start()

    def put(self, item: tuple[str, Event]) -> None:
        """As a queue's: Prefect's client calls it."""
        event = item[1].model_dump_json().encode()
        with self._changed:
            if len(self._waiting) >= _KEPT:
                self.lost += 1
                return
            self._waiting.append(event)
            self._changed.notify_all()

    @property
    def is_failing(self) -> bool:
        """Whether the latest attempt failed."""
        return self._is_failing

    @property
    def undelivered(self) -> int:
        return len(self._waiting) + len(self._batch) + self.lost

    def flush(self) -> None:
        """Return when all events are delivered, or when the server has not answered for a time."""
        with self._changed:
            self._hurry = True
            self._changed.notify_all()
            while (self._waiting or self._batch) and not self._is_hopeless():
                self._changed.wait(0.1)
            self._hurry = False

    def _is_hopeless(self) -> bool:
        if not self._is_failing:
            return False
        self._patience_ends = self._patience_ends or time.monotonic() + _PATIENCE
        return time.monotonic() > self._patience_ends

    def _deliver(self) -> None:
        while True:
            self._take_batch()
            while not self._is_delivered(self._batch):
                time.sleep(_AGAIN)
            with self._changed:
                self._batch = []
                self._changed.notify_all()

    def _take_batch(self) -> None:
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            deadline = time.monotonic() + _EVERY
            while len(self._waiting) < _MOST and not self._hurry:
                if not self._changed.wait(deadline - time.monotonic()):
                    break
            size = 0
            while self._waiting and len(self._batch) < _MOST and size < _LARGEST:
                self._batch.append(self._waiting.popleft())
                size += len(self._batch[-1])

    def _is_delivered(self, events: list[bytes]) -> bool:
        """Whether there is no more to be done about them. Those that the server refuses for what
        they are, are found by halves."""
        try:
            self._post(b"[" + b",".join(events) + b"]")
        except Exception as error:  # noqa: BLE001 - whatever it is, the thread goes on
            if not _is_final(error):
                self._is_failing = True
                return False
            if len(events) > 1:
                half = len(events) // 2
                return self._is_delivered(events[:half]) and self._is_delivered(events[half:])
            self.lost += 1
            return True
        self._is_failing, self._patience_ends = False, None
        return True


def _is_final(error: Exception) -> bool:
    """Whether the server would refuse the same events again."""
    if not isinstance(error, HTTPStatusError):
        return False
    status = error.response.status_code
    return status < 500 and status not in _PASSING


_of: dict[str, EventBatches] = {}  # by the API's address: at most one, the current one


def deliver_in_batches() -> None:
    """Let the events of this process go to the server that is set, from now on. Prefect Cloud's go
    by its own client."""
    url = PREFECT_API_URL.value()
    if not url or emit_events_to_cloud() or url in _of:
        return
    _of.clear()
    with asking_once(_ANSWER):
        batches = EventBatches(_to_server(url))
    _of[url] = batches
    EventsWorker.set_client_override(
        ProcessPoolForwardingEventsClient, event_queue=batches, item_type="event"
    )
    atexit.register(_end, batches)  # runs after Prefect has handed over what it holds


def _to_server(url: str) -> Post:
    """By a client that no flow run closes."""
    client = SyncPrefectClient(
        url, auth_string=PREFECT_API_AUTH_STRING.value(), api_key=PREFECT_API_KEY.value()
    )
    headers = {"Content-Type": "application/json"}
    return lambda body: client.request("POST", "/events", content=body, headers=headers)


def are_failing() -> bool:
    """Whether the latest attempt to deliver events failed."""
    return any(batches.is_failing for batches in _of.values())


def flush_events() -> None:
    """Deliver what the process has emitted. A server that does not answer for some seconds is given
    up: what Prefect asks of it from now on is asked once."""
    handed_over = threading.Thread(target=EventsWorker.instance().wait_until_empty, daemon=True)
    handed_over.start()
    handed_over.join(_PATIENCE)
    for batches in _of.values():
        batches.flush()
    if are_failing():
        get_current_settings().client.max_retries = 0


def _end(batches: EventBatches) -> None:
    with undisturbed():
        batches.flush()
    if batches.undelivered:
        sys.stderr.write(
            f"luminos: the Prefect server does not answer: {batches.undelivered} events of this "
            "run were not delivered, and its records there are incomplete\n"
        )
