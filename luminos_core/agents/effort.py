"""How much effort a model is asked for, by a directory's tier in the plan."""

from luminos_core.agents.context import AgentContext
from luminos_core.records.conversation import Effort
from luminos_core.records.plan import Tier

_BY_TIER: dict[Tier, Effort] = {Tier.PRIORITY: "high", Tier.SHALLOW: "low"}
# Another model may refuse a request that names an effort.
_TAKES_EFFORT = ("claude-opus-5-5", "claude-sonnet-5-5")


def effort_of(tier: Tier, context: AgentContext) -> Effort | None:
    """What is set for the model counts for every tier; None: the model's own default. It is no part
    of a result's key, as the turns are not: another plan does not make results out of date."""
    if context.effort is not None or not context.model_id.startswith(_TAKES_EFFORT):
        return context.effort
    return _BY_TIER.get(tier)
