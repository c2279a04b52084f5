"""The one agent loop: ask, run the tools, reply, until something is submitted.

Every response is on disk before anything acts on it, and so is the result of acting on it. A loop
that is started again replays what is there, and buys from where it ends.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.conversation import Conversation
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.agents.tool_runner import ToolRunner
from luminos_core.errors import (
    CallsRefused,
    Interrupted,
    LuminosError,
    ModelUnavailable,
    MoneyExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.records.conversation import ModelResponse, StopReason
from luminos_core.records.event import TurnStarted
from luminos_core.tools.tool import ToolInput

R = TypeVar("R")

# These end a loop with an outcome, so that what was paid for and written is not lost.
_FAILURES = (
    CallsRefused,
    Interrupted,
    ModelUnavailable,
    MoneyExhausted,
    RequestRejected,
    RequestTooLarge,
)


class AgentLoop(Generic[R]):
    """The agent's way to carry out one piece of work."""

    def __init__(
        self,
        task: AgentTask,
        context: AgentContext,
        conclude: Callable[[Outcome], R],
        salvage: Callable[[Exception], R],
    ) -> None:
        """`conclude` makes the result of the outcome, `salvage` what it can after a bug."""
        self._task = task
        self._context = context
        self._conclude = conclude
        self._salvage = salvage
        self._conversation = Conversation(task, context)
        self._tools = ToolRunner(task, context, self._conversation)
        self._turns = self._conversation.turns  # borrowed ones included
        self._turn = 0
        self._turns_used = 0  # with a response
        self._borrowed = 0
        self._was_extended = False  # since the answer of the last turn was cut
        self._accepted: ToolInput | None = None  # a submission after which it went on

    def run(self) -> R:
        """Take turns with the model until it submits or the loop must end. Raises SettingsError,
        StoreError and what `conclude` raises; every other failure is an outcome."""
        try:
            try:
                outcome = self._begin_turn()
                while outcome is None:
                    response = self._conversation.ask(self._turn, self._turns_left + 1)
                    outcome = self._outcome_of(response) or self._begin_turn()
            except _FAILURES as failure:
                outcome = self._end(Ended.FAILED, failure)
            return self._conclude(outcome)
        except LuminosError:
            raise
        except Exception as bug:  # noqa: BLE001 - what the agent noted must not be lost by it
            return self._salvage(bug)

    def _begin_turn(self) -> Outcome | None:
        """The outcome when there is no room for a turn; None when one has begun."""
        if self._turn >= self._turns:
            return self._end(Ended.TURNS)
        self._turn += 1
        self._context.stop.check()
        label = self._task.label
        self._context.observe(TurnStarted(directory=label, turn=self._turn, turns=self._turns))
        if self._conversation.context_tokens > self._context.context_budget:
            return self._end(Ended.BUDGET)
        return None

    def _outcome_of(self, response: ModelResponse) -> Outcome | None:
        """The outcome of a loop that ends with this response; None when it goes on."""
        self._turns_used = self._turn
        if response.stop_reason is StopReason.REFUSAL:
            return None if self._retry_with_fallback(response) else self._end(Ended.REFUSED)
        if response.was_cut and not response.has_whole_calls:
            return self._end(Ended.CUT)
        if submission := self._act_on(response):
            return self._outcome(Ended.SUBMITTED, submission)
        return self._end(Ended.SILENT) if self._conversation.silent_turns > 1 else None

    @property
    def _turns_left(self) -> int:
        return self._turns - self._turn

    def _retry_with_fallback(self, refusal: ModelResponse) -> bool:
        """Whether the fallback model is asked in the same turn. After an accepted submission there
        is no need to."""
        self._conversation.refusals.append(refusal.refusal_category or "no category given")
        if self._accepted is not None:
            return False
        if not self._conversation.use_fallback_model(self._turn, self._turns_left + 1):
            return False
        self._turn -= 1
        return True

    def _act_on(self, response: ModelResponse) -> ToolInput | None:
        """Run the response's tools and reply. Returns the submission that ends the loop."""
        self._conversation.append(response.message, self._turn)
        if response.was_cut and not self._turns_left and not self._was_extended:
            self._was_extended = True  # once, to say the rest
            self._turns += 1
        result = self._tools.run(response, self._turn, self._turns_left)
        is_silent = not response.message.calls and (
            response.stop_reason is not StopReason.PAUSE_TURN
        )
        self._conversation.silent_turns = self._conversation.silent_turns + 1 if is_silent else 0
        if result.reply is not None:
            self._conversation.reply(result.reply)
        self._turns += result.orphaned + result.borrowed  # an interruption costs no turn
        self._borrowed += result.borrowed
        if result.is_final:
            return result.submission
        if result.submission is not None:
            self._accepted = result.submission
        return None

    def _end(self, ended: Ended, failure: LuminosError | None = None) -> Outcome:
        """The end without a new submission: an accepted one counts."""
        if self._accepted is not None:
            self._tools.keep_refused()
            return self._outcome(Ended.SUBMITTED, self._accepted)
        return self._outcome(ended, failure=failure)

    def _outcome(
        self,
        ended: Ended,
        submission: ToolInput | None = None,
        failure: LuminosError | None = None,
    ) -> Outcome:
        return Outcome(
            ended=ended,
            turns_used=self._turns_used,
            turns_borrowed=self._borrowed,
            submission=submission,
            failure=failure,
            refusals=tuple(self._conversation.refusals),
        )
