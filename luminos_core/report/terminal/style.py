"""Colours, signs and safe text for a terminal: one colour for one meaning."""

from dataclasses import dataclass

import re2
from rich.console import Console, OverflowMethod
from rich.text import Text

from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import FlagCounts, Severity
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible

ACCENT = "bold cyan"
MUTED = "bright_black"
MAX_WIDTH = 110  # columns: longer lines are hard to read

SEVERITY_STYLE = {
    Severity.CRITICAL: "bold red",
    Severity.CONCERN: "bold yellow",
    Severity.INFO: "bold blue",
}


@dataclass(frozen=True)
class Mark:
    sign: str
    ascii: str  # where only ASCII can be shown
    style: str


STATE_MARK = {
    DirectoryState.INVESTIGATED: Mark("●", "*", "green"),
    DirectoryState.CACHED: Mark("○", "o", "green"),
    DirectoryState.PARTIAL: Mark("◐", "%", "yellow"),
    DirectoryState.ACCEPTED: Mark("◑", "%", "yellow"),
    DirectoryState.UNREADABLE: Mark("?", "?", "yellow"),
    DirectoryState.FAILED: Mark("✗", "x", "red"),
    DirectoryState.REFUSED: Mark("⊘", "/", "red"),
    DirectoryState.SKIPPED: Mark("–", "-", "bright_black"),  # noqa: RUF001 - a dash is meant
    DirectoryState.EXCLUDED: Mark("·", ".", "bright_black"),
    DirectoryState.DEFERRED: Mark("◌", "~", "yellow"),
}

_EMPHASIS = re2.compile(r"\*\*([^*\n]+)\*\*|``+|`([^`\n]+)(`+)")


def severity_counts(counts: FlagCounts) -> Text:
    """ "1 critical  2 info in 7 places"."""
    found = Text("  ").join(
        Text(f"{counts.flags[severity]:,} {severity}", SEVERITY_STYLE[severity])
        for severity in Severity
        if counts.flags[severity]
    )
    return found.append(counts.in_places, MUTED)


def more_in(files: str, number: int, noun: str, places: str = "") -> Text:
    """ "3 more flags in 5 places, in report.md"."""
    found = formats.pluralize(number, f"more {noun}") + (f"{places}," if places else "")
    return Text(f"{found} in {files}", style=MUTED)


def overflow(console: Console) -> OverflowMethod:
    """What ends a line that is too long."""
    return "crop" if console.options.ascii_only else "ellipsis"


def escaped(text: str, style: str = "") -> Text:
    """Hostile text: no markup, link or control character takes effect."""
    return Text(escape_invisible(text), style=style)


def emphasised(text: str) -> Text:
    """As `escaped`, with a model's `code` and **bold** in style."""
    shown, done, result = escape_invisible(text), 0, Text()
    for match in _EMPHASIS.finditer(shown):
        bold, code, end = match.groups()
        if not bold and end != "`":
            continue  # several in a row begin and end no code
        result.append(shown[done : match.start()])
        result.append(bold or code, "bold" if bold else "cyan")
        done = match.end()
    return result.append(shown[done:])
