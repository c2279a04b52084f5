"""What the votes of a council decide, and when it ends."""

from collections.abc import Iterable, Sequence

from luminos_core.records.council import Ballot, CouncilEnd, CouncilRound, Lens

_LENSES = tuple(Lens)


def lens_of(member: int) -> Lens:
    """`member` is counted from 1."""
    return _LENSES[(member - 1) % len(_LENSES)]


def votes_needed(members: int, threshold: int) -> int:
    """Two thirds, rounded up, or the threshold where that is more."""
    return max(-(-2 * members // 3), threshold)


def round_of(ballots: Sequence[Ballot], threshold: int, gates: Iterable[str] = ()) -> CouncilRound:
    return CouncilRound(
        ballots=tuple(ballots),
        needed=votes_needed(len(ballots), threshold),
        gates=tuple(gates),
    )


def end_after(rounds: Sequence[CouncilRound], seen: Sequence[str], most: int) -> CouncilEnd | None:
    """None while another round may bring something. `seen`: the digest of the evidence of each
    round; `most`: rounds that are allowed."""
    if rounds[-1].is_agreed:
        return CouncilEnd.AGREED
    if len(seen) > 1 and seen[-1] == seen[-2]:
        return CouncilEnd.FROZEN
    return CouncilEnd.ROUNDS if len(rounds) >= most else None
