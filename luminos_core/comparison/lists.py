"""The lists of a report that flags are in."""

from collections import defaultdict
from collections.abc import Sequence

from luminos_core.comparison.history import KnownFlag, Listed
from luminos_core.flags.ranking import in_order
from luminos_core.flags.totals import flag_totals
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport


def listed_flags(report: AuditReport) -> list[tuple[Listed, Flag]]:
    return [(each, flag) for each in Listed for flag in getattr(report, each)]


def with_listed(
    report: AuditReport, seen: Sequence[KnownFlag], carried: Sequence[KnownFlag]
) -> AuditReport:
    """The report with the flags that it has, as they are `seen`, and with those that are open
    though it has not found them."""
    lists: dict[Listed, list[Flag]] = defaultdict(list)
    for known in seen:
        lists[known.listed].append(known.flag)
    more: dict[Listed, list[Flag]] = defaultdict(list)
    for known in carried:
        more[known.listed].append(known.flag)
    update: dict[str, object] = {
        each: in_order((*lists[each], *more[each])) if more[each] else tuple(lists[each])
        for each in Listed
    }
    if more[Listed.FLAGS]:
        update["flag_totals"] = flag_totals(in_order((*lists[Listed.FLAGS], *more[Listed.FLAGS])))
    return report.model_copy(update=update)
