"""Running all checks over a snapshot."""

import sys
from collections.abc import Iterator
from itertools import islice

from pydantic import JsonValue

from luminos_core.analyzers.check import FileCheck, Source, TreeCheck, path_flag
from luminos_core.analyzers.registry import FILE_CHECKS, TREE_CHECKS
from luminos_core.beneath import Beneath
from luminos_core.digest import digest_json
from luminos_core.errors import ToolError
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot
from luminos_core.redaction.rule import Rule
from luminos_core.redaction.rules import RULES
from luminos_core.stop import StopSignal

READ_LIMIT = 4_000_000  # bytes of one file that are searched
FLAGS_PER_FILE = 20  # of one check; the rest is counted in one more


def analyze(files: Beneath, snapshot: Snapshot, stop: StopSignal) -> tuple[Flag, ...]:
    """Every flag of every check, by path and line. Withheld and binary files are not opened.

    A file that is gone or cannot be read any more is passed over; Interrupted when stopped.
    """
    flags = [flag for check in TREE_CHECKS for flag in check.run(snapshot)]
    for directory in snapshot.directories:
        for file in directory.files:
            stop.check()
            flags += _of_file(files, file)
    return tuple(sorted(flags, key=_order))


def rules_digest() -> str:
    """Changes when a check or a rule for secrets is added, removed, renamed or changed, and with
    the Python version, whose parser judges Python files."""
    named: tuple[tuple[FileCheck | TreeCheck | Rule, ...], ...] = (FILE_CHECKS, TREE_CHECKS, RULES)
    versions: list[JsonValue] = [[one.name, one.version] for group in named for one in group]
    return digest_json([versions, *sys.version_info[:2]])


def _of_file(files: Beneath, file: FileRecord) -> Iterator[Flag]:
    if file.kind is not FileKind.FILE or file.withheld or file.binary or not file.size:
        return
    try:
        content, _more = files.read(file.path, READ_LIMIT)
    except ToolError:
        return
    source = Source(file, content)
    for check in FILE_CHECKS:
        if check.applies(file):
            yield from _bounded(check, source)


def _bounded(check: FileCheck, source: Source) -> Iterator[Flag]:
    flags = check.run(source)
    yield from islice(flags, FLAGS_PER_FILE)
    rest = list(flags)
    if rest:
        worst = min(rest, key=lambda flag: tuple(Severity).index(flag.severity))
        more = f"{len(rest)} more of the kind: {worst.finding}"
        yield path_flag(source.file.path, worst.rule, more, worst.severity)


def _order(flag: Flag) -> tuple[str, int, str, str]:
    return flag.path, flag.line or 0, flag.rule, flag.finding
