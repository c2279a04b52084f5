"""The stored runs, and how a person names one.

A name is `latest` or `previous`, the start of an id, a run's folder, a report.json, or a directory
that was audited, which stands for its latest run. `latest` and `previous` are among the runs of the
target that is asked for, else of the directory in which the command was called, or of the nearest
one above it that was audited; else among all.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.store.interrupted import InterruptedRun, interrupted_run, interrupted_runs
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT, RUN, read_target
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import encode_name
from luminos_core.text.formats import listed

LATEST, PREVIOUS = "latest", "previous"
_PLACES = {None: 0, LATEST: 0, PREVIOUS: 1}  # among runs, the latest first
_SHORT = 8  # characters of an id; more where several begin so

Run = Path | InterruptedRun  # a published report, or what stands in the place of one


def stored_run(store: Store, name: str | None = None, of: str | None = None) -> Run:
    """The run of that name, which may have been interrupted. `of` is the target to look among."""
    if name in _PLACES:
        return _at_place(name, runs_in_question(store, of), store)
    return _named(store, name or "")


def stored_report(store: Store, name: str | None = None, of: str | None = None) -> Path:
    """The report of the run of that name; `latest` and `previous` are those that have one."""
    if name not in _PLACES:
        run = _named(store, name or "")
        if isinstance(run, InterruptedRun):
            raise StoreError(_interrupted(run))
        return run
    runs = runs_in_question(store, of)
    reports = [run for run in runs if isinstance(run, Path)]
    latest = runs[0] if runs else None
    if isinstance(latest, InterruptedRun):
        if not reports:
            raise StoreError(_interrupted(latest))
        text = f"{one_line(_interrupted(latest))}; this is the report before it"
        sys.stderr.write(f"luminos: {text}\n")
    found = _at_place(name, reports, store)
    assert isinstance(found, Path)  # noqa: S101 - for the types
    return found


def runs_in_question(store: Store, of: str | None) -> list[Run]:
    """The runs of the target `of`, else of the directory that we are in, else all; the latest
    first."""
    runs = stored_runs(store)
    if of is not None:
        return runs_of(of, runs, store)
    by_target = {run_target(run) for run in runs}
    current = here()
    around = [] if current is None else map(encode_name, map(str, (current, *current.parents)))
    target = next((each for each in around if each in by_target), None)
    return [run for run in runs if target is None or run_target(run) == target]


def runs_of(target: str, runs: Sequence[Run], store: Store) -> list[Run]:
    """Those of the directory at the path `target`. StoreError when there are none."""
    real = encode_name(str(Path(target).resolve()))
    found = [run for run in runs if run_target(run) == real]
    if not found:
        raise StoreError(f"no run of {real} is stored in {store.path}; see luminos runs")
    return found


def stored_runs(store: Store) -> list[Run]:
    """Every published report and every interrupted run, the latest first."""
    interrupted = interrupted_runs(store)
    folders = {run.folder for run in interrupted}
    reports = [file for file in stored_reports(store) if file.parent not in folders]
    return sorted([*reports, *interrupted], key=_at, reverse=True)


def stored_reports(store: Store) -> list[Path]:
    """Every published report, the latest first, with what stands in the place of one and cannot be
    read."""
    files = [folder / REPORT for folder in store.runs_path.iterdir()]
    return sorted(filter(_at, files), key=_at, reverse=True)


def run_target(run: Run) -> str:
    """As records hold it; "" when it cannot be read."""
    return read_target(run.parent) if isinstance(run, Path) else run.run.target


def run_id(run: Run) -> str:
    return run.parent.name if isinstance(run, Path) else run.run_id


def short_id(name: str, names: Sequence[str]) -> str:
    """The start of an id that no other of `names` has."""
    others = [other for other in names if other != name]
    length = _SHORT
    while length < len(name) and any(other.startswith(name[:length]) for other in others):
        length += 1
    return name[:length]


def _named(store: Store, name: str) -> Run:
    path = Path(name)
    if name and path.exists():
        return _at_path(store, path)
    runs = stored_runs(store)
    found = [run for run in runs if name and run_id(run).startswith(name)]
    exact = [run for run in found if run_id(run) == name]
    if not found:
        raise StoreError(f"no run {name} is stored in {store.path}; see luminos runs")
    if len(found) > 1 and not exact:
        ids = listed([run_id(run) for run in found])
        raise StoreError(f"{len(found)} runs begin with {name} ({ids}); give more of the id")
    return (exact or found)[0]


def _at_path(store: Store, path: Path) -> Run:
    if not path.is_dir():
        return path.resolve()
    if any((path / name).exists() for name in (REPORT, RUN)):
        return interrupted_run(path.resolve()) or path.resolve() / REPORT
    return runs_of(str(path), stored_runs(store), store)[0]


def _at_place(name: str | None, runs: Sequence[Run], store: Store) -> Run:
    place = _PLACES[name]
    if not runs:
        raise StoreError(f"no run is stored in {store.path}; the first audit makes one")
    if place >= len(runs):
        target = run_target(runs[0])
        raise StoreError(f"there is no run before the latest one, {run_id(runs[0])} of {target}")
    return runs[place]


def _interrupted(run: InterruptedRun) -> str:
    return (
        f"run {run.run_id} of {run.run.target} was interrupted and has no report; "
        f"luminos retry {run.run_id} goes on with it"
    )


def here() -> Path | None:
    """The directory that the command was called in; None when it was removed."""
    try:
        return Path.cwd().resolve()
    except OSError:
        return None


def _at(run: Run) -> float:
    """In seconds since 1970; 0 when there is no report."""
    if isinstance(run, InterruptedRun):
        return run.at
    try:
        return run.lstat().st_mtime
    except (FileNotFoundError, NotADirectoryError):
        return 0.0
    except OSError:  # the run's folder is not ours
        return run.parent.lstat().st_mtime
