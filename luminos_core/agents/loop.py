"""The one agent loop: ask, run the tools, answer, until something is submitted.

Every answer is on disk before anything acts on it, and so is what came of acting on it. A loop that
is begun again goes through what is there, and buys from where it ends.
"""

from luminos_core.agents import observed
from luminos_core.agents.acting import Acting, Place
from luminos_core.agents.commission import Commission
from luminos_core.agents.context import AgentContext
from luminos_core.agents.history import History
from luminos_core.agents.outcome import Call, Ended, Outcome, bill
from luminos_core.calls.caller import Errand
from luminos_core.digest import digest_bytes
from luminos_core.errors import (
    Interrupted,
    LuminosError,
    ModelUnavailable,
    MoneyExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.llm.wire import request_bytes
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    StopReason,
    Turn,
)
from luminos_core.records.event import AgentSaid, TurnStarted
from luminos_core.records.transcript import Opening, Said
from luminos_core.tools.tool import ToolInput

_CUT = (StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED)
_MOST_TOKENS = 32_000  # of one answer; half of the least that a current model can write
_CHARACTERS_PER_TOKEN = 3  # of code, at the least


def converse(commission: Commission, context: AgentContext) -> Outcome:
    """Take turns with the model until it submits or the loop must end.

    A model that fails, money that runs out, and a wish to stop are outcomes too, so that what was
    paid and written is not lost. A SettingsError and a StoreError pass through.
    """
    loop = _Loop(commission, context)
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
    def __init__(self, commission: Commission, context: AgentContext) -> None:
        self._commission = commission
        self._context = context
        self._transcript = context.transcripts.open(commission.conversation(context.model_id))
        self._opening = self._transcript.opening(
            Opening(
                run_id=context.run_id,
                task=commission.task,
                turns=commission.turns,
                max_tokens=context.max_tokens,
                notes=commission.desk.notebook.notes(),
            )
        )
        commission.desk.notebook.restore(self._opening.notes)
        self._acting = Acting(commission, context, self._transcript)
        self._model = context.model_id
        self._task = self._opening.task
        self._history = History(self._task)
        self._max_tokens = self._opening.max_tokens
        self._turns = self._opening.turns
        self._borrowed = 0
        self._turn = 0
        self._turns_used = 0  # turns that were answered
        self._number = 0  # of the latest call
        self._calls: list[Call] = []
        self._last_context = 0
        self._recalled = False  # the latest answer was on disk
        self._is_short = False  # the first message was made shorter
        self._silent_answers = 0  # in a row: without a call
        self._refusals: list[str] = []
        self._settled_for: ToolInput | None = None  # a submission that more turns were lent after

    def run(self) -> Outcome:
        while self._turn < self._turns:
            self._begin_turn()
            if self._last_context > self._context.context_budget:
                return self.cut_off(Ended.BUDGET)
            answer = self._whole_answer()
            if answer.stop_reason is StopReason.REFUSAL:
                if self._ask_another(answer):
                    continue
                return self.cut_off(Ended.REFUSED)
            if answer.stop_reason in _CUT:
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
        return Outcome(
            ended=ended,
            turns_used=self._turns_used,
            turns_borrowed=self._borrowed,
            usage=bill(self._commission.pass_name, self._calls, self._context.caller.price),
            last_context=self._last_context,
            submission=submission,
            failure=failure,
            refusals=tuple(self._refusals),
        )

    def _begin_turn(self) -> None:
        self._turn += 1
        self._context.stop.check()
        label = self._commission.label
        self._context.observe(TurnStarted(directory=label, turn=self._turn, turns=self._turns))

    def _whole_answer(self) -> Turn:
        """An answer; if it is cut, one more with twice the room. The second may be cut too."""
        answer = self._answer()
        if answer.stop_reason in _CUT:
            self._reply_to_cut(answer.message)
            self._max_tokens = max(self._max_tokens, min(2 * self._max_tokens, _MOST_TOKENS))
            answer = self._answer()
        return answer

    def _answer(self) -> Turn:
        """The next answer, from disk or bought; a request too large for the server is made anew."""
        try:
            answer = self._ask()
        except RequestTooLarge:
            if not self._shorten():
                raise
            answer = self._ask()
        self._calls.append(Call(answer.model, answer.usage))
        self._last_context = answer.usage.context
        self._turns_used = self._turn
        return answer

    def _ask(self) -> Turn:
        self._number += 1
        request = ModelRequest(
            model=self._model,
            system=self._commission.system,
            tools=self._commission.specs,
            messages=self._history.messages,
            max_tokens=self._max_tokens,
            effort=self._context.effort if self._model == self._context.model_id else None,
            briefing=self._commission.briefing,
        )
        digest = digest_bytes(request_bytes(request)) if self._context.is_language_model else ""
        said = self._transcript.said(self._number, digest)
        self._recalled = said is not None
        if said is None:
            errand = Errand(self._commission.pass_name, self._commission.label)
            answer = self._context.caller.answer(request, errand, self._context.stop)
            said = Said(request=digest, turn=answer)
            self._transcript.keep_said(self._number, said)
        return said.turn

    def _ask_another(self, refusal: Turn) -> bool:
        """After a refusal: begin anew with the fallback model, once, in the same turn. A history
        is bound to the model that wrote it, so it cannot go along."""
        self._refusals.append(refusal.refusal_category or "no category given")
        other = self._context.fallback_model
        if other in (None, self._model) or self._settled_for is not None:
            return False
        self._model = other
        self._begin_anew()
        self._turn -= 1
        return True

    def _shorten(self) -> bool:
        """Begin anew, once, with a first message that holds no text of files."""
        if self._is_short or self._commission.shorter is None:
            return False
        self._is_short = True
        self._task = self._commission.shorter()
        self._begin_anew()
        return True

    def _begin_anew(self) -> None:
        """In a new conversation, which knows nothing of this one."""
        left = self._turns - self._turn + 1
        words = f"\n\n{self._acting.turns_left(left)}" if left < self._turns else ""
        self._history = History(self._task + words)
        self._acting = Acting(self._commission, self._context, self._transcript)
        self._last_context = 0
        self._silent_answers = 0

    def _reply_to_cut(self, message: AssistantMessage) -> None:
        """Half of a thought cannot be sent back: with nothing else, the request goes as it was."""
        if message.calls or message.text.strip():
            self._hear(message)
            self._history.reply(self._acting.reply_to_cut(message, self._max_tokens))

    def _act_on(self, answer: Turn) -> ToolInput | None:
        """Run the answer's tools and reply. The submission, if a valid one ends the loop."""
        self._hear(answer.message)
        done = self._acting.act(answer, self._place(answer))
        is_silent = not answer.message.calls and answer.stop_reason is not StopReason.PAUSE_TURN
        self._silent_answers = self._silent_answers + 1 if is_silent else 0
        if done.reply is not None:
            self._history.reply(done.reply)
        self._turns += done.orphaned  # nobody loses a turn by an interruption
        if not done.lent:
            return done.submission
        self._turns += done.lent
        self._borrowed += done.lent
        self._settled_for = done.submission
        return None

    def _place(self, answer: Turn) -> Place:
        taken = answer.usage.context + answer.usage.output
        return Place(
            number=self._number,
            turn=self._turn,
            turns_left=self._turns - self._turn,
            recalled=self._recalled,
            room=_CHARACTERS_PER_TOKEN * max(0, self._context.context_budget - taken),
        )

    def _hear(self, message: AssistantMessage) -> None:
        self._history.hear(message)
        if not self._recalled and (line := observed.said(message.text)):
            self._context.observe(
                AgentSaid(directory=self._commission.label, turn=self._turn, text=line)
            )
