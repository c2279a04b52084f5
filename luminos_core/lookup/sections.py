"""The parts of what is shown of a directory, a file or a flag on a terminal."""

import textwrap
from collections.abc import Iterator, Sequence

from luminos_core.lookup.answers import InRun
from luminos_core.records.flag import Flag
from luminos_core.report.terminal.flag_table import flag_table
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import one_line, printable_name

Lines = Iterator[str]
INDENT = "  "
_WIDEST = 100  # columns of prose
_HISTORY: tuple[Justify, ...] = ("left", "left", "left", "right", "right", "left")


def title(name: str, state: str, console: PlainConsole) -> str:
    shown = console.styled(printable_name(name), "bold")
    return f"{shown}  {console.styled(one_line(state), 'accent')}" if state else shown


def facts(found: dict[str, str], console: PlainConsole) -> Lines:
    """Those that are known, with hanging indents on a terminal."""
    known = {name: one_line(text) for name, text in found.items() if text.strip()}
    width = max(map(len, known), default=0)
    for name, text in known.items():
        first, *rest = _wrapped(text, console, indent=width + 4)
        yield f"{INDENT}{console.styled(name.ljust(width), 'muted')}  {first}"
        yield from (" " * (width + 4) + line for line in rest)


def prose(text: str, console: PlainConsole) -> Lines:
    if text.strip():
        yield ""
        for line in _wrapped(one_line(text), console, indent=len(INDENT)):
            yield f"{INDENT}{line}"


def flag_lines(flags: Sequence[Flag], console: PlainConsole) -> Lines:
    for line in flag_table(flags, console, indent=len(INDENT)):
        yield f"{INDENT}{line}"


def history_lines(
    history: Sequence[InRun], console: PlainConsole, name: str = "In the stored runs"
) -> Lines:
    if not history:
        return
    yield from section(f"{name}, the latest first", console)
    rows: list[list[Cell]] = [
        [
            (run.finished_at[:16].replace("T", " "), ""),
            (run.run_id[:8], "muted"),
            (run.state or "not there", "" if run.state else "muted"),
            (formats.pluralize(run.flags, "flag") if run.flags else "", ""),
            (formats.cost(run.usd), ""),
            (run.why, ""),
        ]
        for run in history
    ]
    for line in console.table(rows, _HISTORY, cut_last=True, indent=len(INDENT)):
        yield f"{INDENT}{line}"


def section(name: str, console: PlainConsole) -> Lines:
    yield ""
    yield console.styled(one_line(name[:1].upper() + name[1:]), "accent")


def _wrapped(text: str, console: PlainConsole, indent: int) -> list[str]:
    """On a terminal; elsewhere a line has any length. No path is broken."""
    if console.width is None:
        return [text]
    room = max(min(console.width, _WIDEST) - indent, 20)
    return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
