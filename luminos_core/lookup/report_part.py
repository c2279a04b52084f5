"""What of a stored report the commands read that look for flags: of a long one in a tenth of the
time."""

from luminos_core.records.base import Record
from luminos_core.records.comparison import Comparison, SourceVersion
from luminos_core.records.flag import Flag

COMPARED_SCHEMA = 3  # from which on reports are compared


class ReportFlags(Record):
    """Of an AuditReport."""

    schema_version: int = 1
    run_id: str
    target: str
    name: str
    version: SourceVersion = SourceVersion()
    finished_at: str
    status: str
    flags: tuple[Flag, ...]
    unverified_flags: tuple[Flag, ...] = ()
    refuted_flags: tuple[Flag, ...] = ()
    suppressed_flags: tuple[Flag, ...] = ()
    comparison: Comparison | None = None
    not_compared: str = ""

    @property
    def ended(self) -> str:
        """ "2026-11-28 21:55 UTC"."""
        return f"{self.finished_at[:16].replace('T', ' ')} UTC"

    @property
    def gone(self) -> tuple[Flag, ...]:
        return self.comparison.gone if self.comparison else ()
