"""Running all checks over a snapshot."""

import sys

from pydantic import JsonValue

from luminos_core.checks.check import FileCheck, TreeCheck
from luminos_core.checks.check_cache import READ_LIMIT, CheckCache
from luminos_core.checks.registry import FILE_CHECKS, TREE_CHECKS
from luminos_core.digest import digest_json
from luminos_core.errors import ToolError
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.redaction.rule import Rule
from luminos_core.redaction.rules import RULES
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal


def analyze(
    files: SandboxedDir, snapshot: Snapshot, check_cache: CheckCache, stop: StopSignal
) -> tuple[Flag, ...]:
    """Every flag of every check, by path and line.

    A file that `check_cache` has not seen is opened; one that is gone or cannot be read any more is
    passed over. Interrupted when stopped.
    """
    flags = [flag for check in TREE_CHECKS for flag in check.run(snapshot)]
    for file in snapshot.files:
        stop.check()
        flags += _of_file(files, file, check_cache)
    return tuple(sorted(flags, key=_order))


def rules_digest() -> str:
    """Changes when a check or a rule for secrets is added, removed, renamed or changed, and with
    the Python version, whose parser judges Python files."""
    named: tuple[tuple[FileCheck | TreeCheck | Rule, ...], ...] = (FILE_CHECKS, TREE_CHECKS, RULES)
    versions: list[JsonValue] = [[one.name, one.version] for group in named for one in group]
    return digest_json([versions, *sys.version_info[:2]])


def _of_file(files: SandboxedDir, file: FileRecord, check_cache: CheckCache) -> tuple[Flag, ...]:
    if check_cache.flags_of(file) is None:
        try:
            content, _more = files.read(file.path, READ_LIMIT)
        except ToolError:
            return ()
        check_cache.inspect(file, content)
    return check_cache.flags_of(file) or ()


def _order(flag: Flag) -> tuple[str, int, str, str]:
    return flag.path, flag.line or 0, flag.rule, flag.finding
