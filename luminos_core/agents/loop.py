"""The one agent loop: ask, run the tools, answer, until something is submitted.

Every answer is on disk before anything acts on it, and so is what came of acting on it. A loop that
is begun again goes through what is there, and buys from where it ends.
"""

from luminos_core.agents import redacted_events
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.asking import CUT, Asking
from luminos_core.agents.context import AgentContext
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.agents.tool_runner import ToolRunner, TurnContext
from luminos_core.errors import (
    Interrupted,
    LuminosError,
    ModelUnavailable,
    MoneyExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.records.conversation import AssistantMessage, ModelResponse, StopReason
from luminos_core.records.event import AgentSaid, TurnStarted
from luminos_core.records.transcript import ConversationStart
from luminos_core.tools.tool import ToolInput

_CHARACTERS_PER_TOKEN = 3  # of code, at the least


def converse(agent_task: AgentTask, context: AgentContext) -> Outcome:
    """Take turns with the model until it submits or the loop must end.

    A model that fails, money that runs out, and a wish to stop are outcomes too, so that what was
    paid and written is not lost. A SettingsError and a StoreError pass through.
    """
    loop = _Loop(agent_task, context)
    try:
        return loop.run()
    except (
        ModelUnavailable,
        MoneyExhausted,
        RequestRejected,
        RequestTooLarge,
        Interrupted,
    ) as failure:
        return loop.cut_off(Ended.FAILED, failure)


class _Loop:
    def __init__(self, agent_task: AgentTask, context: AgentContext) -> None:
        self._agent_task = agent_task
        self._context = context
        self._transcript = context.transcripts.open(agent_task.conversation(context.model_id))
        opening = self._transcript.opening(
            ConversationStart(
                run_id=context.run_id,
                task=agent_task.task,
                turns=agent_task.turns,
                max_tokens=context.max_tokens,
                notes=agent_task.tool_context.state.notes(),
            )
        )
        agent_task.tool_context.state.restore(opening.notes)
        self._asking = Asking(agent_task, context, self._transcript, opening, self._anew)
        self._acting = ToolRunner(agent_task, context, self._transcript)
        self._turns = opening.turns
        self._borrowed = 0
        self._turn = 0
        self._turns_used = 0  # turns that were answered
        self._silent_answers = 0  # in a row: without a call
        self._settled_for: ToolInput | None = None  # a submission that more turns were lent after

    def run(self) -> Outcome:
        while self._turn < self._turns:
            self._begin_turn()
            if self._asking.last_context > self._context.context_budget:
                return self.cut_off(Ended.BUDGET)
            answer = self._asking.whole_answer(self._hear)
            self._turns_used = self._turn
            if answer.stop_reason is StopReason.REFUSAL:
                if self._ask_another(answer):
                    continue
                return self.cut_off(Ended.REFUSED)
            if answer.stop_reason in CUT:
                return self.cut_off(Ended.CUT)
            if submission := self._act_on(answer):
                return self.outcome(Ended.SUBMITTED, submission=submission)
            if self._silent_answers > 1:
                return self.cut_off(Ended.SILENT)
        return self.cut_off(Ended.TURNS)

    def cut_off(self, ended: Ended, failure: LuminosError | None = None) -> Outcome:
        """The end of a loop that did not submit, unless it had, and was lent more turns."""
        if self._settled_for is not None:
            return self.outcome(Ended.SUBMITTED, submission=self._settled_for)
        return self.outcome(ended, failure=failure)

    def outcome(
        self,
        ended: Ended,
        submission: ToolInput | None = None,
        failure: LuminosError | None = None,
    ) -> Outcome:
        asking = self._asking
        return Outcome(
            ended=ended,
            turns_used=self._turns_used,
            turns_borrowed=self._borrowed,
            last_context=asking.last_context,
            submission=submission,
            failure=failure,
            refusals=tuple(asking.refusals),
        )

    def _begin_turn(self) -> None:
        self._turn += 1
        self._context.stop.check()
        label = self._agent_task.label
        self._context.observe(TurnStarted(directory=label, turn=self._turn, turns=self._turns))

    def _ask_another(self, refusal: ModelResponse) -> bool:
        """After a refusal: whether the fallback model is asked, in the same turn. One who refuses
        to look further has submitted before."""
        if not self._asking.another(refusal, may=self._settled_for is None):
            return False
        self._turn -= 1
        return True

    def _anew(self) -> str:
        """A conversation begun anew has nothing of the one before it but the turns that are left,
        of which it is told."""
        self._acting = ToolRunner(self._agent_task, self._context, self._transcript)
        self._silent_answers = 0
        left = self._turns - self._turn + 1
        return f"\n\n{self._acting.turns_left(left)}" if left < self._turns else ""

    def _act_on(self, answer: ModelResponse) -> ToolInput | None:
        """Run the answer's tools and reply. The submission, if a valid one ends the loop."""
        self._hear(answer.message)
        done = self._acting.act(answer, self._place(answer))
        is_silent = not answer.message.calls and answer.stop_reason is not StopReason.PAUSE_TURN
        self._silent_answers = self._silent_answers + 1 if is_silent else 0
        if done.reply is not None:
            self._asking.history.reply(done.reply)
        self._turns += done.orphaned  # nobody loses a turn by an interruption
        if not done.lent:
            return done.submission
        self._turns += done.lent
        self._borrowed += done.lent
        self._settled_for = done.submission
        return None

    def _place(self, answer: ModelResponse) -> TurnContext:
        taken = answer.usage.context + answer.usage.output
        return TurnContext(
            number=self._asking.number,
            turn=self._turn,
            turns_left=self._turns - self._turn,
            recalled=self._asking.recalled,
            room=_CHARACTERS_PER_TOKEN * max(0, self._context.context_budget - taken),
        )

    def _hear(self, message: AssistantMessage) -> None:
        self._asking.history.hear(message)
        if not self._asking.recalled and (line := redacted_events.first_line(message.text)):
            self._context.observe(
                AgentSaid(directory=self._agent_task.label, turn=self._turn, text=line)
            )
