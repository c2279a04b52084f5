"""What a target is made of and runs with, found by rules in every run, with a model or without."""

from dataclasses import dataclass

from luminos_core.records.base import Record
from luminos_core.records.coverage import FileState


class Dependency(Record):
    """A package from elsewhere that a manifest names."""

    ecosystem: str  # "npm", "pypi", "go", …
    name: str
    version: str = ""  # as written; "" when none is
    source: str = ""  # a repository or an address beside the registry
    path: str  # of the manifest
    line: int  # 1-based
    for_development: bool = False
    locked: str = ""  # the release that a lock file has chosen; "" when none has


class EntryPoint(Record):
    """What a person or a server starts."""

    name: str  # "luminos", "cmd/server/main.go"
    calls: str = ""  # "flows.cli:main"; "" when the name says it
    path: str = ""  # the file, where it is known


class Part(Record):
    """A package or a service of the target."""

    path: str  # of its directory
    name: str
    kind: str = ""  # "npm package", "Go module", "service"
    needs: tuple[str, ...] = ()  # paths of other parts that it imports or declares
    entry_points: tuple[EntryPoint, ...] = ()
    owners: tuple[str, ...] = ()  # by CODEOWNERS, else the author of most of its commits


class Command(Record):
    role: str  # "build", "test", "run"
    command: str


class Use(Record):
    """What a directory imports from others of the target."""

    path: str
    of: tuple[str, ...]


class ProjectFacts(Record):
    """Every tuple is sorted, or in the order of the files that say it."""

    parts: tuple[Part, ...] = ()
    entry_points: tuple[EntryPoint, ...] = ()
    commands: tuple[Command, ...] = ()
    environment: tuple[str, ...] = ()  # variables that are read
    ports: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    jobs: tuple[str, ...] = ()  # of its pipelines
    plays: int = 0  # of Ansible
    licence: str = ""  # an SPDX expression, else the title of the file that holds it
    licence_file: str = ""  # that says it: a manifest, or the licence itself
    dependencies: tuple[Dependency, ...] = ()
    uses: tuple[Use, ...] = ()  # as far as source tells it


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedFile:
    """A file of the target, as a map of it needs it. A dataclass: there is one for every file."""

    path: str
    size: int  # bytes
    lines: int | None = None
    language: str | None = None
    changed_at: int | None = None  # seconds since 1970
    commits: int = 0  # that changed it; 0 without a history
    state: FileState = FileState.LISTED
