"""Running all checks over a snapshot."""

from luminos_core.checks.check_cache import READ_LIMIT, CheckCache
from luminos_core.checks.registry import TREE_CHECKS
from luminos_core.errors import ToolError
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal


def run_checks(
    files: SandboxedDir, snapshot: Snapshot, check_cache: CheckCache, stop: StopSignal
) -> tuple[Flag, ...]:
    """Every flag of every check, sorted by path and line.

    A file that `check_cache` does not know is opened; one that cannot be read any more is skipped.
    Raises Interrupted when stopped.
    """
    flags = [flag for check in TREE_CHECKS for flag in check.run(snapshot)]
    for file in snapshot.files:
        stop.check()
        flags += _flags_of(file, files, check_cache)
    return tuple(sorted(flags, key=_order))


def _flags_of(file: FileRecord, files: SandboxedDir, check_cache: CheckCache) -> tuple[Flag, ...]:
    if check_cache.flags_of(file) is None:
        try:
            content, _more = files.read(file.path, READ_LIMIT)
        except ToolError:
            return ()
        check_cache.check(file, content)
    return check_cache.flags_of(file) or ()


def _order(flag: Flag) -> tuple[str, int, str, str]:
    return flag.path, flag.line or 0, flag.rule, flag.finding
