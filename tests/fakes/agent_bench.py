"""A target of a few files, and an agent's context around a scripted model."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.investigator import AgentInvestigator
from luminos_core.agents.loop import AgentLoop
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import B, Pass, R
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.calls.transcript import Transcripts
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import Event
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from tests.fakes.memory_store import EmptySummaries, MemoryTranscripts
from tests.fakes.scripted_model import Script, ScriptedModel

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@dataclass
class Bench:
    """A context, and what a test checks afterwards."""

    context: AgentContext
    model: ScriptedModel
    root: Path
    events: list[Event] = field(default_factory=list)

    @property
    def bill(self) -> tuple[LedgerLine, ...]:
        return self.context.client.budget.lines

    def events_of(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def flat_price(_model: str, _usage: Usage) -> float | None:
    return 0.5


@dataclass(frozen=True)
class FlatPrices:
    """Prices by a function of the model and the usage."""

    price: Callable[[str, Usage], float | None]

    def usd(self, model: str, usage: Usage, on: datetime) -> float | None:
        return self.price(model, usage)


def set_up(
    root: Path,
    script: Script | ScriptedModel,
    *,
    context_budget: int = 140_000,
    max_tokens: int = 4_096,
    price: Callable[[str, Usage], float | None] = flat_price,
    preload_tokens: int = 20_000,
    transcripts: Transcripts | None = None,
    fallback_model: str | None = None,
    run_id: str = "run-1",
) -> Bench:
    """A bench over a small target, which is created at `root`."""
    (root / "src" / "auth").mkdir(parents=True, exist_ok=True)
    (root / "src" / "a.py").write_text("password = input()\nprint(eval(password))\n")
    (root / "src" / "b.py").write_text("x = 1\n")
    (root / "src" / "auth" / "deep.py").write_text("y = 2\n")
    model = script if isinstance(script, ScriptedModel) else ScriptedModel(script)
    events: list[Event] = []
    context = AgentContext(
        client=ModelClient(
            model=model,
            rate_limiter=RateLimiter(8),
            budget=Budget(None),
            prices=FlatPrices(price),  # type: ignore[arg-type]
            observe=events.append,
            now=lambda: NOW,
            policy=RetryPolicy(attempts=1),
        ),
        transcripts=transcripts or MemoryTranscripts(),
        summaries=EmptySummaries(),
        run_id=run_id,
        model_id="model-x",
        effort=None,
        fallback_model=fallback_model,
        files=ScannedFiles(root),
        observe=events.append,
        stop=StopSignal(),
        context_budget=context_budget,
        max_tokens=max_tokens,
        now=lambda: NOW,
        preload_tokens=preload_tokens,
    )
    return Bench(context=context, model=model, root=root, events=events)


MakeBench = Callable[..., Bench]


def run_pass(
    step: Pass[B, R], briefing: B, context: AgentContext, *, last_attempt: bool = True
) -> R:
    """The result of a pass by an agent of `context`, whatever the pass's model."""
    investigator = AgentInvestigator(lambda *_: context)
    result: R = investigator.start(step, briefing, last_attempt=last_attempt).run()
    return result


def converse(task: AgentTask, context: AgentContext) -> Outcome:
    """The outcome of one loop. A bug is raised."""

    def fail(bug: Exception) -> Outcome:
        raise bug

    return AgentLoop(task, context, lambda outcome: outcome, fail).run()
