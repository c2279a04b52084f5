"""The base scan: one pass over the target, every regular file opened and read once."""

import os
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from luminos_core.errors import NothingToAudit, TargetError
from luminos_core.git.commit_times import CommitTimes, CommitTimesReader, NoCommitTimes
from luminos_core.records.snapshot import DirectoryRecord, Exclusion, ScanError, Snapshot
from luminos_core.scan.classify.mime import MimeReader
from luminos_core.scan.directory_walk import error_text, walk
from luminos_core.scan.disk_usage import DiskUsage
from luminos_core.scan.file_recorder import FileRecorder
from luminos_core.scan.hard_links import HardLinks, linked_problem, mark_linked
from luminos_core.scan.hot_spots import code_history, commit_counts, main_authors
from luminos_core.scan.last_modified import last_modified_of
from luminos_core.scan.rules.exclusion_rules import exclusion_rules
from luminos_core.scan.scan_context import ProgressReporter, ScanContext
from luminos_core.scan.totals import (
    large_files,
    survey_signals,
    total_categories,
    total_languages,
)
from luminos_core.scan.tree_collector import TreeCollector
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class ScanOptions:
    """`exclude` holds patterns as in a .gitignore file; one that begins with "!" keeps what would
    be skipped. Hidden directories are excluded unless `include_hidden`. With `mark_links`, files
    with a hard link outside of the target are marked."""

    exclude: tuple[str, ...] = ()
    include_hidden: bool = False
    mark_links: bool = False


def take_snapshot(target: Path, options: ScanOptions, context: ScanContext) -> Snapshot:
    """Scan the target.

    TargetError when it cannot be read, NothingToAudit when no file is in it, Interrupted when the
    stop signal is set. What cannot be read inside is listed in the snapshot, and the scan goes on.
    """
    root, descriptor = _open_target(target)
    try:
        return _scan(root, descriptor, options, context)
    finally:
        os.close(descriptor)


def resolve_target(path: str) -> Path:
    """The real path of the directory at `path`; TargetError when there is none or no permission."""
    shown = printable_name(encode_name(path))
    try:
        target = Path(path).expanduser().resolve(strict=True)
        if not target.is_dir():
            raise TargetError(f"{shown} is a file; give the directory that holds it")
        if not os.access(target, os.R_OK | os.X_OK):
            raise TargetError(f"{shown} cannot be read: no permission")
    except FileNotFoundError:
        raise TargetError(f"{shown} does not exist") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise TargetError(f"{shown} cannot be opened: {error}") from None
    return target


def _open_target(target: Path) -> tuple[Path, int]:
    root = resolve_target(str(target))
    try:
        return root, os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise TargetError(
            f"{printable_name(encode_name(str(target)))} cannot be read: {error_text(error)}"
        ) from None


def _scan(root: Path, descriptor: int, options: ScanOptions, context: ScanContext) -> Snapshot:
    scanned_at = datetime.now(UTC).isoformat(timespec="seconds")
    progress = ProgressReporter(context.observe, context.stop)
    mimes, disk, links = MimeReader(), DiskUsage(), HardLinks()
    rules = exclusion_rules(root, options.exclude, options.include_hidden)
    tree_collector = TreeCollector(rules, FileRecorder(context, mimes.identify, progress))
    disk.add_root(os.fstat(descriptor))
    work_tree, known = rules.work_tree, context.cache.commit_times
    with (
        closing(CommitTimesReader(work_tree.found, work_tree.prefix, known)) as reader,
        closing(walk(descriptor)) as listings,
    ):
        for listing in listings:
            context.stop.check()
            disk.add(listing)
            links.add(listing)
            tree_collector.add(listing)
            reader.advance()
        progress.report()
        commit_times = reader.finish(context.stop)
    context.cache.set_commit_times(commit_times)
    outside = links.outside() if options.mark_links else frozenset()
    problems = (mimes.problem, work_tree.problem)
    return _snapshot(
        root, scanned_at, _ScanResult(tree_collector, disk, commit_times, outside, *problems)
    )


class _ScanResult(NamedTuple):
    tree_collector: TreeCollector
    disk: DiskUsage
    commit_times: CommitTimes | NoCommitTimes
    linked_outside: frozenset[str]
    mime_problem: str | None
    git_problem: str | None


def _snapshot(root: Path, scanned_at: str, result: _ScanResult) -> Snapshot:
    directories = mark_linked(result.tree_collector.directories(), result.linked_outside)
    files = [file for directory in directories for file in directory.files]
    exclusions, scan_errors = result.tree_collector.exclusions(), _scan_errors(result, directories)
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
        last_modified=last_modified_of(files, result.commit_times),
        history=code_history(files, result.commit_times),
        main_authors=main_authors(result.commit_times),
        commit_counts=commit_counts(result.commit_times),
        disk_use=result.disk.total,
        top_directories=result.disk.top(),
        signals=survey_signals(files),
    )


def _scan_errors(
    result: _ScanResult, directories: tuple[DirectoryRecord, ...]
) -> tuple[ScanError, ...]:
    """Those about the whole target first."""
    linked = linked_problem(directories)
    whole = [linked] if linked else []
    if result.mime_problem:
        problem = f"MIME types of binary files are by extension only: {result.mime_problem}"
        whole.append(ScanError(path=".", problem=problem))
    if result.git_problem:
        whole.append(ScanError(path=".", problem=result.git_problem))
    return (*whole, *result.tree_collector.scan_errors())


def _why_empty(exclusions: tuple[Exclusion, ...], scan_errors: tuple[ScanError, ...]) -> str:
    if scan_errors:
        return f"no file in it can be read ({scan_errors[0].path}: {scan_errors[0].problem})"
    with_files = [exclusion for exclusion in exclusions if exclusion.files]
    if not with_files:
        return "there is no file in it, so there is nothing to audit"
    count = sum(exclusion.files for exclusion in with_files)
    first = with_files[0]
    rule = f"by a rule: {first.path} ({first.reason})"
    if count == 1:
        return f"the only file in it is left out {rule}"
    return f"all {count:,} files in it are left out, the first {rule}"
