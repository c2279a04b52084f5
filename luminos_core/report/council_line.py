"""What is said of the completion council: the same in every rendering."""

from collections.abc import Iterator
from typing import NamedTuple

from luminos_core.records.council import (
    Ballot,
    Challenge,
    Council,
    CouncilEnd,
    CouncilRound,
    Vote,
    Wanted,
)
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_WHY = 240  # characters of a reason in a sentence

_ENDS = {
    CouncilEnd.UNHEARD: "not every member could be asked",
    CouncilEnd.ROUNDS: "no further vote was allowed",
    CouncilEnd.FROZEN: "asking again brought nothing new",
    CouncilEnd.CAP: "the cap had no room for more",
}


class VoteRow(NamedTuple):
    round: str  # "1", "2 to 3"; "" for the devil's advocate
    who: str
    vote: str
    why: str
    wanted: tuple[Wanted, ...] = ()


def council_line(council: Council | None) -> str:
    """ "agreed: 3 of 3 members say complete, after 2 votes"; "" when there was none."""
    if council is None or not council.rounds:
        return ""
    votes = formats.pluralize(len(council.rounds), "vote")
    count = f"{_count(council.rounds[-1])}, after {votes}"
    challenge = _challenge(council.challenge)
    if council.is_agreed:
        return f"agreed: {count}{challenge}"
    how = _ENDS.get(council.end)
    return f"not agreed: {count}{f'; {how}' if how else ''}{challenge}"


def council_gaps(council: Council | None) -> str:
    """Why an audit is complete with gaps, in clauses; "" when it is not."""
    if council is None or council.is_agreed or not council.rounds:
        return ""
    if council.challenge is not None:
        return one_line("; ".join(_challenged(council.challenge)))
    last, how = council.rounds[-1], _ENDS[council.end]
    members = f"{formats.pluralize(len(last.ballots), 'member')} of the completion council"
    needed = f"{last.needed:,} {'is' if last.needed == 1 else 'are'} needed"
    said = f"{last.complete:,} of {members} {_say(last)}, and {needed}; {how}"
    gates = f"nobody addressed {formats.listed(last.gates)}" if last.gates else ""
    return one_line("; ".join(filter(None, (said, gates, *dissent(last)))))


def dissent(council_round: CouncilRound) -> Iterator[str]:
    """ "coverage: the migrations are unread", of each member that does not say complete."""
    for ballot in council_round.ballots:
        if ballot.vote is not Vote.COMPLETE:
            yield f"{ballot.lens}: {_clause(ballot.reason) or ballot.vote.value}"


def vote_rows(council: Council | None) -> tuple[VoteRow, ...]:
    """Each vote in its order, those that a member repeats in one row, and the challenge."""
    if council is None:
        return ()
    rows: list[VoteRow] = []
    last: dict[int, tuple[int, Ballot]] = {}  # by member, the row of its last vote
    for number, each in enumerate(council.rounds, 1):
        for ballot in each.ballots:
            position, before = last.get(ballot.member, (0, None))
            if ballot == before:
                first = rows[position].round.partition(" ")[0]
                rows[position] = rows[position]._replace(round=f"{first} to {number}")
                continue
            last[ballot.member] = len(rows), ballot
            rows.append(_row(number, ballot))
    challenge = council.challenge
    if challenge is None:
        return tuple(rows)
    said = {True: "challenge sustained", False: "no challenge", None: "no valid answer"}
    vote = said[challenge.is_sustained]
    return (*rows, VoteRow("", "devil's advocate", vote, challenge.claim, challenge.wanted))


def _row(number: int, ballot: Ballot) -> VoteRow:
    who = f"{ballot.member}, {ballot.lens}"
    return VoteRow(str(number), who, ballot.vote.value, ballot.reason, ballot.wanted)


def asked_directories(council_round: CouncilRound) -> int:
    return len({wanted.directory for wanted in council_round.asked})


def _clause(said: str) -> str:
    return one_line(said, _WHY).rstrip(".")


def _count(council_round: CouncilRound) -> str:
    members = formats.pluralize(len(council_round.ballots), "member")
    return f"{council_round.complete:,} of {members} {_say(council_round)}"


def _say(council_round: CouncilRound) -> str:
    return f"{'says' if council_round.complete == 1 else 'say'} complete"


def _challenge(challenge: Challenge | None) -> str:
    if challenge is None:
        return ""
    if challenge.is_sustained is None:
        return "; the devil's advocate gave no valid answer"
    if not challenge.is_sustained:
        return "; the devil's advocate could not refute the report"
    settled = "" if challenge.unanswered else ", which was settled"
    return f"; the devil's advocate found something wrong{settled}"


def _challenged(challenge: Challenge) -> Iterator[str]:
    """Clauses."""
    if challenge.is_sustained is None:
        yield f"the report was not challenged: {_clause(challenge.claim)}"
        return
    place = f" ({challenge.path}:{challenge.line})" if challenge.line else ""
    yield f"the devil's advocate: {_clause(challenge.claim)}{place}"
    if challenge.unanswered:
        yield f"not settled in {formats.listed(challenge.unanswered)}"
