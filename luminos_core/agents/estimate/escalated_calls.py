"""The likely calls of agents on the model tiers above the first."""

from dataclasses import replace

from luminos_core.agents.estimate.call_pattern import CallTally
from luminos_core.agents.estimate.directory_calls import conversations
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork


def escalated_calls(
    work: RemainingWork, profile: ModelProfile, rung: int, prefix: float
) -> CallTally:
    """On the tier that many above the first: of the directories that are due there, and of the
    share that is likely to come from the tiers below. `prefix`: tokens of the tools and the system
    text, which the first conversation writes."""
    tally, before = CallTally(), 0.0
    for below in range(rung + 1):
        share = profile.escalated_share ** (rung - below)
        for pattern in conversations(work, profile, below) if share else ():
            cached = prefix if before >= 1 else 0.0
            calls = pattern.calls(prefix, cached=cached, keeps_prefix=True)
            tally.add(replace(call, count=share * call.count) for call in calls)
            before += share
    return tally
