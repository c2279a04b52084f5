"""What is known of a directory, a file or a flag of a target, from its stored runs."""

from typing import Literal

from luminos_core.catalogue.rule_text import RuleText
from luminos_core.lookup.report_part import ReportFlags
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag
from luminos_core.records.outcome import DirectoryOutcome, ReportedFile
from luminos_core.records.project import MappedFile


class ReportPlaces(ReportFlags):
    """Of an AuditReport: what is in it of paths."""

    directories: tuple[DirectoryOutcome, ...]
    files: tuple[MappedFile, ...] = ()


class InRun(Record):
    """What one run says of it."""

    run_id: str
    finished_at: str
    state: str  # of the directory, or of the flag; "" when it was not there
    why: str = ""  # why the directory was read, or was not
    flags: int = 0
    usd: float | None = 0.0  # of the directory; None: a price is unknown


class LastRead(Record):
    """When a directory's result was made, and why."""

    at: str
    run_id: str = ""  # "" when that run is not stored any more
    why: str = ""


class _Answer(Record):
    run_id: str
    finished_at: str
    target: str
    history: tuple[InRun, ...] = ()  # the latest first

    @property
    def usd(self) -> float | None:
        """What it cost in the runs of its history; None: a price is unknown."""
        known = [run.usd for run in self.history if run.usd is not None]
        return sum(known) if len(known) == len(self.history) else None


class DirectoryAnswer(_Answer):
    kind: Literal["directory"] = "directory"
    directory: DirectoryOutcome
    last_read: LastRead | None = None
    flags: tuple[Flag, ...] = ()  # of its own files
    below: tuple[Flag, ...] = ()  # of the directories in it


class FileAnswer(_Answer):
    kind: Literal["file"] = "file"
    path: str
    directory_state: DirectoryState | None = None
    file: MappedFile | None = None  # None when an earlier version made the report
    entry: ReportedFile | None = None  # None when it has none of its own
    link: str = ""  # at the forge; "" when that is not known
    owner: str = ""  # of a file with flags
    flags: tuple[Flag, ...] = ()
    unverified_flags: tuple[Flag, ...] = ()
    refuted_flags: tuple[Flag, ...] = ()
    suppressed_flags: tuple[Flag, ...] = ()
    gone: tuple[Flag, ...] = ()  # since the run before


class FlagAnswer(_Answer):
    kind: Literal["flag"] = "flag"
    flag: Flag
    link: str = ""  # to its lines at the forge; "" when that is not known
    rule: RuleText | None = None  # None for a model's, and for one that is no longer known


Answer = DirectoryAnswer | FileAnswer | FlagAnswer
