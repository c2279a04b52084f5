"""How a loop ended."""

from dataclasses import dataclass
from enum import StrEnum

from luminos_core.agents.halt import halt_by
from luminos_core.errors import LuminosError
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
    """`submission` is there exactly when the loop ended by it, `failure` when it FAILED."""

    ended: Ended
    turns_used: int
    turns_borrowed: int
    last_context: int  # tokens of the latest call
    submission: ToolInput | None = None
    failure: LuminosError | None = None
    refusals: tuple[str, ...] = ()  # their categories: by the model, then by the fallback model

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
                halt = halt_by(self.failure)  # which the run as a whole tells in full
                return halt.reason if halt else str(self.failure)
            case _:
                return self.ended.value

    @property
    def _refused(self) -> str:
        who = "the model" if len(self.refusals) == 1 else "both models"
        return f"{who} refused: {', '.join(dict.fromkeys(self.refusals))}"
