"""What a person has decided not to be told of again, in a file and with a reason."""

from datetime import date
from enum import StrEnum

from luminos_core.records.base import Record

ANY_RULE = "*"
FEWEST_DIGITS = 12  # of a fingerprint


class SuppressedBy(StrEnum):
    """Which file suppresses a flag, before its reason in `Flag.suppressed`. Else that begins with
    the name of a comment in the code: "noqa", "luminos"."""

    TARGET_FILE = "file"  # of the target itself
    GIVEN_FILE = "given file"  # of whoever runs the audit


class Suppression(Record):
    """An entry of a file. It suppresses the flags that have all that it names."""

    place: str  # ".luminos/suppressions.toml:12"; without a line when that is not known
    by: SuppressedBy = SuppressedBy.TARGET_FILE
    fingerprint: str = ""  # its first digits, or all of them
    rule: str = ""  # the very rule, or "*"
    path: str = ""  # a pattern, as in a .gitignore file
    reason: str
    until: date | None = None  # the last day, UTC

    @property
    def text(self) -> str:
        """What it names: "code-injection in src/*.py, 3f2a91c07d5e"."""
        rule = "any rule" if self.rule == ANY_RULE else self.rule
        where = " in ".join(filter(None, (rule, self.path)))
        return ", ".join(filter(None, (where, self.fingerprint[:FEWEST_DIGITS])))


class RemarkKind(StrEnum):
    """In the order of reports."""

    WRONG = "wrong"  # an entry, or a file, that suppresses nothing
    EXPIRED = "expired"
    UNUSED = "unused"
    IGNORED = "ignored"  # a file that was not to be used


class SuppressionRemark(Record):
    """What whoever keeps a file of suppressions should know of it."""

    kind: RemarkKind
    place: str  # as of an entry
    text: str  # a clause


class SuppressionFile(Record):
    """What a file holds."""

    entries: tuple[Suppression, ...] = ()
    remarks: tuple[SuppressionRemark, ...] = ()  # of what is wrong with it
