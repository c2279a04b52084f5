"""The look of things on a terminal: one colour for one meaning, in every view."""

import re
from dataclasses import dataclass

from rich.console import Console, OverflowMethod
from rich.text import Text

from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.text.escape import escape_invisible

ACCENT = "bold cyan"
QUIET = "bright_black"
MEASURE = 110  # columns, at most: longer lines are hard to read

SEVERITY_STYLE = {
    Severity.CRITICAL: "bold red",
    Severity.CONCERN: "bold yellow",
    Severity.INFO: "bold blue",
}


@dataclass(frozen=True)
class Mark:
    """A state's sign, its stand-in where only ASCII can be shown, and its colour."""

    sign: str
    ascii: str
    style: str


STATE_MARK = {
    DirectoryState.INVESTIGATED: Mark("●", "*", "green"),
    DirectoryState.CACHED: Mark("○", "o", "green"),
    DirectoryState.PARTIAL: Mark("◐", "%", "yellow"),
    DirectoryState.FAILED: Mark("✗", "x", "red"),
    DirectoryState.REFUSED: Mark("⊘", "/", "red"),
    DirectoryState.SKIPPED: Mark("–", "-", "bright_black"),  # noqa: RUF001 - a dash is meant
    DirectoryState.EXCLUDED: Mark("·", ".", "bright_black"),
    DirectoryState.DEFERRED: Mark("◌", "~", "yellow"),
}

_EMPHASIS = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|(?<!`)`(?P<code>[^`\n]+)`(?!`)")


def plain_signs(console: Console) -> bool:
    """Whether the console can show ASCII only."""
    return console.options.ascii_only


def cutting(console: Console) -> OverflowMethod:
    """How a line that is too long ends there."""
    return "crop" if plain_signs(console) else "ellipsis"


def words(text: str, style: str = "") -> Text:
    """Hostile text, shown as it is: no markup, no link, no control character takes effect."""
    return Text(escape_invisible(text), style=style)


def prose(text: str) -> Text:
    """Like `words`, with a model's `code` and **bold** shown as such, and nothing else."""
    shown, done, result = escape_invisible(text), 0, Text()
    for match in _EMPHASIS.finditer(shown):
        result.append(shown[done : match.start()])
        result.append(match["bold"] or match["code"], "bold" if match["bold"] else "cyan")
        done = match.end()
    return result.append(shown[done:])


def mark(state: DirectoryState, console: Console) -> Text:
    """The state's sign in its colour."""
    known = STATE_MARK[state]
    return Text(known.ascii if plain_signs(console) else known.sign, style=known.style)
