"""The verdict of a run in a sentence, the same in every rendering."""

from collections.abc import Iterable

from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.suppressed import suppressed_verdict

_ASIDE = (FlagState.REOPENED, FlagState.NEWLY_CHECKED, FlagState.RESOLVED)  # named when there are


def verdict(report: AuditReport) -> str:
    """ "3 new, 1 critical; 97% read", "nothing new, 5 resolved; 12 open, 1 critical; 97% read";
    without a run to compare with, "1 critical, 2 concerns in 7 places; 97% read". A clause without
    a full stop, of the program's words alone. What is suppressed is counted: "…; 2 suppressed, 1 of
    them critical; 97% read"."""
    if report.comparison is None:
        found = report.flag_counts
    elif new := _worst(flags_in(report, FlagState.NEW), "new"):
        found = ", ".join((new, *_aside(report)))
    else:
        still_open = _worst(report.flags, "open") or "nothing open"
        found = f"{', '.join(('nothing new', *_aside(report)))}; {still_open}"
    return "; ".join(filter(None, (found, suppressed_verdict(report), _read(report))))


def verdict_sentence(report: AuditReport) -> str:
    """The verdict as a sentence of its own."""
    said = verdict(report)
    return f"{said[:1].upper()}{said[1:]}."


def status_words(report: AuditReport) -> str:
    """ "complete", "complete with gaps" or "incomplete"."""
    is_agreed = report.council is None or report.council.is_agreed
    return f"{report.status}{'' if is_agreed or report.status != 'complete' else ' with gaps'}"


def flags_in(report: AuditReport, state: FlagState) -> tuple[Flag, ...]:
    """This run's flags in that state; those that are gone are the comparison's."""
    gone = report.comparison.gone if report.comparison else ()
    return tuple(flag for flag in (*report.flags, *gone) if flag.state is state)


def read_percent(report: AuditReport) -> int | None:
    """See `Coverage.read_share`. Rounded down, and 100 only for a run that is complete."""
    share = report.coverage.read_share
    if share is None:
        return None
    return min(int(100 * share), 100 if report.status == "complete" else 99)


def _worst(flags: Iterable[Flag], word: str) -> str:
    """ "3 new, 1 critical", "1 new, critical", "4 new, all concerns", "2 new" of info; "" for no
    flags."""
    counts = FlagCounts.of(flags).flags
    if not (total := counts.total()):
        return ""
    worst = next(severity for severity in Severity if counts[severity])
    number = counts[worst]
    if worst is Severity.INFO:
        return f"{total:,} {word}"
    noun = worst.value if worst is Severity.CRITICAL or number == 1 else f"{worst}s"
    if number == total:
        return f"{total:,} {word}, {f'all {noun}' if total > 1 else noun}"
    return f"{total:,} {word}, {number:,} {noun}"


def _aside(report: AuditReport) -> list[str]:
    """ "1 reopened", "5 resolved"."""
    found = ((state, FlagCounts.of(flags_in(report, state)).flags.total()) for state in _ASIDE)
    return [f"{number:,} {state}" for state, number in found if number]


def _read(report: AuditReport) -> str:
    """ "97% read", "incomplete, 41% read, less than before"."""
    percent = read_percent(report)
    share = "no text to read" if percent is None else f"{percent or 'under 1'}% read"
    parts = (
        "" if (words := status_words(report)) == "complete" else words,
        share,
        "less than before" if report.comparison and report.comparison.read_less else "",
    )
    return ", ".join(filter(None, parts))
