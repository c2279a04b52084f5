"""Two ways to carry out a pass: by an agent that asks a model, and offline."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import AgentLoop
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.errors import place_of
from luminos_core.records.base import Record
from luminos_core.records.event import InternalError
from luminos_core.records.settings import ModelTier
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal


class Investigation(Protocol):
    """One pass over one briefing."""

    def run(self) -> Any:
        """The pass's result. Raises Interrupted, SettingsError and StoreError, and AttemptFailed
        when another attempt may succeed."""
        ...


class Investigator(Protocol):
    """Safe to use from many threads at once."""

    @property
    def uses_model(self) -> bool: ...

    def can_run(self, step: AnyPass) -> bool: ...

    def start(self, step: AnyPass, briefing: Record, *, last_attempt: bool) -> Investigation: ...


@dataclass(frozen=True)
class AgentInvestigator:
    context_of: Callable[[AnyPass, ModelTier | None], AgentContext]  # None: the tier of the pass

    uses_model = True

    def can_run(self, step: AnyPass) -> bool:
        return True

    def start(self, step: AnyPass, briefing: Record, *, last_attempt: bool) -> AgentLoop[Any]:
        context = self.context_of(step, step.tier_of(briefing))
        return self._loop(step, briefing, step.agent_task(briefing, context), context, last_attempt)

    def _loop(
        self,
        step: AnyPass,
        briefing: Record,
        task: AgentTask,
        context: AgentContext,
        last_attempt: bool,
    ) -> AgentLoop[Any]:
        def conclude(outcome: Outcome) -> Any:
            result = step.conclude(briefing, outcome, task, context, last_attempt=last_attempt)
            further = step.next_part(briefing, result, task, context)
            if further is None:
                return result
            return self._loop(step, briefing, further, context, last_attempt).run()

        def salvage(bug: Exception) -> Any:
            context.observe(
                InternalError(directory=task.label, part=step.name, error=place_of(bug))
            )
            return step.salvage(briefing, f"{type(bug).__name__}: {bug}", task)

        return AgentLoop(task, context, conclude, salvage)


@dataclass(frozen=True)
class OfflineInvestigator:
    """Reads every text file; makes no model call and has no turns."""

    files: ScannedFiles
    stop: StopSignal
    now: Callable[[], datetime]  # in UTC

    uses_model = False

    def can_run(self, step: AnyPass) -> bool:
        return step.runs_offline

    def start(self, step: AnyPass, briefing: Record, *, last_attempt: bool) -> Investigation:
        self.stop.check()
        return _Reading(partial(step.offline, briefing, self.files, self.now()))


@dataclass(frozen=True)
class _Reading:
    run: Callable[[], Any]
