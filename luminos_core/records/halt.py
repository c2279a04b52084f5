"""A run that starts no more directories."""

from pydantic import AwareDatetime

from luminos_core.records.base import Record


class Halt(Record):
    reason: str  # of each deferred directory: "quota exhausted until 2026-11-28 14:00 UTC"
    sentence: str  # of the run: one line, without a full stop
    returns_at: AwareDatetime | None = None  # when the quota is restored, if known
