"""What is kept of a target's runs, for the next one to be compared with."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.comparison import ComparedRun
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag
from luminos_core.records.project import Dependency, EntryPoint

RESOLVED_KEPT = 2_000  # flags that are gone, the latest: they may come again
UNKNOWN_KEPT = 2_000  # that were not seen again


class Listed(StrEnum):
    """By the name of the report's list. Only what is in the first is open."""

    FLAGS = "flags"
    UNVERIFIED = "unverified_flags"
    REFUTED = "refuted_flags"
    SUPPRESSED = "suppressed_flags"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFlag:
    """A flag that some run has found, as it was when it was last seen. A dataclass: a target may
    have tens of thousands."""

    flag: Flag
    listed: Listed = Listed.FLAGS
    found_as: str = ""  # its fingerprint by its place, if it is known by an earlier one
    content: str = ""  # the beginning of the digest of its file; "" for none
    teller: str = ""  # the directory whose investigator raised it; "" for none
    since_base: bool = False  # no complete run has seen it, or seen it again
    resolved_at: str = ""  # ISO 8601, UTC; "" while it is not
    resolved_commit: str = ""


class KnownDirectory(Record):
    path: str
    state: DirectoryState
    summary: str = ""
    purpose: str = ""  # what it says it is for; "" with a model, and when it does not say it


class KnownFacts(Record):
    """What else of the target may be new or gone."""

    dependencies: tuple[Dependency, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    licence: str = ""
    owners: Mapping[str, str] = {}  # of the top directories: the author of most of their files
    code_owners: tuple[str, ...] = ()  # whom CODEOWNERS names


class Base(Record):
    """The last complete run, and what it read."""

    run: ComparedRun
    language_model: bool
    rules: Mapping[str, str]  # versions of our own rules, by name
    tools: Mapping[str, str]  # versions of other tools that ran, by name
    model: str = ""  # of the directories
    luminos_version: str
    directories: tuple[KnownDirectory, ...] = ()  # by path
    files: str = ""  # see `KnownFiles`
    unread: tuple[str, ...] = ()  # files that were not read whole
    unseen: tuple[str, ...] = ()  # what was excluded, or could not be read
    facts: KnownFacts = KnownFacts()


class History(Record):
    """Of one target, on one branch."""

    branch: str = ""
    base: Base | None = None  # None: no run was complete yet
    flags: tuple[KnownFlag, ...] = ()

    @property
    def open(self) -> tuple[KnownFlag, ...]:
        return tuple(known for known in self.flags if not known.resolved_at)

    @property
    def resolved(self) -> tuple[KnownFlag, ...]:
        return tuple(known for known in self.flags if known.resolved_at)
