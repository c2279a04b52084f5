"""How many flags there are of each severity."""

from collections.abc import Sequence

from luminos_core.flags.ranking import by_severity
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.report import FlagTotal


def flag_totals(flags: Sequence[Flag]) -> tuple[FlagTotal, ...]:
    found = ((severity, FlagCounts.of(each)) for severity, each in by_severity(flags).items())
    return tuple(
        FlagTotal(severity=severity, flags=counts.flags.total(), places=counts.places)
        for severity, counts in found
    )
