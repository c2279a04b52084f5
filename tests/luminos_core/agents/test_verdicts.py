"""What the reviews of a claim decide, and what follows for its flags."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.verification.claims import claim_id, claims_of, is_claim
from luminos_core.agents.verification.verdicts import decide, with_verdicts
from luminos_core.records.flag import Flag, FlagSource, Severity, Verdict
from luminos_core.records.verification import Opinion, Review, Verification

YES, NO, UNSURE, SILENT = Opinion.CONFIRMED, Opinion.REFUTED, Opinion.CANNOT_TELL, None
FLAG = Flag(
    path="a.py", finding="eval of input.", severity=Severity.CRITICAL, line=3, confidence=0.9
)


def reviews(*opinions: Opinion | None, claim: str = "c") -> tuple[Review, ...]:
    return tuple(
        Review(claim=claim, reviewer=number, opinion=opinion, reason=f"because {number}")
        for number, opinion in enumerate(opinions, 1)
    )


@pytest.mark.parametrize(
    ("opinions", "verdict"),
    [
        ((YES,), Verdict.CONFIRMED),
        ((NO,), Verdict.REFUTED),
        ((UNSURE,), Verdict.UNVERIFIED),
        ((SILENT,), Verdict.UNVERIFIED),
        ((YES, YES, NO), Verdict.CONFIRMED),
        ((YES, NO, NO), Verdict.REFUTED),
        ((YES, NO, UNSURE), Verdict.UNVERIFIED),
        ((YES, YES, SILENT), Verdict.CONFIRMED),
        ((YES, SILENT, SILENT), Verdict.UNVERIFIED),
        ((SILENT, SILENT, SILENT), Verdict.UNVERIFIED),
        ((YES, YES, NO, NO), Verdict.UNVERIFIED),
    ],
)
def test_more_than_half_of_those_who_were_asked_decide_in_any_order(
    opinions: tuple[Opinion | None, ...], verdict: Verdict
) -> None:
    for order in set(permutations(opinions)):
        assert decide(reviews(*order)).verdict is verdict


@given(st.lists(st.sampled_from([YES, NO, UNSURE, SILENT]), min_size=1, max_size=9))
def test_no_answer_never_counts_for_either_side(opinions: list[Opinion | None]) -> None:
    found = decide(reviews(*opinions)).verdict
    decisive = {Verdict.CONFIRMED: YES, Verdict.REFUTED: NO}.get(found)
    if decisive is not None:
        assert 2 * opinions.count(decisive) > len(opinions)
    silenced = [SILENT if each is decisive else each for each in opinions]
    assert decide(reviews(*silenced)).verdict is not found or found is Verdict.UNVERIFIED


def verification(flag: Flag, *opinions: Opinion | None) -> Verification:
    return Verification(reviews=reviews(*opinions, claim=claim_id(flag)))


def test_a_refuted_critical_is_relabelled_and_a_refuted_concern_is_told_apart() -> None:
    concern = FLAG.model_copy(update={"severity": Severity.CONCERN, "path": "b.py"})
    found = with_verdicts(
        (FLAG, concern), (verification(FLAG, NO, NO, YES), verification(concern, NO))
    )
    (kept,) = found.flags
    assert (kept.severity, kept.was, kept.verdict) == (
        Severity.INFO,
        Severity.CRITICAL,
        Verdict.REFUTED,
    )
    assert kept.verdict_reason == "because 1"
    (refuted,) = found.refuted
    assert (refuted.path, refuted.severity, refuted.verdict) == (
        "b.py",
        Severity.CONCERN,
        Verdict.REFUTED,
    )


def test_no_review_takes_a_critical_out_of_the_flags() -> None:
    for opinions in product((YES, NO, UNSURE, SILENT), repeat=3):
        found = with_verdicts((FLAG,), (verification(FLAG, *opinions),))
        assert (len(found.flags), found.refuted) == (1, ())


def test_a_verdict_is_of_one_claim_at_all_its_places_and_of_no_other() -> None:
    again = FLAG.model_copy(update={"line": 9})
    other = FLAG.model_copy(update={"finding": "Another thing."})
    check = FLAG.model_copy(update={"source": FlagSource.ANALYZER, "rule": "code-injection"})
    found = with_verdicts((FLAG, again, other, check), (verification(FLAG, YES, YES, YES),))
    verdicts = [flag.verdict for flag in found.flags]
    assert verdicts == [Verdict.CONFIRMED, Verdict.CONFIRMED, None, None]
    assert with_verdicts(found.flags, ()).flags == found.flags


def test_claims_are_agents_flags_of_the_reviewed_severities_without_their_authors_confidence() -> (
    None
):
    doubted = FLAG.model_copy(update={"quotation": "gone", "finding": "Doubted."})
    info = FLAG.model_copy(update={"severity": Severity.INFO})
    check = FLAG.model_copy(update={"source": FlagSource.ANALYZER})
    again = FLAG.model_copy(update={"line": 9})
    assert [is_claim(each) for each in (FLAG, doubted, info, check)] == [True, False, True, False]
    (claim,) = claims_of((FLAG, doubted, info, check, again))
    assert (claim.path, claim.line, claim.elsewhere) == ("a.py", 3, "2 places: lines 3, 9")
    assert "0.9" not in claim.model_dump_json()
    assert [each.severity for each in claims_of((FLAG, info), [Severity.INFO])] == ["info"]
