"""What a reviewer of a claim is given, and how many there are."""

from collections.abc import Iterator

from luminos_core.agents.tiers import TIERS
from luminos_core.records.base import Record
from luminos_core.records.complexity import ComplexityTier
from luminos_core.records.flag import Severity
from luminos_core.records.settings import Settings
from luminos_core.records.verification import Claim
from luminos_core.text.sanitize import sanitize_line, sanitize_name

# Reviewers of one claim begin at different ends, or they would all miss the same.
_LENSES = (
    "Begin where the value or the act comes from, and follow it to the place.",
    "Begin with what stands between the sender and the place: checks, types, callers, settings.",
    "Begin with what follows at the place, and go back to whoever could bring it about.",
)


class VerificationBriefing(Record):
    """Of a part: one claim, and which of its reviewers this is."""

    target: str
    claims: tuple[Claim, ...]
    reviewers: dict[Severity, int]
    hint_reviewers: int = 0
    reviewer: int = 0  # from 1

    def reviewers_of(self, claim: Claim) -> int:
        return self.hint_reviewers if claim.is_hint else self.reviewers[claim.severity]

    @property
    def scope(self) -> str:
        """The name of a part's step."""
        if not self.reviewer:
            return ""
        claim = self.claims[0]
        place = f"{claim.path}:{claim.line}" if claim.line else claim.path
        return f"{place}, {claim.id[:8]}, reviewer {self.reviewer}"


def reviewers_of(settings: Settings, tier: ComplexityTier) -> dict[Severity, int]:
    """How many review a claim of each severity."""
    wanted = {
        Severity.CRITICAL: settings.critical_reviewers,
        Severity.CONCERN: settings.concern_reviewers,
        Severity.INFO: min(settings.concern_reviewers, 1),
    }
    return {each: n if each in TIERS[tier].reviewed else 0 for each, n in wanted.items()}


def lens(reviewer: int) -> str:
    return _LENSES[(reviewer - 1) % len(_LENSES)]


def claim_block(claim: Claim) -> str:
    """A line for each thing that it says."""
    return "\n".join(_lines(claim))


def _lines(claim: Claim) -> Iterator[str]:
    place = sanitize_name(claim.path) + (f":{claim.line}" if claim.line else "")
    yield f"Severity: {claim.severity}"
    if claim.is_hint:
        yield "By a rule that is seldom right: is it right here?"
    yield f"Place: {place}" + (f" ({claim.elsewhere})" if claim.elsewhere else "")
    said = (
        ("Finding", claim.finding),
        ("Quotation", claim.quotation),
        ("Trigger", claim.trigger),
        ("Consequence", claim.consequence),
    )
    yield from (f"{name}: {sanitize_line(text, 600)}" for name, text in said if text)
