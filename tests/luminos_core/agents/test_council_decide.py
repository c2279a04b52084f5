"""What the votes of a council decide: pure rules."""

import pytest

from luminos_core.agents.council.decide import end_after, lens_of, round_of, votes_needed
from luminos_core.records.council import Ballot, CouncilEnd, CouncilRound, Lens, Vote

C, MORE, BLIND = Vote.COMPLETE, Vote.CONTINUE, Vote.CANNOT_VALIDATE


def voted(*votes: Vote, threshold: int = 0, gates: tuple[str, ...] = ()) -> CouncilRound:
    ballots = [Ballot(member=n, lens=lens_of(n), vote=vote) for n, vote in enumerate(votes, 1)]
    return round_of(ballots, threshold, gates)


@pytest.mark.parametrize(
    ("members", "threshold", "needed"),
    [(3, 0, 2), (3, 1, 2), (3, 3, 3), (5, 2, 4), (5, 5, 5), (1, 0, 1), (2, 0, 2), (9, 0, 6)],
)
def test_two_thirds_are_needed_or_the_threshold_where_that_is_more(
    members: int, threshold: int, needed: int
) -> None:
    assert votes_needed(members, threshold) == needed


@pytest.mark.parametrize(
    ("votes", "threshold", "agreed", "unanimous"),
    [
        ((C, C, C), 0, True, True),
        ((C, C, MORE), 0, True, False),
        ((C, C, BLIND), 0, True, False),
        ((C, MORE, BLIND), 0, False, False),
        ((C, C, MORE), 3, False, False),
        ((C, C, C, BLIND, MORE), 2, False, False),
        ((C, C, C, C, MORE), 2, True, False),
        ((), 0, False, False),
    ],
)
def test_a_member_that_cannot_validate_counts_as_one_that_goes_on(
    votes: tuple[Vote, ...], threshold: int, agreed: bool, unanimous: bool
) -> None:
    found = voted(*votes, threshold=threshold)
    assert (found.is_agreed, found.is_unanimous) == (agreed, unanimous)


def test_no_vote_passes_a_gate() -> None:
    assert not voted(C, C, C, gates=("a rule at a.py:1",)).is_agreed


def test_members_look_through_different_lenses_in_turn() -> None:
    assert [lens_of(n) for n in range(1, 5)] == [*Lens, Lens.COVERAGE]


def test_it_ends_by_agreement_by_frozen_evidence_or_by_its_rounds() -> None:
    no, yes = voted(C, MORE, MORE), voted(C, C, MORE)
    assert end_after([no], ["a"], 3) is None
    assert end_after([no, no], ["a", "b"], 3) is None
    assert end_after([no, no], ["a", "a"], 3) is CouncilEnd.FROZEN
    assert end_after([no, yes], ["a", "a"], 3) is CouncilEnd.AGREED
    assert end_after([no, no, no], ["a", "b", "c"], 3) is CouncilEnd.ROUNDS
    assert end_after([no], ["a"], 1) is CouncilEnd.ROUNDS
