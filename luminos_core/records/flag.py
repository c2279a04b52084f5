"""A finding that a person should look at, with its location and evidence."""

from enum import StrEnum

from luminos_core.records.base import Record


class Severity(StrEnum):
    """From worst to least, in the order of reports."""

    CRITICAL = "critical"
    CONCERN = "concern"
    INFO = "info"


class FlagSource(StrEnum):
    ANALYZER = "analyzer"
    MODEL = "model"


class Flag(Record):
    """A finding with its evidence: the quotation is the file's own text there, never a secret."""

    path: str  # "general" when it is about no single file
    finding: str  # one sentence
    severity: Severity
    rule: str = "model"  # of an analyzer: "python-eval", "merge-conflict", …
    line: int | None = None  # 1-based
    end_line: int | None = None
    quotation: str = ""
    verified: bool = False  # the quotation was found in the file
    doubt: str = ""  # why its evidence was not found, though it was looked up
    source: FlagSource = FlagSource.MODEL
    more: int = 0  # places of the same rule in the file that have no flag of their own

    @property
    def is_doubted(self) -> bool:
        """Whether its quotation, or its file, was looked up and not found. Such a flag is a claim:
        it is shown and counted apart."""
        if self.verified or self.source is not FlagSource.MODEL:
            return False
        return bool(self.doubt or self.quotation)

    @property
    def label(self) -> str:
        """Its severity, which counts only with evidence: "critical", or "unverified"."""
        return "unverified" if self.is_doubted else self.severity.value

    @property
    def location(self) -> str:
        """ "a.py:3", or the path alone."""
        return self.path if self.line is None else f"{self.path}:{self.line}"
