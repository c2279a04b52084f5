"""How a loop ended, and what it cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from luminos_core.agents.halting import halt_by
from luminos_core.errors import LuminosError
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage, Pass
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
    usage: tuple[ModelUsage, ...]
    last_context: int  # tokens of the latest call
    submission: ToolInput | None = None
    failure: LuminosError | None = None
    refusals: tuple[str, ...] = ()  # their categories: by the model, then by the fallback model

    @property
    def calls(self) -> int:
        return sum(usage.calls for usage in self.usage)

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


@dataclass(frozen=True)
class Call:
    """One paid call to a model."""

    model: str  # as the server names it
    usage: Usage


def bill(
    pass_name: Pass, calls: Sequence[Call], price: Callable[[str, Usage], float | None]
) -> tuple[ModelUsage, ...]:
    """The calls added up by model. Each is priced alone: a rate can depend on the prompt's size.
    One unknown price makes its model's sum unknown."""
    return tuple(
        _added_up(pass_name, model, [call.usage for call in calls if call.model == model], price)
        for model in dict.fromkeys(call.model for call in calls)
    )


def _added_up(
    pass_name: Pass,
    model: str,
    usages: Sequence[Usage],
    price: Callable[[str, Usage], float | None],
) -> ModelUsage:
    total = sum(usages, start=Usage())
    known = [usd for usage in usages if (usd := price(model, usage)) is not None]
    return ModelUsage(
        pass_name=pass_name,
        model=model,
        calls=len(usages),
        input=total.input,
        output=total.output,
        cache_read=total.cache_read,
        cache_write=total.cache_write,
        usd=sum(known) if len(known) == len(usages) else None,
    )
