"""What a target is to be, as a person has written it down, and what was found of it."""

from datetime import date
from enum import StrEnum

from luminos_core.records.base import Record

INFER = "infer"  # in place of a file: from what the target's documents say


class CheckKind(StrEnum):
    """As in a file of requirements."""

    FILE_EXISTS = "file_exists"
    MATCHES = "matches"
    SYMBOL = "symbol"
    ABSENT = "absent"


class RequirementCheck(Record):
    kind: CheckKind
    sought: str = ""  # a pattern for RE2, or a symbol's name; "" when only a file must exist
    path: str  # of the files that are looked at: a pattern as in a .gitignore file


class Waiver(Record):
    reason: str
    until: date  # the last day, UTC


class Requirement(Record):
    """An entry of a file."""

    id: str
    text: str
    line: int | None = None  # in the file; None when it is not known
    checks: tuple[RequirementCheck, ...] = ()  # all must hold
    waiver: Waiver | None = None
    problem: str = ""  # a clause: what is wrong with the entry, which is then not checked
    source: str = ""  # of an inferred one, the document that `line` is of

    @property
    def is_unchecked(self) -> bool:
        """Whether only a model can tell."""
        return not (self.checks or self.problem)


class RequirementFile(Record):
    """What a file says."""

    requirements: tuple[Requirement, ...] = ()
    problem: str = ""  # why it cannot be used, or not whole, with the place: "r.toml:3: …"


class RequirementState(StrEnum):
    """In the order of reports."""

    UNMET = "unmet"
    UNKNOWN = "unknown"
    WAIVED = "waived"
    MET = "met"


class Evidence(Record):
    path: str
    line: int | None = None  # None: the file itself

    @property
    def location(self) -> str:
        return self.path if self.line is None else f"{self.path}:{self.line}"


class Finding(Record):
    """What the checks of a requirement have found, or a model, whatever day it is."""

    requirement: Requirement
    state: RequirementState  # never waived
    reason: str = ""  # clauses
    evidence: tuple[Evidence, ...] = ()
    is_judged: bool = False  # by a model


class Findings(Record):
    file: str  # for people; "" when all are inferred
    findings: tuple[Finding, ...] = ()  # in the file's order
    gap: str = ""  # why some or all are missing


class RequirementAnswer(Record):
    """What a model says of a requirement, with the place it quotes."""

    id: str
    state: RequirementState  # never waived
    reason: str = ""
    path: str = ""
    line: int | None = None
    quotation: str = ""
    is_given: bool = True  # else no valid answer was


class RequirementAnswers(Record):
    answers: tuple[RequirementAnswer, ...] = ()
    gap: str = ""  # why some or all are missing


class InferredRequirements(Record):
    """What the target's own documents ask of it."""

    requirements: tuple[Requirement, ...] = ()
    gap: str = ""  # why they are missing


class RequirementStatus(Record):
    """A requirement in a report."""

    id: str
    text: str
    place: str  # "requirements.md:12"
    state: RequirementState
    reason: str = ""  # clauses: why it is so
    evidence: tuple[Evidence, ...] = ()
    waiver: Waiver | None = None  # as written, in force or not
    is_inferred: bool = False  # a document of the target says it, and nobody else has asked for it
    is_judged: bool = False  # by a model
