"""The progress of one directory that is being investigated, from its events."""

from dataclasses import dataclass, replace

from pydantic import JsonValue

from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import AgentSaid, CallBilled, Event, ToolCalled, TurnStarted


@dataclass(frozen=True)
class Spent:
    tokens: int = 0  # of all four kinds
    usd: float | None = 0.0  # None as soon as one price is unknown

    def with_line(self, line: LedgerLine) -> "Spent":
        usd = None if self.usd is None or line.usd is None else self.usd + line.usd
        return Spent(self.tokens + line.tokens, usd)


@dataclass(frozen=True)
class DirectoryProgress:
    path: str
    turns: int
    turn: int = 0
    last_action: str = ""  # before the first one: why the directory is investigated
    spent: Spent = Spent()

    def after(self, event: Event) -> "DirectoryProgress":
        """`event` must be this directory's."""
        match event:
            case ToolCalled():
                return replace(self, turn=event.turn, last_action=_call(event))
            case AgentSaid():
                return replace(self, turn=event.turn, last_action=event.text)
            case TurnStarted():
                return replace(self, turn=event.turn, turns=event.turns)
            case CallBilled():
                return replace(self, spent=self.spent.with_line(event.line))
        return self


def _call(event: ToolCalled) -> str:
    """The tool with its first argument that is not empty, relative to the directory:
    "read_file a.py"."""
    argument = next((value for value in event.args.values() if value not in (None, "")), "")
    return f"{event.tool} {_text(argument).removeprefix(f'{event.directory}/')}".strip()


def _text(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
