"""What a run does, logged to its Prefect server, with an artifact that shows how far it is.

One thread calls the server, every few seconds, so that no directory waits for it.
"""

import contextvars
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from uuid import UUID

from prefect.artifacts import create_progress_artifact, update_progress_artifact
from prefect.logging import get_run_logger
from prefect.settings import get_current_settings

from flows.artifact_keys import artifact_key
from flows.event_batches import are_failing
from luminos_core.agents.passes.registry import PASSES
from luminos_core.records.event import Event, Observer, PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.report.progress.event_text import spent
from luminos_core.report.progress.progress_markdown import percent_done
from luminos_core.report.progress.run_log import RunLog
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import decode_name

Logger = logging.LoggerAdapter[logging.Logger]

_EVERY = 2.0  # seconds; an update costs 10 ms, a line 1 to 2
_TICK = 1e-6  # seconds between two lines of one event; the server knows no shorter
_LAST_WRITE = 10.0  # seconds for what is left at the end; the server may be gone


@contextmanager
def logged_to_prefect(run: AuditRun) -> Iterator[tuple[Observer, ...]]:
    """The observer that logs a run, within its flow run and this context. None where logging to the
    API is off, as it is for a server of our own."""
    if not get_current_settings().logging.to_api.enabled:
        yield ()
        return
    tools = {tool.name for step in PASSES for tool in step.tools}
    target = Path(decode_name(run.target))
    key = artifact_key("audit-progress", target)
    logger = get_run_logger()
    assert isinstance(logger, logging.LoggerAdapter)  # noqa: S101 - it is, within a flow run
    writer = _LogWriter(RunLog(SandboxedDir(target), tools), key, logger)
    writer.start()
    try:
        yield (writer.observe,)
    finally:
        writer.finish()


class _LogWriter:
    """`observe` is called from any thread."""

    def __init__(self, log: RunLog, key: str, logger: Logger) -> None:
        self._log = log
        self._key = key  # of the artifact
        self._logger = logger
        self._events: SimpleQueue[tuple[float, Event]] = SimpleQueue()
        self._at = 0.0  # of the event that lines are made from, in seconds since 1970
        self._over = threading.Event()
        self._artifact: UUID | None = None
        self._shown = ""  # the artifact's text
        # Prefect finds the run that an artifact belongs to in the context.
        context = contextvars.copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._write,), daemon=True)

    def start(self) -> None:
        self._thread.start()

    def observe(self, event: Event) -> None:
        self._events.put((time.time(), event))

    def finish(self) -> None:
        self.observe(PhaseStarted(phase="end", text="the run is over"))
        self._over.set()
        if not are_failing():
            self._thread.join(_LAST_WRITE)

    def _write(self) -> None:
        over = False
        while not over:
            over = self._over.wait(_EVERY)
            for line in self._log.lines(self._new_events()):
                self._write_line(line)
            self._show()
        if bought := spent(self._log.progress.spent):
            self._write_line(f"{bought} in all")

    def _write_line(self, line: str) -> None:
        """With the time of its event, by which the server sorts Prefect's lines and ours."""
        adapter, logger = self._logger, self._logger.logger
        if not logger.isEnabledFor(logging.INFO):
            return
        record = logger.makeRecord(
            logger.name, logging.INFO, __file__, 0, line, (), None, extra=dict(adapter.extra or {})
        )
        self._at = record.created = self._at + _TICK
        logger.handle(record)

    def _new_events(self) -> Iterator[Event]:
        for _ in range(self._events.qsize()):
            at, event = self._events.get()
            self._at = max(at, self._at)
            yield event

    def _show(self) -> None:
        """Bring the artifact up to date, if anything has changed."""
        progress = self._log.progress
        text = self._log.markdown()
        if text == self._shown:
            return
        try:
            if self._artifact is None:
                # Outside of an event loop it gives the id itself; its types do not say so.
                artifact = create_progress_artifact(percent_done(progress), self._key, text)
                self._artifact = artifact  # type: ignore[assignment]
            else:
                update_progress_artifact(self._artifact, percent_done(progress), text)
        except Exception:  # noqa: BLE001 - a server that does not answer must not end an audit
            return
        self._shown = text
