"""What a run read less of than the one before. Such a run is never better for having found less."""

from collections.abc import Iterator

from luminos_core.comparison.audited import CHECKS, AuditedRun
from luminos_core.comparison.history import Base
from luminos_core.comparison.known_files import KnownFiles
from luminos_core.external.copies import may_be_copied
from luminos_core.external.registry import TOOLS
from luminos_core.external.tool import ExternalTool
from luminos_core.records.directory import DirectoryState
from luminos_core.text import formats

_NAMED = 3


def read_less(run: AuditedRun, base: Base) -> str:
    """Clauses, each of which stands after "this run read less than the last one: "; "" for none.
    What is new in the target is not less, however little of it was read."""
    return "; ".join(_clauses(run, base))


def _clauses(run: AuditedRun, base: Base) -> Iterator[str]:
    if base.language_model and not run.report.language_model:
        yield "no language model was used"
    if CHECKS in run.gaps:
        yield "the checks are not complete"
    if tools := _missing_tools(run, base):
        yield f"{formats.listed(tools)} did not run"
    if excluded := _excluded(run, base):
        verb = "was" if len(excluded) == 1 else "were"
        yield f"{formats.listed(excluded, _NAMED)} {verb} left out"
    if directories := _incomplete(run, base):
        count = formats.pluralize(len(directories), "directory")
        verb = "was" if len(directories) == 1 else "were"
        yield f"{count} {verb} not investigated whole ({formats.listed(directories, _NAMED)})"
    if files := _unread(run, base):
        count = formats.pluralize(len(files), "file")
        verb = "was" if len(files) == 1 else "were"
        yield f"{count} {verb} not read whole ({formats.listed(files, _NAMED)})"


def _missing_tools(run: AuditedRun, base: Base) -> list[str]:
    """Not those that have no file any more that they are for."""
    if not {*base.tools} - {*run.tools}:
        return []
    named = {each.name.partition(" ")[0] for each in run.report.tools}
    needless = {tool.name for tool in TOOLS if tool.name not in named and not _is_needed(tool, run)}
    return sorted({*base.tools} - {*run.tools} - needless)


def _is_needed(tool: ExternalTool, run: AuditedRun) -> bool:
    return any(may_be_copied(file) and tool.takes(file) for file in run.snapshot.files)


def _excluded(run: AuditedRun, base: Base) -> list[str]:
    before = KnownFiles.parse(base.files)
    directories = {each.path for each in base.directories if _was_listed(each.state)}
    return sorted(
        each.path
        for each in run.snapshot.exclusions
        if not each.of_tool
        and (each.path in directories if each.is_directory else before.has_path(each.path))
    )


def _incomplete(run: AuditedRun, base: Base) -> list[str]:
    """Directories that were complete, and are there, and are not complete now."""
    states = ((each.path, run.directories.get(each.path)) for each in base.directories
              if each.state.is_complete)  # fmt: skip
    return [
        path
        for path, now in states
        if now and not now.state.is_complete and now.state is not DirectoryState.EXCLUDED
    ]


def _unread(run: AuditedRun, base: Base) -> list[str]:
    before, known = KnownFiles.parse(base.files), {*base.unread, *base.unseen}
    problems = {file.path for file in run.snapshot.files if file.problem}
    return sorted(path for path in (run.unread | problems) - known if before.has_path(path))


def _was_listed(state: DirectoryState) -> bool:
    return state is not DirectoryState.EXCLUDED
