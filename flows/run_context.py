"""What a flow run shares with the command that started it in the same process. It is no parameter
of the flow, since parameters are stored and shown by the API."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from luminos_core.records.event import Observer
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import Settings

if TYPE_CHECKING:  # it imports all that an audit works with, and `--help` needs none of it
    from luminos_core.audit.runtime import Confirm


@dataclass
class RunContext:
    observers: tuple[Observer, ...] = ()
    settings: Settings | None = None  # as the command read them, in its own working directory
    confirm: "Confirm | None" = None  # asks the person at the terminal, if there is one
    begun: Path | None = None  # the run's folder until it has an id
    report: AuditReport | None = None  # set by the flow run; it may not be on disk
    run_id: str = ""  # set by the flow run
    ended: BaseException | None = None  # what the flow run raised
    submitted: int = 0  # its task runs, set when all have ended
    recorded: int | None = None  # of them, by a server of our own


_current: ContextVar[RunContext | None] = ContextVar("run_context", default=None)


def current_run_context() -> RunContext:
    """That of the command; an empty one in a worker."""
    return _current.get() or RunContext()


@contextmanager
def with_run_context(context: RunContext) -> Iterator[None]:
    """Share `context` with the flow runs started within this context."""
    token = _current.set(context)
    try:
        yield
    finally:
        _current.reset(token)
