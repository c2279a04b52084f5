"""What an external tool is: the files that it is given, how it is called, what it writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from luminos_core.parsing.parser import Parser
from luminos_core.records.external import ToolResults
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import FileRecord

SARIF = Parser("sarif", ToolResults)
SHELLCHECK = Parser("shellcheck", ToolResults)


@dataclass(frozen=True)
class Call:
    """One start of a tool. Everything is below one temporary folder, and nothing in the target."""

    tree: Path  # the copies
    files: Sequence[Path]  # in `tree`
    work: Path  # the working directory, empty before; a report may be written there
    settings: Path  # a folder for the tool's configuration, which is ours
    data: Path | None = None  # rules or a database of the person's own


@dataclass(frozen=True)
class Need:
    """Rules or a database that a tool does not bring with it."""

    folder: Callable[[Settings], Path | None]
    how: str  # to set it up: "set LUMINOS_SEMGREP_RULES to …"
    marks: str = "*"  # a glob: the files whose sizes and times change with it
    variable: str = ""  # in which the tool is told what folder holds it


def any_file(_file: FileRecord) -> bool:
    return True


@dataclass(frozen=True)
class ExternalTool:
    """One kind of tool. A change of what it is asked raises the version."""

    name: str  # of its program, too
    version: int
    takes: Callable[[FileRecord], bool]
    arguments: Callable[[Call], list[str]]  # an option never has a name of the target's in it
    get: str  # how to get it
    output: Parser[ToolResults] = SARIF
    report: str = ""  # the file in `work` that it writes; "" when it prints its results
    version_argument: str = "--version"
    accepts: frozenset[int] = frozenset({0})  # exit codes of a run that ended well
    batch: int = 0  # files of one call; 0: it is given the whole tree at once
    seconds: float = 120.0  # for all calls; of processor time, too
    memory: int = 2 << 30  # bytes of data of each of its processes
    environment: dict[str, str] = field(default_factory=dict)
    needs: Need | None = None
