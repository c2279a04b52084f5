"""Flags as a table, a line each."""

from collections.abc import Iterable, Iterator, Sequence

from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.flags.named_groups import NamedFlags
from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole, Style
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_LEFT: Justify = "left"
_RIGHT: Justify = "right"
_FINDING = 40  # columns, at least, of what is said of a flag
FINGERPRINT_DIGITS = 12  # enough to name one

_LABELS: dict[str, Style] = {
    Severity.CRITICAL.value: "critical",
    Severity.CONCERN.value: "concern",
    Severity.INFO.value: "info",
}
STATE_WORDS = {state: state.value for state in FlagState} | {FlagState.UNKNOWN: "not seen again"}


def flag_table(
    flags: Sequence[Flag], console: PlainConsole, *, each_place: bool = False, indent: int = 0
) -> Iterator[str]:
    """A line for each flag, with the first of its places, or for `each_place`; two on a terminal
    that has no room for what is said of it beside its place."""
    groups = [FlagGroup((flag,)) for flag in flags] if each_place else list(group_flags(flags))
    if not groups:
        return iter(())
    with_state = any(group.first.state for group in groups)
    rows = [_row(group, with_state) for group in groups]
    columns = [_LEFT] * len(rows[0])
    if not _is_narrow(rows, console, indent):
        return console.table(rows, columns, cut_last=True, indent=indent)
    heads = console.table([row[:-1] for row in rows], columns[:-1])
    return _two_lines(heads, [row[-1][0] for row in rows], console, indent)


def group_table(groups: Sequence[NamedFlags], console: PlainConsole) -> Iterator[str]:
    """The numbers of each group, by severity, and of its places."""
    heading: list[Cell] = [(word, "accent") for word in (*Severity, "places", "")]
    rows = [heading, *(_numbers(group) for group in groups)]
    return console.table(rows, [*[_RIGHT] * (len(heading) - 1), _LEFT])


def _numbers(group: NamedFlags) -> list[Cell]:
    numbers: list[Cell] = [
        (f"{group.counts.flags[each]:,}", _LABELS[each] if group.counts.flags[each] else "muted")
        for each in Severity
    ]
    return [*numbers, (f"{group.counts.places:,}", ""), (group.name, "bold")]


def counted(flags: Iterable[Flag]) -> str:
    """ "3 flags in 7 places: 1 critical, 2 concerns"; "no flags"."""
    counts = FlagCounts.of(flags)
    total = counts.flags.total()
    if not total:
        return "no flags"
    plural = {Severity.CONCERN: "concerns"}
    found = [(each, counts.flags[each]) for each in Severity if counts.flags[each]]
    parts = [f"{n:,} {plural.get(each, each) if n > 1 else each}" for each, n in found]
    return f"{formats.pluralize(total, 'flag')}{counts.in_places}: {', '.join(parts)}"


def _is_narrow(rows: Sequence[Sequence[Cell]], console: PlainConsole, indent: int) -> bool:
    if console.width is None:
        return False
    widths = (max(len(row[index][0]) + 2 for row in rows) for index in range(len(rows[0]) - 1))
    return console.width - indent - sum(widths) < _FINDING


def _two_lines(
    heads: Iterator[str], findings: Sequence[str], console: PlainConsole, indent: int
) -> Iterator[str]:
    for head, finding in zip(heads, findings, strict=True):
        yield head
        yield f"    {console.cut(one_line(finding), (console.width or 0) - indent - 4)}"


def _row(group: FlagGroup, with_state: bool) -> list[Cell]:
    flag = group.first
    state: list[Cell] = []
    if with_state:
        style: Style = "muted" if flag.state is FlagState.PERSISTING else "bold"
        state = [(STATE_WORDS[flag.state] if flag.state else "", style)]
    aside = flag.suppressed or group.known_line
    more = f" (+{group.places - 1:,})" if group.places > 1 else ""
    return [
        (flag.label, _LABELS.get(flag.label, "muted")),
        *state,
        (flag.fingerprint[:FINGERPRINT_DIGITS], "muted"),
        (flag.rule, ""),
        (flag.location + more, "bold"),
        (f"({aside}) {flag.finding}" if aside else flag.finding, ""),
    ]
