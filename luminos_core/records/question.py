"""What the agent of a directory is asked beside its work, what it answers, and what only a person
can answer."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.flag import Flag, Severity


class AskedAbout(StrEnum):
    CHECK = "check"  # a flag or a hint of a deterministic check or another tool
    EARLIER = "earlier"  # an agent's flag of an earlier run: is it still so?
    COUNCIL = "council"  # what the completion council wants to know


class AnswerKind(StrEnum):
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"  # of an earlier flag: it is gone
    OPEN = "open"


class Question(Record):
    id: str  # digest of what is asked, the same in every run
    about: AskedAbout
    text: str
    flag: Flag | None = None
    lines: tuple[int, ...] = ()  # of its places, when it has several


class Answer(Record):
    question: str  # its id
    about: AskedAbout
    answer: AnswerKind
    reason: str = ""
    path: str = ""  # where the answer is seen
    line: int | None = None
    of: str = ""  # the path of the flag that it is about
    lines: tuple[int, ...] = ()  # of the places that it is about; (): of one without a line
    severity: Severity | None = None  # of a hint that is confirmed


class PersonQuestion(Record):
    directory: str
    text: str
    why: str = ""  # nobody else could answer it
