"""What the reviews of a claim decide, and what follows for its flags."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from luminos_core.agents.verification.claims import claim_id, is_claim
from luminos_core.records.flag import Flag, Severity, Verdict
from luminos_core.records.verification import ClaimVerdict, Opinion, Review, Verification

_DECIDE = {Opinion.CONFIRMED: Verdict.CONFIRMED, Opinion.REFUTED: Verdict.REFUTED}


class Reviewed(NamedTuple):
    flags: tuple[Flag, ...]  # that count
    refuted: tuple[Flag, ...]  # that do not


def decide(reviews: Sequence[Review]) -> ClaimVerdict:
    """Of one claim: more than half of those who were asked have to agree. A reviewer without a
    valid answer was asked, too."""
    counts = Counter(review.opinion for review in reviews)
    for opinion, verdict in _DECIDE.items():
        if 2 * counts[opinion] > len(reviews):
            reason = next(_reason(each) for each in reviews if each.opinion is opinion)
            return ClaimVerdict(claim=reviews[0].claim, verdict=verdict, reason=reason)
    why = "; ".join(dict.fromkeys(_undecided(review) for review in reviews))
    return ClaimVerdict(claim=reviews[0].claim, verdict=Verdict.UNVERIFIED, reason=why)


def verifications(results: Iterable[object]) -> Iterator[Verification]:
    """Those among the results of passes."""
    return (each for each in results if isinstance(each, Verification))


def verdicts_of(verifications: Iterable[Verification]) -> dict[str, ClaimVerdict]:
    """By claim."""
    reviews: dict[str, list[Review]] = defaultdict(list)
    for verification in verifications:
        for review in verification.reviews:
            reviews[review.claim].append(review)
    return {claim: decide(each) for claim, each in reviews.items()}


def with_verdicts(flags: Iterable[Flag], verifications: Iterable[Verification]) -> Reviewed:
    """Flags with what was decided about them. Refuted ones are apart, but for criticals, which are
    told as notes: nothing that may be critical is taken out of sight by a model."""
    verdicts = verdicts_of(verifications)
    counted, refuted = [], []
    for flag in flags:
        found = verdicts.get(claim_id(flag)) if is_claim(flag) else None
        if found is None:
            counted.append(flag)
            continue
        judged = flag.model_copy(update={"verdict": found.verdict, "verdict_reason": found.reason})
        if found.verdict is not Verdict.REFUTED:
            counted.append(judged)
        elif flag.severity is Severity.CRITICAL:
            relabelled = {"severity": Severity.INFO, "was": flag.severity}
            counted.append(judged.model_copy(update=relabelled))
        else:
            refuted.append(judged)
    return Reviewed(tuple(counted), tuple(refuted))


def _reason(review: Review) -> str:
    place = f"{review.path}:{review.line}" if review.line else review.path
    return f"{review.reason} ({place})" if place else review.reason


def _undecided(review: Review) -> str:
    said = review.opinion.value if review.opinion else "no valid answer"
    return f"{said}: {_reason(review)}" if review.reason else said
