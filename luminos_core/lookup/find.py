"""What a name stands for in a report: a directory, a file, or a flag."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from luminos_core.catalogue.rule_text import rule_text
from luminos_core.errors import StoreError
from luminos_core.lookup.answers import (
    Answer,
    DirectoryAnswer,
    FileAnswer,
    FlagAnswer,
    ReportPlaces,
)
from luminos_core.lookup.history import History
from luminos_core.records.flag import Flag
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.report.links import link_to, link_to_flag
from luminos_core.text.filenames import decode_name, encode_name
from luminos_core.text.formats import listed
from luminos_core.text.tree_paths import parent_of

_FEWEST_DIGITS = 4
_LISTS = ("flags", "unverified_flags", "refuted_flags", "suppressed_flags", "gone")
_HEX = frozenset("0123456789abcdef")


def find(report: ReportPlaces, name: str, here: Path | None, history: History) -> Answer:
    """A path is relative to the target, or to the directory `here`, or absolute; else `name` is the
    start of a flag's fingerprint. StoreError when nothing, or more than one flag, is meant."""
    directories = {outcome.path: outcome for outcome in report.directories}
    for path in _paths(name, report.target, here):
        if path in directories:
            return _directory(directories[path], report, history)
        if answer := _file(path, directories, report, history):
            return answer
    flag = find_flag(name, report)
    known = {"run_id": report.run_id, "finished_at": report.finished_at, "target": report.target}
    return FlagAnswer(
        **known,
        flag=flag,
        link=link_to_flag(report, flag),
        rule=rule_text(flag.rule),
        history=history.of_flag(flag.fingerprint),
    )


def find_flag(name: str, report: ReportPlaces) -> Flag:
    """The one whose fingerprint begins with `name`. StoreError when none does, or several do."""
    every: list[Flag] = [flag for each in _LISTS for flag in getattr(report, each)]
    digits = name.casefold()
    is_start = len(digits) >= _FEWEST_DIGITS and _HEX.issuperset(digits)
    found = [flag for flag in every if is_start and flag.fingerprint.startswith(digits)]
    if not found:
        raise StoreError(
            f"run {report.run_id} of {report.target} has no directory, file or flag {name}; "
            f"{_FEWEST_DIGITS} hex digits at least name a flag: see luminos flags"
        )
    if len({flag.fingerprint for flag in found}) > 1:
        raise StoreError(
            f"{len(found)} flags begin with {name} ({_named(found)}); give more digits"
        )
    return found[0]


def _paths(name: str, target: str, here: Path | None) -> Iterator[str]:
    """As records hold them; what a path from `here` means comes first where that is inside."""
    if here is not None:
        absolute = Path(os.path.normpath(here / name))
        root = Path(decode_name(target))
        if absolute.is_relative_to(root):
            yield encode_name(str(absolute.relative_to(root)))
    if not name.startswith("/"):
        yield encode_name(str(PurePosixPath(name)))
        yield str(PurePosixPath(name))  # as a report shows it


def _directory(
    outcome: DirectoryOutcome, report: ReportPlaces, history: History
) -> DirectoryAnswer:
    inside = f"{outcome.path}/"
    is_root = outcome.path == "."
    return DirectoryAnswer(
        run_id=report.run_id,
        finished_at=report.finished_at,
        target=report.target,
        directory=outcome,
        last_read=history.last_read(outcome),
        flags=tuple(flag for flag in report.flags if parent_of(flag.path) == outcome.path),
        below=tuple(
            flag
            for flag in report.flags
            if parent_of(flag.path) != outcome.path and (is_root or flag.path.startswith(inside))
        ),
        history=history.of_directory(outcome.path),
    )


def _file(
    path: str, directories: dict[str, DirectoryOutcome], report: ReportPlaces, history: History
) -> FileAnswer | None:
    """None when the report has no word of it."""
    parent = directories.get(parent_of(path))
    entries = parent.files if parent else ()
    entry = next((each for each in entries if each.relative_path == path), None)
    mapped = next((each for each in report.files if each.path == path), None)
    lists = {name: _at(path, getattr(report, name)) for name in _LISTS}
    flags = [flag for each in lists.values() for flag in each]
    if not (entry or mapped or flags):
        return None
    return FileAnswer(
        run_id=report.run_id,
        finished_at=report.finished_at,
        target=report.target,
        path=path,
        link=link_to(report, path),
        directory_state=parent.state if parent else None,
        file=mapped,
        entry=entry,
        owner=next((flag.owner for flag in flags if flag.owner), ""),
        **lists,
        history=history.of_file(path),
    )


def _at(path: str, flags: Sequence[Flag]) -> tuple[Flag, ...]:
    return tuple(flag for flag in flags if flag.path == path)


def _named(flags: Sequence[Flag]) -> str:
    return listed([f"{flag.fingerprint[:16]} at {flag.location}" for flag in flags])
