"""The difference of two runs on a terminal."""

from collections.abc import Iterator, Sequence

from luminos_core.records.comparison import Change, ComparedRun, FactChange, FactKind
from luminos_core.records.flag import Flag, FlagState
from luminos_core.report.terminal.flag_table import STATE_WORDS, counted, flag_table
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole, Style
from luminos_core.text import formats
from luminos_core.text.escape import one_line, printable_name

_INDENT = "  "
_FACTS = 12  # of a kind
_LEFT: Justify = "left"
_STYLES: dict[FlagState, Style] = {
    FlagState.NEW: "critical",
    FlagState.REOPENED: "critical",
    FlagState.NEWLY_CHECKED: "concern",
    FlagState.RESOLVED: "good",
}
_SIGNS: dict[Change, tuple[str, Style]] = {
    Change.ADDED: ("+", "good"),
    Change.REMOVED: ("-", "critical"),
    Change.CHANGED: ("~", "concern"),
}

Lines = Iterator[str]


def diff_view(
    before: ComparedRun,
    after: ComparedRun,
    flags: Sequence[Flag],
    facts: Sequence[FactChange],
    console: PlainConsole,
    *,
    remarks: Sequence[str] = (),
    whole: bool = False,
) -> Lines:
    """`flags` of both in their states. Those that persist are counted, and of a kind of facts some
    are listed, if it need not be `whole`."""
    yield console.styled(f"from  {_run(before)}", "muted")
    yield console.styled(f"to    {_run(after)}", "muted")
    yield from (console.styled(one_line(f"note: {each}"), "concern") for each in remarks)
    for state in FlagState:
        found = [flag for flag in flags if flag.state is state]
        if not found:
            continue
        title = f"{STATE_WORDS[state].capitalize()}: {counted(found)}"
        yield from ("", console.styled(title, _STYLES.get(state, "accent")))
        if state is not FlagState.PERSISTING or whole:
            plain = [flag.model_copy(update={"state": None}) for flag in found]
            table = flag_table(plain, console, indent=len(_INDENT))
            yield from (f"{_INDENT}{line}" for line in table)
    if facts:
        yield from ("", console.styled("Else", "accent"))
        yield from (f"{_INDENT}{line}" for line in _facts(facts, console, whole=whole))
    changed = [flag for flag in flags if flag.state is not FlagState.PERSISTING]
    if not (changed or facts):
        yield from ("", "Nothing is new, and nothing is gone.")


def _run(run: ComparedRun) -> str:
    """ "0190a6f2-…  2026-11-28 21:55 UTC  commit 0123456789ab of main"."""
    version = run.version
    branch = f" of {version.branch}" if version.branch else ""
    commit = f"commit {version.commit[:12]}{branch}" if version.commit else ""
    ended = f"{run.finished_at[:16].replace('T', ' ')} UTC"
    return printable_name("  ".join(filter(None, (run.run_id, ended, commit))))


def _facts(facts: Sequence[FactChange], console: PlainConsole, *, whole: bool) -> Lines:
    by_kind = {kind: [each for each in facts if each.kind is kind] for kind in FactKind}
    shown = [each for found in by_kind.values() for each in (found if whole else found[:_FACTS])]
    yield from _table(shown, console)
    for kind, found in by_kind.items():
        if more := len(found) - sum(each.kind is kind for each in shown):
            yield f"{formats.pluralize(more, f'more {kind}')}: see --all"


def _table(facts: Sequence[FactChange], console: PlainConsole) -> Lines:
    rows: list[list[Cell]] = [
        [
            _SIGNS[each.change],
            (each.kind, "muted"),
            (each.name, "bold"),
            (_values(each, console), ""),
        ]
        for each in facts
    ]
    return console.table(rows, [_LEFT] * 4, cut_last=True, indent=len(_INDENT))


def _values(change: FactChange, console: PlainConsole) -> str:
    if change.change is Change.CHANGED:
        arrow = "->" if console.ascii_only else "→"
        return f"{change.before or '(none)'} {arrow} {change.after or '(none)'}"
    return change.after or change.before
