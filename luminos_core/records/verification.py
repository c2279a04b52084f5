"""Claims of agents, and what reviewers who have seen only the claim and the code say of them."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.flag import Severity, Verdict


class Opinion(StrEnum):
    """Of one reviewer."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    CANNOT_TELL = "cannot tell"


class Claim(Record):
    """A flag as its reviewers are shown it: without its author's confidence."""

    id: str  # digest of what it says of which file
    path: str
    line: int | None = None
    severity: Severity
    finding: str
    quotation: str = ""
    trigger: str = ""
    consequence: str = ""
    elsewhere: str = ""  # "3 places: lines 3, 9, 12"
    is_hint: bool = False  # of a rule that is seldom right
    code: str = ""  # around the place, without secrets: its function, callers and callees


class Claims(Record):
    claims: tuple[Claim, ...] = ()


class Review(Record):
    claim: str  # its id
    reviewer: int  # from 1
    opinion: Opinion | None = None  # None: there is no valid answer
    reason: str = ""
    path: str = ""  # of the decisive line
    line: int | None = None
    quotation: str = ""


class Verification(Record):
    """Every review of every claim."""

    reviews: tuple[Review, ...] = ()
    gap: str = ""  # why some were not made


class ClaimVerdict(Record):
    claim: str
    verdict: Verdict
    reason: str = ""  # of the reviewer whose opinion it is, with the decisive place
