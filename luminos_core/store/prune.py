"""What the store keeps. Everything else is removed after each run, and by `luminos store --prune`.

What is read counts as used (`SignedFolder.read`), so that a result of last year that tonight's run
found again stays. What another process works on is never removed.
"""

import os
import stat
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import orjson

from luminos_core.errors import StoreError
from luminos_core.store.layout import HISTORY, LOCK, MEMORY, TREND, Store, remove, target_id
from luminos_core.store.lock import unlocked
from luminos_core.store.run_folder import ALIVE, read_target
from luminos_core.text.filenames import decode_name

_DAY = 86_400.0  # seconds
_BY_TARGET = ("scans", "checks", "notes")  # folders with a file for each target
_DIGEST = 64  # hex digits that the name of a result that is found again ends in
_TEMPORARY = "."  # what names of unfinished files begin with


@dataclass(frozen=True)
class Kept:
    runs: int  # of each target, the latest
    days: float  # since anything else was last used


@dataclass
class Removed:
    files: int = 0
    size: int = 0  # bytes
    _shown: list[Path] = field(default_factory=list)


@dataclass(frozen=True)
class FolderSize:
    name: str
    files: int
    size: int  # bytes


def prune(store: Store, kept: Kept, now: float) -> Removed:
    """Remove what is not `kept`; `now` is in seconds since 1970. What cannot be removed stays."""
    removed = Removed()
    oldest = now - kept.days * _DAY
    for path in (
        *_old_runs(store.path.joinpath("runs"), kept.runs, oldest),
        *_old_results(store.path.joinpath("results"), oldest, now),
        *_unused(store.path.joinpath("summaries"), oldest),
        *_unused(store.path.joinpath("calibration"), oldest),
        *_unused(store.path.joinpath("escalations"), oldest),
        *_other_databases(store.path.joinpath("server"), oldest),
        *(path for folder in _entries(store.path / "targets") for path in _left(folder, oldest)),
        *_unfinished(store.path, now),
    ):
        _remove(path, removed)
    for path in _dangling(store, oldest):
        _remove(path, removed)
    _remove_unused_targets(store, oldest, removed)
    for folder in _BY_TARGET:  # of targets that were only scanned
        for path in _unused(store.path.joinpath(folder), oldest):
            _remove(path, removed)
    return removed


def sizes(store: Store) -> tuple[FolderSize, ...]:
    """Of each folder of the store, the largest first."""
    found = []
    for folder in _entries(store.path):
        files = [folder] if not folder.is_dir() else [*_files(folder)]
        found.append(FolderSize(folder.name, len(files), sum(map(_size, files))))
    return tuple(sorted(found, key=lambda each: (-each.size, each.name)))


def _old_runs(runs: Path, most: int, oldest: float) -> Iterator[Path]:
    """All but the latest of each target; of a run whose target is not known, by age."""
    by_target: dict[str, list[Path]] = defaultdict(list)
    for folder in sorted(_entries(runs), key=_used, reverse=True):
        target = read_target(folder)
        if target:
            by_target[target].append(folder)
        elif _used(folder) < oldest:
            yield folder
    for folders in by_target.values():
        for folder in folders[most:]:
            with unlocked(folder / ALIVE) as is_free:
                if is_free:
                    yield folder


def _old_results(results: Path, oldest: float, now: float) -> Iterator[Path]:
    for path in _entries(results):
        is_keyed = len(path.name.rpartition("-")[2]) == _DIGEST  # others are states of failures
        limit = oldest if is_keyed else now - _DAY
        if _used(path) < limit:
            yield path


def _unused(folder: Path, oldest: float) -> list[Path]:
    return [path for path in _entries(folder) if _used(path) < oldest]


def _dangling(store: Store, oldest: float) -> Iterator[Path]:
    """Lists of results by model of which none is left. To read one is to use it, so that those that
    stay are looked at again when they are old again."""
    results = store.path.joinpath("results")
    for path in _unused(store.path.joinpath("models"), oldest):
        try:
            listed = orjson.loads(store.signed("models").load(path.name) or b"{}")
            names = [str(each["result"]) for each in listed["results"]]
        except (StoreError, ValueError, KeyError, TypeError):
            names = []
        if not any(results.joinpath(name).exists() for name in names):
            yield path


def _remove_unused_targets(store: Store, oldest: float, removed: Removed) -> None:
    with_runs = _targets_with_runs(store.path.joinpath("runs"))
    for target in _unused(store.path.joinpath("targets"), oldest):
        with unlocked(target / LOCK) as is_free:
            if is_free:
                for folder in _BY_TARGET:
                    _remove(store.path.joinpath(folder) / target.name, removed)
                for path in _of_target(target, target.name in with_runs):
                    _remove(path, removed)


def _targets_with_runs(runs: Path) -> set[str]:
    """Their names in the store."""
    found = {target for folder in _entries(runs) if (target := read_target(folder))}
    return {target_id(Path(decode_name(target))) for target in found}


def _of_target(target: Path, has_runs: bool) -> list[Path]:
    """What is stored of a target that was not audited for long. Its runs stay, however old they
    are, and what is told of them and of those before with them."""
    if not has_runs or target.is_symlink():
        return [target]
    return [path for path in _entries(target) if path.name not in (HISTORY, MEMORY, TREND, LOCK)]


def _left(target: Path, oldest: float) -> list[Path]:
    """Of partial directories, whose content has changed since."""
    return _unused(target / "partial", oldest)


def _other_databases(servers: Path, oldest: float) -> Iterator[Path]:
    """Those that servers of other versions began with, and those of slots that nobody uses."""
    for path in _entries(servers):
        if path.suffix == ".db" and _used(path) < oldest:
            yield path
        elif path.name.isdecimal() and _used(path) < oldest:
            with unlocked(path / LOCK) as is_free:
                if is_free:
                    yield from path.glob("prefect.db*")


def _unfinished(store: Path, now: float) -> Iterator[Path]:
    """Files that a process was writing when it was ended."""
    for path in _files(store):
        if path.name.startswith(_TEMPORARY) and _used(path) < now - _DAY:
            yield path


def _entries(folder: Path) -> Iterator[Path]:
    """By name, and one at a time: there are as many results as directories."""
    with suppress(OSError):
        yield from (folder / name for name in sorted(os.listdir(folder)))


def _files(folder: Path) -> Iterator[Path]:
    """Every file below; no link is followed."""
    for parent, _, names in os.walk(folder):
        yield from (Path(parent, name) for name in names)


def _used(path: Path) -> float:
    """When it was last written or read, in seconds since 1970; of a folder, what is in it too."""
    try:
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode):
            return found.st_mtime
        with os.scandir(path) as inside:
            return max([found.st_mtime, *(_time(entry) for entry in inside)])
    except OSError:
        return float("inf")  # gone, or not ours: it is left alone


def _time(entry: os.DirEntry[str]) -> float:
    return entry.stat(follow_symlinks=False).st_mtime


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _remove(path: Path, removed: Removed) -> None:
    files = [*_files(path)] if path.is_dir() and not path.is_symlink() else [path]
    size = sum(map(_size, files))
    remove(path)
    if not path.exists():
        removed.files += len(files)
        removed.size += size
