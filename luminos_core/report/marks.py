"""How the states and severities of an audit look on a terminal."""

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.report.theme import plain_signs

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


def mark(state: DirectoryState, console: Console) -> Text:
    """The state's sign in its colour."""
    known = STATE_MARK[state]
    return Text(known.ascii if plain_signs(console) else known.sign, style=known.style)
