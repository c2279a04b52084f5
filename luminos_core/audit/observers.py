"""Those who are told what happens in a run."""

from dataclasses import dataclass

from luminos_core.records.event import Event, Observer
from luminos_core.redaction.redact_record import redact_record


@dataclass(frozen=True)
class Observers:
    each: tuple[Observer, ...]

    def __call__(self, event: Event) -> None:
        """What observers are told has no secret in it: they write logs and show progress."""
        event = redact_record(event)
        for observer in self.each:
            observer(event)
