"""A directory at work, and what it has spent, as its events tell."""

from dataclasses import dataclass, replace

from pydantic import JsonValue

from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import AgentSaid, CallBilled, Event, ToolCalled, TurnStarted


@dataclass(frozen=True)
class Spent:
    """What calls have used so far."""

    tokens: int = 0  # of all four kinds
    usd: float | None = 0.0  # None as soon as one price is unknown

    def with_line(self, line: LedgerLine) -> "Spent":
        known = self.usd is not None and line.usd is not None
        usd = (self.usd or 0.0) + (line.usd or 0.0) if known else None
        return Spent(self.tokens + line.tokens, usd)


@dataclass(frozen=True)
class DirectoryProgress:
    """A directory at work."""

    directory: str
    turns: int
    turn: int = 0
    decision: str = ""  # what its agent did last; before that, why it is investigated
    spent: Spent = Spent()

    def after(self, event: Event) -> "DirectoryProgress":
        """`event` is one of this directory's."""
        match event:
            case ToolCalled():
                return replace(self, turn=event.turn, decision=_call(event))
            case AgentSaid():
                return replace(self, turn=event.turn, decision=event.text)
            case TurnStarted():
                return replace(self, turn=event.turn, turns=event.turns)
            case CallBilled():
                return replace(self, spent=self.spent.with_line(event.line))
        return self


def _call(event: ToolCalled) -> str:
    """The tool with its first argument that says something, as seen from the directory:
    "read_file a.py"."""
    shown = next((value for value in event.args.values() if value not in (None, "")), "")
    return f"{event.tool} {_words(shown).removeprefix(f'{event.directory}/')}".strip()


def _words(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
