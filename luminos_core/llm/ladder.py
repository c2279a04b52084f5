"""The model tiers that a directory climbs while the one below it is not enough."""

from dataclasses import dataclass

from luminos_core.llm.providers import ChosenModel, model_of_tier
from luminos_core.records.settings import ModelTier, Settings

_ORDER = (ModelTier.FAST, ModelTier.DEVELOPMENT, ModelTier.PLANNING)
_AFTER = " after "


@dataclass(frozen=True)
class Rung:
    tier: ModelTier
    model: ChosenModel
    label: str
    """A part of cache keys: "claude-opus-5-5 after claude-sonnet-5-5", since what the models before
    it left is a part of the result."""


def ladder(settings: Settings, pass_name: str, tier: ModelTier) -> tuple[Rung, ...]:
    """The pass's own rung, and those above it. A tier whose model was asked before is left out."""
    own = settings.pass_tiers.get(pass_name, tier)
    rungs: list[Rung] = []
    for each in _ORDER[_ORDER.index(own) :]:
        model = model_of_tier(settings, each)
        if all(model != before.model for before in rungs):
            below = f"{_AFTER}{rungs[-1].label}" if rungs else ""
            rungs.append(Rung(each, model, f"{model.label}{below}"))
    return tuple(rungs)


def own_model(label: str) -> str:
    """Of a rung's label, the model that was asked first."""
    return label.rpartition(_AFTER)[2]


def label_below(label: str) -> str:
    """The label of the rung below; "" of the first."""
    return label.partition(_AFTER)[2]
