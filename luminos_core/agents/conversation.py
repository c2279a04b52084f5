"""An agent's exchange with a model: its messages, its transcript on disk, and the model asked."""

from collections.abc import Iterator
from contextlib import contextmanager

from luminos_core.agents import redacted_events
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.reading_left import is_reading_left
from luminos_core.agents.repeated_results import RepeatedResults
from luminos_core.calls.client import CallContext
from luminos_core.calls.token_meter import Counted, KeptPrompt, counted
from luminos_core.calls.transcript import storing
from luminos_core.digest import digest_bytes
from luminos_core.errors import AnswerTooLong, CallsRefused, RequestTooLarge
from luminos_core.records.conversation import (
    AssistantMessage,
    Message,
    ModelRequest,
    ModelResponse,
    ToolResult,
    Usage,
    UserMessage,
)
from luminos_core.records.event import AgentMessage
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.redaction.redact import redact

_FITTING = 0.9  # of the room that the server names: the bytes of a token vary
MOST_TOKENS = 32_000  # of one response; half of the least that a current model can write
CUT_TEXT = "Your answer was cut, since it was too long. Go on, with fewer words."
CUT_CALL = (
    "Not run: your answer was cut within this call. What stands before it is done. Go on from "
    "here: make this call again, with fewer words, and those that were to follow."
)
_FEW_CALLS = 2  # though nothing is left to read; who makes a third is likely to make more


