"""What is remembered of a target's runs: an episode for each directory that one investigated, and
for each word of a person."""

from collections.abc import Mapping
from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.flag import Known, Severity
from luminos_core.records.plan import Tier


class Judge(StrEnum):
    PERSON = "person"
    REVIEWERS = "reviewers"
    AGENT = "agent"  # of the directory, asked about the flag of a check


class Word(StrEnum):
    """What one says of a flag."""

    CONFIRMED = "confirmed"
    FALSE = "false"
    ACCEPTED = "accepted"  # a person's: it is right, and stays


class Judgement(Record):
    """Of one flag."""

    fingerprint: str
    path: str
    rule: str
    severity: Severity
    kind: str = ""  # of an agent's claim: "CWE-78"; "" for a check's flag, and for none
    finding: str = ""
    line: int | None = None
    quotation: str = ""  # its beginning
    code: str = ""  # digest of the code that the flag is about; "" when that was not found
    judge: Judge
    word: Word
    reason: str = ""

    @property
    def about(self) -> str:
        """What it is a judgement of, when it is one of many: a rule, or a kind of claim."""
        return self.kind or self.rule


class KnownFlag(Record):
    """What is remembered of a flag whose code is as it was."""

    known: Known
    because: str
    judgement: Judgement  # the latest


class TurnUse(Record):
    """How a directory's investigator used the turns it was given."""

    tier: Tier
    given: int
    used: int
    borrowed: int = 0
    returned: int = 0
    is_partial: bool = False
    completeness: float | None = None  # None: not rated
    confidence: float | None = None


class Episode(Record):
    """Of one directory in one run, or what a person said of one of its flags."""

    run_id: str  # of a person's word: in which the flag was seen
    at: str  # ISO 8601, UTC
    directory: str
    key: str = ""  # digest of what its result depended on
    size: int = 0  # bytes of its own files
    sort: str = ""  # of directories it is: "source, up to 64 kB"
    model: str = ""
    turns: TurnUse | None = None  # None: a person's word
    flags: Mapping[Severity, int] = {}  # that it was found to have
    judgements: tuple[Judgement, ...] = ()


class PatternKind(StrEnum):
    TURNS = "turns"  # that one directory took
    SORT = "sort"  # of directories: which tier fitted them
    CLAIMS = "claims"  # how often a rule, or a kind of claim, was right


class Pattern(Record):
    """What several episodes have in common."""

    id: str  # 12 hex digits, the same as long as it is about the same
    kind: PatternKind
    about: str  # a directory, a sort of directories, or a rule
    path: str  # the directory that it was learnt in, with all below it
    text: str  # one sentence
    episodes: int
    against: int  # of them, those that contradict it
    confidence: float  # below 1
    importance: float  # it halves in ten runs
    runs: tuple[str, ...] = ()  # the latest last
