"""A target of a few files, and a context around a scripted model."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from luminos_core.agents.context import AgentContext
from luminos_core.beneath import Beneath
from luminos_core.records.conversation import Usage
from luminos_core.records.event import Event
from luminos_core.stop import StopSignal
from tests.fakes.scripted_model import Script, ScriptedModel

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@dataclass
class Bench:
    """A context, and what there is to look at afterwards."""

    context: AgentContext
    model: ScriptedModel
    root: Path
    events: list[Event] = field(default_factory=list)

    def events_of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def flat_price(_model: str, _usage: Usage) -> float | None:
    return 0.5


def set_up(
    root: Path,
    script: Script,
    *,
    context_budget: int = 140_000,
    max_tokens: int = 4_096,
    price: Callable[[str, Usage], float | None] = flat_price,
    preload_tokens: int = 20_000,
) -> Bench:
    """A bench over a small target made at `root`."""
    (root / "src" / "auth").mkdir(parents=True)
    (root / "src" / "a.py").write_text("password = input()\nprint(eval(password))\n")
    (root / "src" / "b.py").write_text("x = 1\n")
    (root / "src" / "auth" / "deep.py").write_text("y = 2\n")
    model = ScriptedModel(script)
    events: list[Event] = []
    context = AgentContext(
        model=model,
        model_id="model-x",
        files=Beneath(root),
        observe=events.append,
        stop=StopSignal(),
        context_budget=context_budget,
        max_tokens=max_tokens,
        now=lambda: NOW,
        price=price,
        preload_tokens=preload_tokens,
    )
    return Bench(context=context, model=model, root=root, events=events)


MakeBench = Callable[..., Bench]
