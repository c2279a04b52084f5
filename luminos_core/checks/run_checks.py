"""Running all checks over a snapshot."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from luminos_core.cache.target_digest import content_digest
from luminos_core.checks.check_cache import READ_LIMIT, CheckCache, without_secrets
from luminos_core.checks.project import Project
from luminos_core.checks.registry import PROJECT_CHECKS, TREE_CHECKS
from luminos_core.checks.weighed_by_tree import weighed_by_tree
from luminos_core.errors import ToolError
from luminos_core.flags.fingerprint import numbered
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal


class Checked(NamedTuple):
    flags: tuple[Flag, ...]  # by path and line
    suppressed: tuple[Flag, ...]  # those that a comment in the code says are meant
    unread: tuple[str, ...]  # paths of files that are no longer what the scan read


def run_checks(
    files: SandboxedDir, snapshot: Snapshot, check_cache: CheckCache, stop: StopSignal
) -> Checked:
    """Every flag of every check. A file that `check_cache` does not know is opened. Raises
    Interrupted when stopped."""
    flags = [*numbered(flag for check in TREE_CHECKS for flag in check.run(snapshot))]
    unread, project = [], Project(snapshot, partial(_read, files))
    weighed = weighed_by_tree(project)
    for file in snapshot.files:
        stop.check()
        found = _flags_of(file, files, check_cache)
        flags += map(weighed, map(without_secrets, found or ()))
        if found is None and not file.problem:
            unread.append(file.path)
    found = check_cache.of_project(
        content_digest(snapshot), lambda: numbered(_compare(project, stop))
    )
    flags += map(without_secrets, found)
    in_order = sorted(flags, key=_order)
    meant = tuple(flag for flag in in_order if flag.suppressed)
    return Checked(tuple(f for f in in_order if not f.suppressed), meant, tuple(unread))


def _compare(project: Project, stop: StopSignal) -> Iterator[Flag]:
    for check in PROJECT_CHECKS:
        stop.check()
        yield from check.run(project)


def _read(files: SandboxedDir, path: str) -> bytes | None:
    """None when the file cannot be read any more."""
    try:
        return files.read(path, READ_LIMIT)[0]
    except (ToolError, OSError):  # OSError: the whole target is gone
        return None


def _flags_of(
    file: FileRecord, files: SandboxedDir, check_cache: CheckCache
) -> tuple[Flag, ...] | None:
    """None when the file cannot be read any more."""
    if check_cache.flags_of(file) is None:
        try:
            content, _more = files.read(file.path, READ_LIMIT)
        except ToolError:
            return None
        check_cache.check(file, content)
    return check_cache.flags_of(file)


def _order(flag: Flag) -> tuple[str, int, str, str]:
    return flag.path, flag.line or 0, flag.rule, flag.finding
