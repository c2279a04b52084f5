"""What of a stored report is compared with another one."""

from collections.abc import Mapping
from functools import cached_property

from luminos_core.records.base import Record
from luminos_core.records.comparison import ComparedRun, Comparison, SourceVersion
from luminos_core.records.coverage import FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.flag import Flag
from luminos_core.records.project import ProjectFacts
from luminos_core.text.tree_paths import lineage

GENERAL = "general"  # the path of a flag about no file
_CHECKS = "checks"  # the name of their gap
_UNSEEN = (DirectoryState.EXCLUDED, DirectoryState.UNREADABLE)


class _Directory(Record):
    path: str
    state: DirectoryState


class _File(Record):
    path: str
    state: FileState


class _Exclusion(Record):
    path: str


class _Scan(Record):
    exclusions: tuple[_Exclusion, ...] = ()


class _Gap(Record):
    pass_name: str


class StoredReport(Record):
    """Of an AuditReport."""

    schema_version: int = 1
    luminos_version: str
    run_id: str
    target: str
    version: SourceVersion = SourceVersion()
    finished_at: str
    status: str
    language_model: bool
    flags: tuple[Flag, ...]
    unverified_flags: tuple[Flag, ...] = ()
    refuted_flags: tuple[Flag, ...] = ()
    suppressed_flags: tuple[Flag, ...] = ()
    comparison: Comparison | None = None
    directories: tuple[_Directory, ...]
    files: tuple[_File, ...] = ()
    scan: _Scan = _Scan()
    tools: tuple[ToolRun, ...] = ()
    gaps: tuple[_Gap, ...] = ()
    project: ProjectFacts = ProjectFacts()

    @property
    def run(self) -> ComparedRun:
        return ComparedRun(run_id=self.run_id, finished_at=self.finished_at, version=self.version)

    @property
    def every_flag(self) -> tuple[Flag, ...]:
        """The open ones first."""
        aside = (*self.unverified_flags, *self.refuted_flags, *self.suppressed_flags)
        return (*self.flags, *aside)

    @cached_property
    def file_states(self) -> Mapping[str, FileState]:
        return {file.path: file.state for file in self.files}

    @cached_property
    def directory_states(self) -> Mapping[str, DirectoryState]:
        return {each.path: each.state for each in self.directories}

    @cached_property
    def tool_versions(self) -> Mapping[str, str]:
        """Of those that ran whole."""
        missing = {gap.pass_name for gap in self.gaps}
        ran = (each for each in self.tools if each.state is ToolState.RAN)
        return {each.name: each.version for each in ran if each.name not in missing}

    @cached_property
    def rules(self) -> frozenset[str]:
        """Of its flags."""
        return frozenset(flag.rule for flag in self.every_flag)

    @property
    def has_checks(self) -> bool:
        return _CHECKS not in {gap.pass_name for gap in self.gaps}

    def sees(self, path: str) -> bool:
        """Whether the run looked for a file at `path`."""
        return not any(each in self._unseen for each in lineage(path))

    @cached_property
    def _unseen(self) -> frozenset[str]:
        directories = (each.path for each in self.directories if each.state in _UNSEEN)
        return frozenset((*directories, *(each.path for each in self.scan.exclusions)))
