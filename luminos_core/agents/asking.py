"""Asking a model: each answer is taken from disk or bought, and is whole if it can be had so."""

from collections.abc import Callable

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.history import History
from luminos_core.calls.client import CallContext
from luminos_core.calls.transcript import Transcript
from luminos_core.digest import digest_bytes
from luminos_core.errors import RequestTooLarge
from luminos_core.llm.anthropic.request import request_bytes
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    ToolResult,
    UserMessage,
)
from luminos_core.records.transcript import ConversationStart, ResponseRecord

CUT = (StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED)
_MOST_TOKENS = 32_000  # of one answer; half of the least that a current model can write


class Asking:
    """Belongs to one loop. Its conversation is begun anew, once each, when the model refuses and
    when the server finds the request too large."""

    def __init__(
        self,
        agent_task: AgentTask,
        context: AgentContext,
        transcript: Transcript,
        opening: ConversationStart,
        anew: Callable[[], str],
    ) -> None:
        """`anew` is told when the conversation is begun anew, and gives what is added to its first
        message."""
        self.number = 0  # of the latest call
        self.recalled = False  # the latest answer was on disk
        self.last_context = 0  # tokens of the latest call
        self.refusals: list[str] = []  # their categories
        self._agent_task = agent_task
        self._context = context
        self._transcript = transcript
        self._anew = anew
        self._model = context.model_id
        self._task = opening.task
        self._is_short = False  # the first message was made shorter
        self._max_tokens = opening.max_tokens
        self.history = History(self._task)

    def whole_answer(self, hear: Callable[[AssistantMessage], None]) -> ModelResponse:
        """An answer; if it is cut, one more with twice the room. The second may be cut too. What
        is cut is heard here, and answered."""
        answer = self._answer()
        if answer.stop_reason in CUT:
            self._reply_to_cut(answer.message, hear)
            self._max_tokens = max(self._max_tokens, min(2 * self._max_tokens, _MOST_TOKENS))
            answer = self._answer()
        return answer

    def another(self, refusal: ModelResponse, *, may: bool) -> bool:
        """Whether the fallback model can be asked after a refusal, and then, if it may be, is. A
        history is bound to the model that wrote it, so it cannot go along."""
        self.refusals.append(refusal.refusal_category or "no category given")
        other = self._context.fallback_model
        if not may or other is None or other == self._model:
            return False
        self._model = other
        self._begin_anew()
        return True

    def _answer(self) -> ModelResponse:
        """The next answer, from disk or bought; a request too large for the server is made anew."""
        try:
            answer = self._ask()
        except RequestTooLarge:
            if not self._shorten():
                raise
            answer = self._ask()
        self.last_context = answer.usage.context
        return answer

    def _ask(self) -> ModelResponse:
        self.number += 1
        request = ModelRequest(
            model=self._model,
            system=self._agent_task.system,
            tools=self._agent_task.specs,
            messages=self.history.messages,
            max_tokens=self._max_tokens,
            effort=self._context.effort if self._model == self._context.model_id else None,
            briefing=self._agent_task.briefing,
        )
        digest = digest_bytes(request_bytes(request)) if self._context.is_language_model else ""
        said = self._transcript.said(self.number, digest)
        self.recalled = said is not None
        if said is None:
            call_context = CallContext(self._agent_task.pass_name, self._agent_task.label)
            answer = self._context.client.answer(request, call_context, self._context.stop)
            said = ResponseRecord(request=digest, turn=answer)
            self._transcript.keep_said(self.number, said)
        return said.turn

    def _shorten(self) -> bool:
        """Begin anew with a first message that holds no text of files."""
        if self._is_short or self._agent_task.shorter is None:
            return False
        self._is_short = True
        self._task = self._agent_task.shorter()
        self._begin_anew()
        return True

    def _begin_anew(self) -> None:
        """In a new conversation, which knows nothing of this one."""
        self.history = History(self._task + self._anew())
        self.last_context = 0

    def _reply_to_cut(
        self, message: AssistantMessage, hear: Callable[[AssistantMessage], None]
    ) -> None:
        """Half of a thought cannot be sent back: with nothing else, the request goes as it was."""
        if message.calls or message.text.strip():
            hear(message)
            self.history.reply(_cut_reply(message, self._max_tokens))


def _cut_reply(message: AssistantMessage, max_tokens: int) -> UserMessage:
    """A cut call may lack half of its input, so none is run; each is answered all the same."""
    cut = f"your answer was cut at {max_tokens:,} tokens"
    if not message.calls:
        return UserMessage(text=f"Go on, with fewer words: {cut}.")
    text = f"Not run: {cut}. Make the call again, with fewer words."
    return UserMessage(
        results=tuple(
            ToolResult(call_id=requested.id, text=text, is_error=True)
            for requested in message.calls
        )
    )
