"""A process that is killed at a chosen moment: nothing after it happens, and nothing before is
lost."""

from dataclasses import dataclass, field

from luminos_core.calls.transcript import Transcript, Transcripts
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.stop import StopSignal
from tests.fakes.scripted_model import Script, ScriptedModel


class Killed(BaseException):
    """Past every `except Exception`, as a kill is."""


@dataclass
class Fate:
    """Kills at moment number `at`; never when None. `moments` are those that were passed."""

    at: int | None = None
    moments: list[str] = field(default_factory=list)

    def moment(self, name: str) -> None:
        if len(self.moments) == self.at:
            raise Killed(name)
        self.moments.append(name)


class MortalModel(ScriptedModel):
    """Its calls can be killed before they are sent and, though paid, before the response."""

    def __init__(self, script: Script, fate: Fate) -> None:
        super().__init__(script)
        self.fate = fate

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.fate.moment("before a call")
        response = super().complete(request, stop)
        self.fate.moment("in flight")
        return response


@dataclass(frozen=True)
class MortalTranscripts:
    """Writes of which each can be the one that did not happen, or the last."""

    stored: Transcripts
    fate: Fate

    def open(self, conversation: str) -> "_MortalTranscript":
        return _MortalTranscript(self.stored.open(conversation), self.fate)

    def delete(self, conversation: str) -> None:
        self.stored.delete(conversation)


@dataclass(frozen=True)
class _MortalTranscript:
    written: Transcript
    fate: Fate

    def start(self, start: ConversationStart) -> ConversationStart:
        self.fate.moment("before the start")
        stored = self.written.start(start)
        self.fate.moment("after the start")
        return stored

    def response(self, number: int, request_digest: str) -> ResponseRecord | None:
        return self.written.response(number, request_digest)

    def turn(self, number: int) -> TurnRecord | None:
        return self.written.turn(number)

    def store_response(self, number: int, record: ResponseRecord) -> None:
        self.fate.moment("in flight")
        self.written.store_response(number, record)
        self.fate.moment("before acting")

    def store_turn(self, number: int, record: TurnRecord) -> None:
        self.fate.moment("acting")
        self.written.store_turn(number, record)
        self.fate.moment("after acting")
