"""The completion council: blind members vote whether an audit is complete, and a devil's advocate
attacks what they agree on."""

from enum import StrEnum

from luminos_core.records.base import Record


class Lens(StrEnum):
    """What a member looks at."""

    COVERAGE = "coverage"  # is every planned directory done and read?
    EVIDENCE = "evidence"  # do flags and summaries hold?
    REQUIREMENTS = "requirements"  # is what was asked for answered?


class Vote(StrEnum):
    COMPLETE = "complete"
    CONTINUE = "continue"
    CANNOT_VALIDATE = "cannot validate"  # counts as continue; also of a member without an answer


class Wanted(Record):
    """What a member, or the devil's advocate, wants to know of a directory."""

    directory: str
    question: str


class Ballot(Record):
    """Of one member."""

    member: int  # from 1
    lens: Lens
    vote: Vote
    reason: str = ""
    wanted: tuple[Wanted, ...] = ()


class Ballots(Record):
    """Of one round, in the order of the members."""

    ballots: tuple[Ballot, ...] = ()
    is_capped: bool = False  # the cap had no room for some of them
    gap: str = ""  # why some could not be asked


class CouncilRound(Record):
    """A vote, and what the directories were asked after it."""

    ballots: tuple[Ballot, ...]
    needed: int  # votes for complete
    gates: tuple[str, ...] = ()  # critical flags of checks that nobody addressed, with their places
    asked: tuple[Wanted, ...] = ()
    unanswered: tuple[str, ...] = ()  # of the directories asked: those whose answer is not complete

    @property
    def complete(self) -> int:
        return sum(ballot.vote is Vote.COMPLETE for ballot in self.ballots)

    @property
    def is_agreed(self) -> bool:
        return bool(self.ballots) and self.complete >= self.needed and not self.gates

    @property
    def is_unanimous(self) -> bool:
        return self.is_agreed and self.complete == len(self.ballots)


class Challenge(Record):
    """Of the devil's advocate."""

    is_sustained: bool | None = None  # None: there is no valid answer
    claim: str = ""
    path: str = ""  # of the decisive line
    line: int | None = None
    quotation: str = ""
    wanted: tuple[Wanted, ...] = ()
    unanswered: tuple[str, ...] = ()  # as in a round, once the directories were asked
    is_capped: bool = False
    gap: str = ""


class CouncilEnd(StrEnum):
    """How it ended; anything but agreement is a gap."""

    AGREED = "agreed"
    UNHEARD = "unheard"  # not every member could be asked: the run is incomplete
    ROUNDS = "rounds"  # no more are allowed
    FROZEN = "frozen"  # two rounds without new evidence
    CAP = "cap"
    CHALLENGE = "challenge"  # sustained, and not all that it is about was settled


class Council(Record):
    """What a run's council did."""

    rounds: tuple[CouncilRound, ...] = ()
    end: CouncilEnd = CouncilEnd.AGREED
    challenge: Challenge | None = None

    @property
    def is_agreed(self) -> bool:
        return self.end is CouncilEnd.AGREED

    @property
    def is_unanimous(self) -> bool:
        return self.is_agreed and bool(self.rounds) and self.rounds[-1].is_unanimous
