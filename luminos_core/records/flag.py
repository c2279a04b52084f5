"""A finding that a person should look at, with its location and evidence."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, Self

from luminos_core.records.base import Record
from luminos_core.records.suppression import SuppressedBy


class Severity(StrEnum):
    """From worst to least, in the order of reports."""

    CRITICAL = "critical"
    CONCERN = "concern"
    INFO = "info"


SEVERITY_RANK = {severity: rank for rank, severity in enumerate(Severity)}  # less is worse


class FlagSource(StrEnum):
    ANALYZER = "analyzer"
    TOOL = "tool"  # another program, whose name is in the rule: "ruff:S602"
    MODEL = "model"


class Verdict(StrEnum):
    """Of reviewers who were shown a claim and the code."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNVERIFIED = "unverified"  # they could not tell, did not agree, or gave no valid answer


class Known(StrEnum):
    """What is remembered of a flag while the code that it is about stays as it is."""

    DISMISSED = "known-false"  # in two runs at least, by reviewers or agents
    FALSE = "false"  # this and the next two: a person says so
    ACCEPTED = "accepted"  # it is right, and stays
    CONFIRMED = "confirmed"


class FlagState(StrEnum):
    """What became of a flag since the last run, in the order of reports."""

    NEW = "new"  # in the code
    REOPENED = "reopened"  # it was resolved, and is there again
    NEWLY_CHECKED = "newly checked"  # by a rule or a tool that the last run did not have
    PERSISTING = "persisting"
    UNKNOWN = "unknown"  # it was not seen again, and nothing shows that it is gone
    RESOLVED = "resolved"  # its evidence is gone


class Flag(Record):
    """A finding with its evidence: the quotation is the file's own text there, never a secret."""

    path: str  # "general" when it is about no single file
    finding: str  # one sentence
    severity: Severity
    rule: str = "model"  # of an analyzer: "code-injection", "merge-conflict", …
    line: int | None = None  # 1-based
    end_line: int | None = None
    quotation: str = ""
    verified: bool = False  # the quotation was found in the file
    doubt: str = ""  # why its evidence was not found, though it was looked up
    source: FlagSource = FlagSource.MODEL
    cwe: int | None = None  # this and the next four: of an agent's flag, as it says
    trigger: str = ""  # who sends or does what
    consequence: str = ""
    fix: str = ""
    confidence: float | None = None  # 0 to 1; None: not rated
    verdict: Verdict | None = None  # None: it was not reviewed
    verdict_reason: str = ""  # with the decisive place
    was: Severity | None = None  # before it was refuted: a critical is relabelled, not removed
    known_as: str = ""  # the fingerprint of the flag of an earlier run that it is, as an agent says
    answered_by: str = ""  # the directory whose agent was asked about this flag of a check
    answer: str = ""  # its reason
    is_dismissed: bool = False  # by that agent; else it has confirmed it
    known: Known | None = None  # from earlier runs, and from persons; it changes no count
    known_because: str = ""
    symbol: str = ""  # what encloses it: "Client.send", a heading, "jobs.build"; "" for none known
    ordinal: int = 1  # among flags of the same rule, path, symbol and quotation, in order of place
    fingerprint: str = ""  # 64 hex digits, in a report: see flags/fingerprint.py
    owner: str = ""  # of the file, in a report: by CODEOWNERS, else of most of its commits
    # What says that it is meant: a comment, "noqa" or "luminos: why", or a file and its reason, as
    # `SuppressedBy` begins them: "file: why".
    suppressed: str = ""
    also_found_by: tuple[str, ...] = ()  # rules of other tools that say the same: "ruff:S602"
    is_hint: bool = False  # seldom right or worth anybody's time: for who reads the code anyway
    state: FlagState | None = None  # None: there was no run to compare with
    first_seen: str = ""  # when the run ended that found it first; ISO 8601, UTC
    first_commit: str = ""  # of the target in that run; "" without a repository
    last_seen: str = ""  # as `first_seen`, of the last run that found it
    last_commit: str = ""
    more: int = 0  # places of the same rule in the file that have no record of their own

    @property
    def is_doubted(self) -> bool:
        """Whether its quotation, or its file, was looked up and not found. Such a flag is a claim:
        it is shown and counted apart."""
        if self.verified or self.source is not FlagSource.MODEL:
            return False
        return bool(self.doubt or self.quotation)

    @property
    def known_line(self) -> str:
        """ "known-false: dismissed in 2 runs", "accepted by a person: the port is closed"; "" for
        what nothing is remembered of."""
        if self.known is None:
            return ""
        by = "" if self.known is Known.DISMISSED else " by a person"
        return f"{self.known}{by}{f': {self.known_because}' if self.known_because else ''}"

    @property
    def is_lowered(self) -> bool:
        """Whether it comes after others of its severity. No agent lowers a critical."""
        if self.known is Known.DISMISSED:
            return self.severity is not Severity.CRITICAL
        return self.known in (Known.FALSE, Known.ACCEPTED)

    @property
    def suppression(self) -> tuple[str, str]:
        """Of a suppressed flag: the comment's name or `SuppressedBy`, and the reason, "" when it
        has none."""
        by, _, reason = self.suppressed.partition(": ")
        return by, reason

    @property
    def is_suppressed_in_code(self) -> bool:
        return bool(self.suppressed) and self.suppression[0] not in frozenset(SuppressedBy)

    @property
    def group(self) -> tuple[str, ...]:
        """What it has in common with flags that say the same of the same file, at other places."""
        dismissed = ("dismissed",) if self.is_dismissed else ()
        alike = (self.severity.value, self.rule, self.path, *dismissed)
        is_model = self.source is FlagSource.MODEL
        return (*alike, " ".join(self.finding.split()), self.label) if is_model else alike

    @property
    def places(self) -> int:
        """Itself, and those that it counts."""
        return 1 + self.more

    @property
    def label(self) -> str:
        """Its severity, which counts only with evidence: "critical", or "unverified"."""
        return "unverified" if self.is_doubted else self.severity.value

    @property
    def location(self) -> str:
        """ "a.py:3", or the path alone."""
        return self.path if self.line is None else f"{self.path}:{self.line}"


class FlagCounts(NamedTuple):
    """What one rule says of one file is one flag, however many places it has there."""

    flags: Counter[Severity]
    places: int

    @classmethod
    def of(cls, flags: Iterable[Flag]) -> Self:
        places = tuple(flags)
        groups = {flag.group: flag.severity for flag in places}
        return cls(Counter(groups.values()), sum(flag.places for flag in places))

    @property
    def in_places(self) -> str:
        """ " in 31 places"; "" when no flag has more than one."""
        return f" in {self.places:,} places" if self.places > self.flags.total() else ""
