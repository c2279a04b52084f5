"""The tree of a report: its files and directories as columns for the map, and their summaries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from luminos_core.records.coverage import FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport
from luminos_core.report.page.map_columns import (
    Columns,
    Files,
    day_of,
    directory_columns,
    language_columns,
    tree_order,
)
from luminos_core.text.escape import one_line, printable_name
from luminos_core.text.tree_paths import ROOT, lineage, parent_of

_MARKS = {FileState.BINARY: 1, FileState.WITHHELD: 2}
_DIRECTORY_SUMMARY = 1_200  # characters
_FILE_SUMMARY = 300
_FILE_SUMMARIES = 5_000_000  # of all files: with more, the page would be too large to be opened


@dataclass(frozen=True, slots=True)
class ReportTree:
    """Directories in depth-first order, the root first; files by directory in that order."""

    directories: tuple[str, ...]
    files: tuple[MappedFile, ...]
    counts: tuple[int, ...]  # of each directory's own files


def report_tree(report: AuditReport) -> ReportTree:
    """Of a report that has no list of files, an earlier version's, with the files that were
    described."""
    within: dict[str, list[MappedFile]] = defaultdict(list)
    for file in report.files or _described(report.directories):
        within[parent_of(file.path)].append(file)
    reached = (each.path for each in report.directories if each.state != DirectoryState.EXCLUDED)
    named = {ROOT, *within, *reached}
    paths = sorted({above for path in named for above in lineage(path)}, key=tree_order)
    files = tuple(file for path in paths for file in within.get(path, ()))
    return ReportTree(tuple(paths), files, tuple(len(within.get(path, ())) for path in paths))


def map_columns(report: AuditReport, tree: ReportTree) -> Columns:
    languages, of_files = language_columns([file.language for file in tree.files])
    states = tuple(FileState)
    index = {state: position for position, state in enumerate(states)}
    return Columns(
        project=printable_name(report.name),
        today=_day(report.scan.scanned_at),
        age_source=printable_name(report.scan.last_modified_source),
        age_note="",
        marks=tuple(_MARKS),
        languages=languages,
        directories=directory_columns(tree.directories, tree.counts, report.name),
        files=Files(
            names=(printable_name(file.path.rpartition("/")[2]) for file in tree.files),
            sizes=(file.size for file in tree.files),
            lines=(file.lines for file in tree.files),
            languages=of_files,
            days=(day_of(file.changed_at) for file in tree.files),
            marks=(_MARKS.get(file.state, 0) for file in tree.files),
            notes={},
            commits=(file.commits for file in tree.files),
            states=(index[file.state] for file in tree.files),
            flags=_flags(report.flags, tree.files),
        ),
        states=states,
    )


def summaries(report: AuditReport, tree: ReportTree) -> dict[str, Any]:
    """By the columns of the map; each is read once."""
    outcomes = {outcome.path: outcome for outcome in report.directories}
    known = [outcomes.get(path) for path in tree.directories]
    return {
        "states": [each.state if each else "" for each in known],
        "reasons": (one_line(each.reason) if each else "" for each in known),
        "summaries": (one_line(each.summary, _DIRECTORY_SUMMARY) if each else "" for each in known),
        "files": _file_summaries(outcomes, tree),
    }


def _day(at: str) -> int | None:
    """Since 1970; None of what is no time, in a report that somebody changed."""
    try:
        return day_of(datetime.fromisoformat(at).timestamp())
    except (ValueError, OverflowError):
        return None


def _described(outcomes: Iterable[DirectoryOutcome]) -> Iterator[MappedFile]:
    for outcome in outcomes:
        for entry in outcome.files:
            state = FileState.PARTLY_READ if entry.partly_read else FileState.DESCRIBED
            yield MappedFile(path=entry.relative_path, size=entry.size_bytes, state=state)


def _flags(flags: Iterable[Flag], files: Sequence[MappedFile]) -> dict[str, list[int]]:
    """By the file's index: how many flags of each severity."""
    groups = {flag.group: flag for flag in flags}.values()
    counts: dict[str, Counter[Severity]] = defaultdict(Counter)
    for flag in groups:
        counts[flag.path][flag.severity] += 1
    return {
        str(place): [counts[file.path][severity] for severity in Severity]
        for place, file in enumerate(files)
        if file.path in counts
    }


def _file_summaries(outcomes: Mapping[str, DirectoryOutcome], tree: ReportTree) -> Iterator[str]:
    left, files = _FILE_SUMMARIES, iter(tree.files)
    for path, count in zip(tree.directories, tree.counts, strict=True):
        outcome = outcomes.get(path)
        said = {entry.relative_path: entry.summary for entry in outcome.files} if outcome else {}
        for file in islice(files, count):
            summary = one_line(said.get(file.path, ""), _FILE_SUMMARY) if left > 0 else ""
            left -= len(summary)
            yield summary
