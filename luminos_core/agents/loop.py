"""The one agent loop: ask, run the tools, answer, until something is submitted."""

from collections.abc import Sequence

from luminos_core.agents.commission import Commission
from luminos_core.agents.context import AgentContext
from luminos_core.agents.outcome import Call, Ended, Outcome, bill
from luminos_core.errors import (
    Interrupted,
    LuminosError,
    ModelUnavailable,
    RequestRejected,
    RequestTooLarge,
    ToolError,
)
from luminos_core.records.conversation import (
    AssistantMessage,
    Message,
    ModelRequest,
    StopReason,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
    UserMessage,
)
from luminos_core.records.event import AgentSaid, ToolCalled
from luminos_core.tools.dispatch import call
from luminos_core.tools.flag import FLAG
from luminos_core.tools.tool import ToolInput

_CUT = (StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED)
_MOST_TOKENS = 32_000  # of one answer; half of the least that a current model can write
_SAID_CHARACTERS = 200


def converse(commission: Commission, context: AgentContext) -> Outcome:
    """Take turns with the model until it submits or the loop must end.

    A model that fails, and a wish to stop, are outcomes too, so that what was paid and written
    is not lost. A SettingsError passes through.
    """
    loop = _Loop(commission, context)
    try:
        return loop.run()
    except (ModelUnavailable, RequestRejected, RequestTooLarge, Interrupted) as failure:
        return loop.outcome(Ended.FAILED, failure=failure)


class _Loop:
    def __init__(self, commission: Commission, context: AgentContext) -> None:
        self._commission = commission
        self._context = context
        self._submission = commission.submission
        self._messages: list[Message] = [UserMessage(text=commission.task)]
        self._max_tokens = context.max_tokens
        self._calls: list[Call] = []
        self._last_context = 0
        self._turn = 0
        self._turns_used = 0  # turns that were answered

    def run(self) -> Outcome:
        for turn in range(1, self._commission.turns + 1):
            self._turn = turn
            self._context.stop.check()
            if self._last_context > self._context.context_budget:
                return self.outcome(Ended.BUDGET)
            answer = self._whole_answer()
            if answer.stop_reason is StopReason.REFUSAL:
                return self.outcome(Ended.REFUSED, refusal_category=answer.refusal_category)
            if answer.stop_reason in _CUT:
                return self.outcome(Ended.CUT)
            if submission := self._act_on(answer):
                return self.outcome(Ended.SUBMITTED, submission=submission)
        return self.outcome(Ended.TURNS)

    def outcome(
        self,
        ended: Ended,
        submission: ToolInput | None = None,
        failure: LuminosError | None = None,
        refusal_category: str | None = None,
    ) -> Outcome:
        return Outcome(
            ended=ended,
            turns_used=self._turns_used,
            usage=bill(self._commission.pass_name, self._calls, self._context.price),
            last_context=self._last_context,
            submission=submission,
            failure=failure,
            refusal_category=refusal_category,
        )

    def _whole_answer(self) -> Turn:
        """An answer; if it is cut, one more with twice the room. The second may be cut too."""
        answer = self._ask()
        if answer.stop_reason in _CUT:
            self._reply_to_cut(answer.message)
            self._max_tokens = max(self._max_tokens, min(2 * self._max_tokens, _MOST_TOKENS))
            answer = self._ask()
        return answer

    def _ask(self) -> Turn:
        request = ModelRequest(
            model=self._context.model_id,
            system=self._commission.system,
            tools=self._commission.specs,
            messages=tuple(self._messages),
            max_tokens=self._max_tokens,
            briefing=self._commission.briefing,
        )
        answer = self._context.model.turn(request, self._context.stop)
        self._calls.append(Call(answer.model, answer.usage))
        if answer.wasted != Usage():  # by attempts that failed: no answer, but on the bill
            self._calls.append(Call(answer.model, answer.wasted))
        self._last_context = answer.usage.context
        self._turns_used = self._turn
        return answer

    def _reply_to_cut(self, message: AssistantMessage) -> None:
        """A cut call may lack half of its input, so none is run; each is answered all the same."""
        cut = f"your answer was cut at {self._max_tokens:,} tokens"
        if message.calls:
            text = f"Not run: {cut}. Make the call again, with fewer words."
            self._hear(message)
            self._messages.append(
                UserMessage(
                    results=tuple(
                        ToolResult(call_id=requested.id, text=text, is_error=True)
                        for requested in message.calls
                    )
                )
            )
        elif message.text:
            self._hear(message)
            self._messages.append(UserMessage(text=f"Go on, with fewer words: {cut}."))

    def _act_on(self, answer: Turn) -> ToolInput | None:
        """Run the answer's tools and reply. The submission, if there is a valid one."""
        message = answer.message
        self._hear(message)
        if answer.stop_reason is StopReason.PAUSE_TURN:
            return None  # the history goes back as it is, and the model goes on
        if not message.calls:
            name = self._submission.name
            self._messages.append(
                UserMessage(text=f"Nothing was submitted. Call {name} now, with what you know.")
            )
            return None
        submission: ToolInput | None = None
        results: list[ToolResult] = []
        for requested in message.calls:
            submitted, result = self._run(requested, submission is not None)
            submission = submission or submitted
            results.append(result)
            self._report(requested, result)
        if submission or self._turn == self._commission.turns:
            self._keep_doubted_flags(message.calls, results)
        self._messages.append(UserMessage(results=tuple(results), text=self._reminder()))
        return submission

    def _run(self, requested: ToolCall, is_over: bool) -> tuple[ToolInput | None, ToolResult]:
        """One call carried out; a submission is taken here, once."""
        if requested.name != self._submission.name:
            return None, call(self._commission.tools, requested, self._commission.desk)
        if is_over:
            return None, ToolResult(
                call_id=requested.id, text="already submitted; this one is ignored", is_error=True
            )
        try:
            submission = self._submission.parse(requested.input)
        except ToolError as error:
            return None, ToolResult(call_id=requested.id, text=str(error), is_error=True)
        return submission, ToolResult(call_id=requested.id, text="submitted")

    def _keep_doubted_flags(self, calls: Sequence[ToolCall], results: Sequence[ToolResult]) -> None:
        """A flag sent back in the last turn cannot be corrected any more; said twice, it is kept
        unverified instead of being lost."""
        for requested, result in zip(calls, results, strict=True):
            if requested.name == FLAG.name and result.is_error:
                call(self._commission.tools, requested, self._commission.desk)

    def _hear(self, message: AssistantMessage) -> None:
        """Append an answer to the history; an empty one would be refused when sent back."""
        if not (message.text.strip() or message.calls or message.blocks):
            return
        self._messages.append(message)
        if said := message.text.strip():
            line = said.splitlines()[0][:_SAID_CHARACTERS]
            self._context.observe(
                AgentSaid(directory=self._commission.label, turn=self._turn, text=line)
            )

    def _report(self, requested: ToolCall, result: ToolResult) -> None:
        given = requested.input if isinstance(requested.input, dict) else {}
        self._context.observe(
            ToolCalled(
                directory=self._commission.label,
                turn=self._turn,
                timestamp=self._context.now().isoformat(),
                tool=requested.name,
                args={name: value for name, value in given.items() if name != "data"},
                result_length=len(result.text),
            )
        )

    def _reminder(self) -> str:
        """Before the last turn: a loop's end can be asked for and not forced."""
        if self._commission.turns - self._turn == 1:
            return f"One turn is left. Use it to call {self._submission.name}."
        return ""
