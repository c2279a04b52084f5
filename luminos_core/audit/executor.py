"""What carries out the steps of a run: Prefect in the product, threads in tests of the core."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any, Protocol

from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step
from luminos_core.errors import Interrupted, SettingsError, StoreError

Ticket = Hashable  # names one submitted step


@dataclass(frozen=True)
class StepEnd:
    """A step that has ended: its value, or the error that it raised."""

    ticket: Ticket
    value: Any = None
    is_cached: bool = False  # the value was stored before
    error: BaseException | None = None

    def result(self) -> Any:
        """The value; raises the error."""
        if self.error is not None:
            raise self.error
        return self.value

    def value_or_gap(self) -> tuple[Any, str]:
        """The value, or None and why there is none. An error that the person must mend is raised;
        any other, a bug too, must not end the run."""
        match self.error:
            case None:
                return self.value, ""
            case SettingsError() | StoreError():
                raise self.error
            case Interrupted():
                return None, STOPPED
            case error:
                return None, f"{type(error).__name__}: {error}"


def value_or_halt(end: StepEnd, runtime: Runtime) -> tuple[Any, str]:
    """As `value_or_gap`, but for a store that cannot be written: what was bought is reported, and
    no more is bought."""
    if not isinstance(end.error, StoreError):
        return end.value_or_gap()
    runtime.store_failed(end.error)
    return None, str(end.error)


STOPPED = "the run was stopped before it was done"


class Executor(Protocol):
    """Used by the run's own thread only."""

    def submit(self, step: Step, after: Collection[Ticket]) -> Ticket:
        """Start a step. `after` are the ended steps whose results it uses."""
        ...

    def wait(self) -> StepEnd:
        """The next step to end; called once for each that was submitted."""
        ...
