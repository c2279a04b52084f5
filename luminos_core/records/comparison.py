"""What a run says of the last complete run of the same target."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.flag import Flag


class Forge(StrEnum):
    """By what its pages of files are called."""

    GITHUB = "github"
    GITLAB = "gitlab"
    BITBUCKET = "bitbucket"
    GITEA = "gitea"  # and Forgejo
    SOURCEHUT = "sourcehut"
    AZURE = "azure"


class SourceVersion(Record):
    """Of the target's git repository; every field is "" where there is none, or it is not known."""

    commit: str = ""  # of HEAD, in hex
    branch: str = ""  # "" when HEAD is at no branch
    remote: str = ""  # the forge's page of the repository: "https://github.com/owner/name"
    forge: Forge | None = None  # whose page it is; None when neither host nor settings tell
    folder: str = ""  # of the target in its repository: "services/api"; "" for the top


class ComparedRun(Record):
    """The run that is compared with."""

    run_id: str
    finished_at: str  # ISO 8601, UTC
    version: SourceVersion = SourceVersion()


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class FactKind(StrEnum):
    """In the order of reports."""

    DIRECTORY = "directory"
    DEPENDENCY = "dependency"
    ENTRY_POINT = "entry point"
    LICENCE = "licence"
    OWNER = "owner"
    SUMMARY = "summary"  # whose meaning changed: by the agent's word, offline by facts
    RULE = "rule"  # of the checks, or another tool


class FactChange(Record):
    """Something of the target that is new, gone or different, apart from flags."""

    kind: FactKind
    change: Change
    name: str  # "src/auth", "requests"
    before: str = ""  # "2.31.0"; "" for what is new
    after: str = ""  # "" for what is gone


class Comparison(Record):
    """The states of this run's flags are in the flags."""

    previous: ComparedRun
    gone: tuple[Flag, ...] = ()  # resolved, or not seen again: no longer among the report's flags
    facts: tuple[FactChange, ...] = ()  # by kind and name
    read_less: str = ""  # what this run read less of; "" when it read no less
