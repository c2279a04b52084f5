"""How a loop ended, and which failures defer work to a later run."""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from luminos_core.errors import (
    CallsEnded,
    CallsRefused,
    Interrupted,
    LuminosError,
    ModelUnavailable,
    MoneyExhausted,
    RequestRejected,
    RequestTooLarge,
    ServerAway,
    StoreFailed,
)
from luminos_core.records.halt import Halt
from luminos_core.tools.tool import ToolInput


class Ended(StrEnum):
    """Why a loop ended, in the words of reports."""

    SUBMITTED = "submitted"
    TURNS = "max turns reached"
    BUDGET = "context budget reached"
    CUT = "answer was cut"
    SILENT = "nothing was submitted, though asked for"
    REFUSED = "refused"
    FAILED = "failed"  # `failure` says how


@dataclass(frozen=True)
class Outcome:
    """`submission` is set exactly when the loop ended by it, `failure` when it FAILED."""

    ended: Ended
    turns_used: int
    turns_borrowed: int
    submission: ToolInput | None = None
    failure: LuminosError | None = None
    refusals: tuple[str, ...] = ()  # their categories: of the model, then of the fallback model

    @property
    def reason(self) -> str:
        """Why there is no submission, for a person."""
        match self.ended:
            case Ended.SUBMITTED:
                return ""
            case Ended.REFUSED:
                return self._refused
            case Ended.FAILED if self.refusals:
                return f"{self._refused}; the fallback model failed: {self.failure}"
            case Ended.FAILED:
                halt = halt_of(self.failure)  # the report gives its sentence once
                return halt.reason if halt else str(self.failure)
            case _:
                return self.ended.value

    @property
    def can_be_continued(self) -> bool:
        """Whether a later attempt at the conversation may end otherwise."""
        rejected = isinstance(self.failure, RequestRejected | RequestTooLarge)
        return self.ended is Ended.FAILED and not rejected

    @property
    def is_transient(self) -> bool:
        """Whether the model did not answer, and may do so soon."""
        failure = self.failure
        return isinstance(failure, ModelUnavailable) and not isinstance(failure, CallsEnded)

    @property
    def _refused(self) -> str:
        who = "the model" if len(self.refusals) == 1 else "both models"
        return f"{who} refused: {', '.join(dict.fromkeys(self.refusals))}"


def halt_of(failure: LuminosError | None) -> Halt | None:
    """The halt of a run that `failure` means; None when only the one piece of work failed."""
    match failure:
        case Interrupted():
            return Halt(reason="interrupted", sentence="the run was interrupted")
        case CallsRefused():
            reason, _, _ = str(failure).partition(":")
            return Halt(reason=reason, sentence=f"the run ended early: {failure}")
        case CallsEnded():
            return _paused(failure)
        case MoneyExhausted(fits_no_run=True, needs=needs):
            reason = "a call of it may cost more than the whole cap allows: raise --max-usd"
            return Halt(reason=reason + _cap(" to", needs), sentence=str(failure))
        case MoneyExhausted(needs=needs):
            further = _cap("; the next directory would need a cap of", needs)
            sentence = f"the run ended its spending: {failure}{further}"
            return Halt(reason="too little is left of the cap", sentence=sentence)
    return None


def _paused(ended: CallsEnded) -> Halt:
    if isinstance(ended, StoreFailed):
        sentence = f"the run ended early: {ended}; luminos retry goes on from here"
        return Halt(reason="the store could not be written", sentence=sentence)
    if isinstance(ended, ServerAway):
        sentence = f"the run paused: {ended}; luminos retry goes on from here"
        return Halt(reason="the model's server did not answer", sentence=sentence)
    when = ended.returns_at
    until = f" until {when:%Y-%m-%d %H:%M} UTC" if when else ""
    sentence = f"the run paused at the quota: {ended}"
    return Halt(reason=f"quota exhausted{until}", sentence=sentence, returns_at=when)


def _cap(words: str, usd: float) -> str:
    """Rounded up to a cent, so that it is enough; "" when it is not known."""
    return f"{words} ${ceil(usd * 100) / 100:,.2f}" if usd else ""
