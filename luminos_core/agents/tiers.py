"""What each tier of complexity has: its passes, and how far agents' flags are checked."""

from collections.abc import Mapping
from dataclasses import dataclass

from luminos_core.records.complexity import ComplexityTier
from luminos_core.records.flag import Severity

WEIGHTY = (Severity.CRITICAL, Severity.CONCERN)


@dataclass(frozen=True)
class TierRow:
    passes: tuple[str, ...]  # in the order of a run
    reviewed: tuple[Severity, ...] = WEIGHTY  # flags of agents
    refinements: int = 0  # rounds in which a council has directories investigated again, at most
    synthesis_reads_on: bool = True  # else it is one call


_WHOLE = (
    "survey",
    "plan",
    "plan-update",
    "requirement-inference",
    "directory",
    "plan-revision",
    "verification",
    "requirements",
    "council",
    "synthesis",
    "advocate",
    "synthesis-verification",
)
TIERS: Mapping[ComplexityTier, TierRow] = {
    ComplexityTier.SIMPLE: TierRow(
        passes=(
            "requirement-inference",
            "directory",
            "verification",
            "requirements",
            "synthesis",
            "synthesis-verification",
        ),
        synthesis_reads_on=False,
    ),
    ComplexityTier.STANDARD: TierRow(
        passes=_WHOLE,
        refinements=1,
    ),
    ComplexityTier.COMPLEX: TierRow(
        passes=_WHOLE,
        reviewed=tuple(Severity),
        refinements=2,
    ),
}
_NAMED = frozenset(name for row in TIERS.values() for name in row.passes)


def votes_at_most(tier: ComplexityTier, rounds: int) -> int:
    """Of a council: one more than the times that directories may be asked again between them."""
    return min(rounds, TIERS[tier].refinements + 1)


def has_pass(tier: ComplexityTier, name: str) -> bool:
    """Whether a run of this tier has the pass. One that is in no row is in every run."""
    return name in TIERS[tier].passes or name not in _NAMED
