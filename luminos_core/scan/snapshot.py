"""The base scan: one pass over the target, every regular file opened once and read once."""

import os
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from luminos_core.errors import NothingToAudit, TargetError
from luminos_core.git.history import History, HistoryReading, NoHistory
from luminos_core.records.snapshot import Exclusion, ScanError, Snapshot
from luminos_core.scan.classify.mime import MimeReader
from luminos_core.scan.context import ScanContext
from luminos_core.scan.disk import DiskUse
from luminos_core.scan.last_modified import last_modified_of
from luminos_core.scan.progress import Progress
from luminos_core.scan.record import Recorder
from luminos_core.scan.rules.exclusion import excluder_of
from luminos_core.scan.target import resolve_target
from luminos_core.scan.totals import (
    large_files,
    survey_signals,
    total_categories,
    total_languages,
)
from luminos_core.scan.tree_collector import TreeCollector
from luminos_core.scan.walk import explain, walk
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class ScanOptions:
    """`exclude` holds patterns as in a .gitignore file; one that begins with "!" keeps what would
    be skipped. Hidden directories are left out unless `include_hidden`."""

    exclude: tuple[str, ...] = ()
    include_hidden: bool = False


class _Found(NamedTuple):
    """What one walk of a target left behind."""

    tree_collector: TreeCollector
    disk: DiskUse
    history: History | NoHistory
    mime_problem: str | None
    git_problem: str | None


def take_snapshot(target: Path, options: ScanOptions, context: ScanContext) -> Snapshot:
    """Everything the target holds, at this moment.

    TargetError when it cannot be read, NothingToAudit when no file is in it, Interrupted when
    the person stops it. What cannot be read inside is named in the snapshot, and the scan goes on.
    """
    root, descriptor = _open_target(target)
    try:
        return _scan(root, descriptor, options, context)
    finally:
        os.close(descriptor)


def _open_target(target: Path) -> tuple[Path, int]:
    root = resolve_target(str(target))
    try:
        return root, os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise TargetError(f"{encode_name(str(target))} cannot be read: {explain(error)}") from None


def _scan(root: Path, descriptor: int, options: ScanOptions, context: ScanContext) -> Snapshot:
    scanned_at = datetime.now(UTC).isoformat(timespec="seconds")
    progress = Progress(context.observe, context.stop)
    mimes, disk = MimeReader(), DiskUse()
    rules = excluder_of(root, options.exclude, options.include_hidden)
    tree_collector = TreeCollector(rules, Recorder(context, mimes.identify, progress))
    disk.add_root(os.fstat(descriptor))
    work_tree = rules.work_tree
    with (
        HistoryReading(work_tree.found, work_tree.within, context.recall.history) as reading,
        closing(walk(descriptor)) as visits,
    ):
        for visit in visits:
            progress.check()
            disk.add(visit)
            tree_collector.add(visit)
            reading.advance()
        progress.tell()
        history = reading.finish(context.stop)
    context.recall.remember(history)
    return _snapshot(
        root, scanned_at, _Found(tree_collector, disk, history, mimes.problem, work_tree.problem)
    )


def _snapshot(root: Path, scanned_at: str, found: _Found) -> Snapshot:
    directories = found.tree_collector.directories()
    files = [file for directory in directories for file in directory.files]
    exclusions, scan_errors = found.tree_collector.exclusions(), _troubles(found)
    if not files:
        raise NothingToAudit(f"{encode_name(str(root))}: {_why_empty(exclusions, scan_errors)}")
    return Snapshot(
        target=encode_name(str(root)),
        name=encode_name(root.name) or "/",
        scanned_at=scanned_at,
        directories=directories,
        exclusions=exclusions,
        scan_errors=scan_errors,
        categories=total_categories(files),
        languages=total_languages(files),
        large_files=large_files(files),
        last_modified=last_modified_of(files, found.history),
        disk_use=found.disk.total,
        top_directories=found.disk.top(),
        signals=survey_signals(files),
    )


def _troubles(found: _Found) -> tuple[ScanError, ...]:
    """Those of the whole target first."""
    whole = []
    if found.mime_problem:
        problem = f"MIME types of binary files are by extension only: {found.mime_problem}"
        whole.append(ScanError(path=".", problem=problem))
    if found.git_problem:
        whole.append(ScanError(path=".", problem=found.git_problem))
    return (*whole, *found.tree_collector.scan_errors())


def _why_empty(exclusions: tuple[Exclusion, ...], scan_errors: tuple[ScanError, ...]) -> str:
    if scan_errors:
        return f"no file in it can be read ({scan_errors[0].path}: {scan_errors[0].problem})"
    omitted = [exclusion for exclusion in exclusions if exclusion.files]
    if not omitted:
        return "there is no file in it, so there is nothing to audit"
    count = sum(exclusion.files for exclusion in omitted)
    first = omitted[0]
    return (
        f"all {count} files in it are left out, the first by a rule: {first.path} ({first.reason})"
    )
