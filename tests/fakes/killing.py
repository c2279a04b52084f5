"""A process that ends at a chosen moment: nothing after it happens, and nothing before is lost."""

from dataclasses import dataclass, field

from luminos_core.calls.transcript import StoredTranscripts, Transcript
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.stop import StopSignal
from tests.fakes.scripted_model import Script, ScriptedModel


class Killed(BaseException):
    """Past every `except Exception`, as a kill is."""


@dataclass
class Fate:
    """Kills at moment number `at`; None lets live. `moments` are those that were passed."""

    at: int | None = None
    moments: list[str] = field(default_factory=list)

    def moment(self, name: str) -> None:
        if len(self.moments) == self.at:
            raise Killed(name)
        self.moments.append(name)


class MortalModel(ScriptedModel):
    """Its calls can end before they are sent and, though paid, before they are answered."""

    def __init__(self, script: Script, fate: Fate) -> None:
        super().__init__(script)
        self.fate = fate

    def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.fate.moment("before a call")
        answer = super().turn(request, stop)
        self.fate.moment("in flight")
        return answer


@dataclass(frozen=True)
class MortalTranscripts:
    """Writes of which each can be the one that did not happen, or the last."""

    stored: StoredTranscripts
    fate: Fate

    def open(self, conversation: str) -> Transcript:
        return _MortalTranscript(self.stored.open(conversation), self.fate)

    def forget(self, conversation: str) -> None:
        self.stored.forget(conversation)

    def forget_all(self) -> None:
        self.stored.forget_all()


@dataclass(frozen=True)
class _MortalTranscript:
    written: Transcript
    fate: Fate

    def opening(self, opening: ConversationStart) -> ConversationStart:
        self.fate.moment("before an opening")
        begun = self.written.opening(opening)
        self.fate.moment("after an opening")
        return begun

    def said(self, number: int, request: str) -> ResponseRecord | None:
        return self.written.said(number, request)

    def told(self, number: int) -> TurnRecord | None:
        return self.written.told(number)

    def keep_said(self, number: int, said: ResponseRecord) -> None:
        self.fate.moment("in flight")
        self.written.keep_said(number, said)
        self.fate.moment("before acting")

    def keep_told(self, number: int, told: TurnRecord) -> None:
        self.fate.moment("acting")
        self.written.keep_told(number, told)
        self.fate.moment("after acting")