class Conversation:
    """Belongs to one loop. Every response is on disk before the caller sees it, or is the last that
    is bought.

    The messages are restarted once when the model refuses and a fallback model is set, and twice
    when the server finds the request too large. Nothing in them changes otherwise.
    """

    def __init__(self, task: AgentTask, context: AgentContext) -> None:
        self._task = task
        self._context = context
        self._transcript = context.transcripts.open(task.conversation_name(context.model_id))
        start = ConversationStart(
            run_id=context.run_id,
            first_message=redact(task.first_message).text,  # it names files
            turns=task.turns,
            max_tokens=max(context.max_tokens, min(task.answer_tokens, MOST_TOKENS)),
            notes=task.state.notes(),
        )
        with storing(self._context.client.rate_limiter):
            start = self._transcript.start(start)
        task.state.restore(start.notes)
        self.turns = start.turns
        self.is_replay = False  # the latest response was on disk
        self.refusals: list[str] = []  # their categories
        self._number = 0  # of the latest call
        self._idle_calls = 0  # in a row, though nothing was left to read
        self._kept_prompt: KeptPrompt | None = None  # since the latest call
        self._counted: Counted | None = None  # the latest call's request
        self._cut_at = 0  # tokens of an answer that was cut
        self._model = context.model_id
        self._effort = task.effort or context.effort
        self._max_tokens = start.max_tokens
        self._most_tokens = MOST_TOKENS  # that the model can write, as far as is known
        self._overflows = 0  # requests that were too large
        self._first_message = redact(start.first_message).text
        self._begin(self._first_message)

    def ask(self, turn: int, turns_left: int) -> ModelResponse:
        """The next response, from disk or bought. One that is cut before anything in it is whole is
        answered and asked for once more; the second may be cut too."""
        was_cut = False
        note = self._turns_note(turn, turns_left)
        while True:
            self._keep_messages(turns_left)
            request, digest = self._next_request()
            with self._refused(request, note):
                response = self._stored_response(digest)
                if response is None:
                    client, stop = self._context.client, self._context.stop
                    response = client.complete(request, self._call(), stop)
                    self._store_response(digest, response)
                    self._note_counted(response.usage, request)
                self.context_tokens = response.usage.context
                if response.was_cut:
                    room = min(2 * self._max_tokens, self._most_tokens)
                    self._max_tokens = max(self._max_tokens, room)
                    self._cut_at = response.usage.output
                if was_cut or not response.was_cut or response.has_whole_calls:
                    return response
                was_cut = True
                self._answer_cut(response.message, turn)

    def append(self, message: AssistantMessage, turn: int) -> None:
        """The model's message. An empty one is left out, since the server would refuse it; one that
        follows another continues what was paused."""
        if not self.is_replay and (line := redacted_events.first_line(message.text)):
            self._context.observe(AgentMessage(directory=self._task.label, turn=turn, text=line))
        if not (message.text.strip() or message.calls or message.blocks):
            return
        last = self._messages[-1]
        if isinstance(last, AssistantMessage):
            self._messages[-1] = last + message
        else:
            self._messages.append(message)

    def reply(self, reply: UserMessage) -> None:
        """Our message. After an empty response its text is added to our last one."""
        last = self._messages[-1]
        if isinstance(last, UserMessage):
            text = "\n\n".join(part for part in (last.text, reply.text) if part)
            self._messages[-1] = last.model_copy(update={"text": text})
        else:
            self._messages.append(reply)

    def stored_turn(self) -> TurnRecord | None:
        """The stored result of acting on the latest response."""
        return self._transcript.turn(self._number)

    def store_turn(self, record: TurnRecord) -> None:
        with storing(self._context.client.rate_limiter):
            self._transcript.store_turn(self._number, record)

    def use_fallback_model(self, turn: int, turns_left: int) -> bool:
        """Restart with the fallback model; False when there is none, or it was asked already. The
        messages of one model cannot be sent to another."""
        other = self._context.fallback_model
        if other is None or other == self._model:
            return False
        self._model = other
        self._begin(self._first_message + self._turns_note(turn, turns_left))
        return True

    def _next_request(self) -> tuple[ModelRequest, str]:
        """With its digest."""
        self._number += 1
        request = self._request()
        return request, digest_bytes(self._context.client.model.encode(request))

    def _stored_response(self, digest: str) -> ModelResponse | None:
        stored = self._transcript.response(self._number, digest)
        self.is_replay = stored is not None
        return stored.response if stored else None

    def _store_response(self, digest: str, response: ModelResponse) -> None:
        record = ResponseRecord(request_digest=digest, response=response)
        with storing(self._context.client.rate_limiter):
            self._transcript.store_response(self._number, record)

    @contextmanager
    def _refused(self, request: ModelRequest, note: str) -> Iterator[None]:
        """What refuses a request ends here when another one can be made."""
        try:
            yield
        except CallsRefused as refused:
            if self._model == self._context.model_id:  # only few need the fallback model
                self._context.client.rate_limiter.close(refused)
            raise
        except AnswerTooLong as error:
            if error.most >= self._max_tokens or self._most_tokens < MOST_TOKENS:
                raise
            self._max_tokens = self._most_tokens = error.most
        except RequestTooLarge as error:
            if not self._shorten(request, error.share, note):
                raise

    def _request(self) -> ModelRequest:
        return ModelRequest(
            model=self._model,
            system=self._task.system,
            tools=self._task.specs,
            messages=tuple(self._messages),
            max_tokens=self._max_tokens,
            effort=self._effort if self._model == self._context.model_id else None,
            keeps_prefix=self._task.shares_prefix,
            kept_messages=self._kept,
        )

    def _call(self) -> CallContext:
        """An answer that was cut is asked for again with more room than it had."""
        needed = self._task.likely_answer
        return CallContext(
            pass_name=self._task.pass_name,
            label=self._task.label,
            answer_tokens=max(needed, 2 * self._cut_at) if needed else 0,
            kept=self._kept_prompt,
            counted=self._counted,
        )

    def _note_counted(self, usage: Usage, request: ModelRequest) -> None:
        cached = usage.cache_read + usage.cache_write
        is_whole = self._kept == len(self._messages)
        now = self._context.now()
        self._kept_prompt = KeptPrompt(cached, now) if is_whole and cached else None
        if self._context.client.budget.is_capped:
            self._counted = counted(usage, self._context.client.model.encode(request))

    def _keep_messages(self, turns_left: int) -> None:
        """Ask the server to keep all messages when another call is likely: what it keeps costs a
        quarter more, and next to nothing when it is read again."""
        is_left = is_reading_left(self._task.to_read, self._messages)
        self._idle_calls = 0 if is_left else self._idle_calls + 1
        if turns_left > 1 and (is_left or self._idle_calls > _FEW_CALLS):
            self._kept = len(self._messages)

    def _shorten(self, refused: ModelRequest, share: float, note: str) -> bool:
        """Restart with as much text of files as the server has room for; the second time with none,
        and ask for the submission. False when that is no smaller than what was refused."""
        self._overflows += 1
        if self._overflows > 2:
            return False
        if self._overflows == 2:
            name = self._task.submission.name
            note = f"\n\nThere is no room for more. Call {name} now, with what you know."
            share = 0.0
        size = self._size(refused)
        most = _FITTING * share * size
        for part in (0.8, 0.6, 0.4, 0.2, 0.0) if share else (0.0,):  # of the room, for files
            if self._task.shorter is not None:
                self._first_message = redact(self._task.shorter(int(part * most))).text
            self._begin(self._first_message + note)
            if self._size(self._request()) <= most:
                break
        return self._size(self._request()) < size

    def _size(self, request: ModelRequest) -> int:
        return len(self._context.client.model.encode(request))

    def _turns_note(self, turn: int, turns_left: int) -> str:
        return f"\n\n{self._task.turns_left(turns_left)}" if turn > 1 else ""

    def _begin(self, first_message: str) -> None:
        self._messages: list[Message] = [UserMessage(text=first_message)]
        self._kept = 0  # of the messages, by the server
        self._kept_prompt = self._counted = None
        self.shown_results = RepeatedResults()
        self.context_tokens = 0  # of the latest call
        self.silent_turns = 0  # in a row, without a tool call

    def _answer_cut(self, message: AssistantMessage, turn: int) -> None:
        """Thinking alone cannot be sent back: without text or calls the request stays as it was."""
        if message.calls or message.text.strip():
            self.append(message, turn)
            results = tuple(
                ToolResult(call_id=call.id, text=CUT_CALL, is_error=True) for call in message.calls
            )
            self.reply(UserMessage(results=results, text="" if results else CUT_TEXT))
