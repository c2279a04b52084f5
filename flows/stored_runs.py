"""The stored runs, and how a person names one."""

import sys
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.store.interrupted import InterruptedRun, interrupted_run, interrupted_runs
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT
from luminos_core.text.escape import one_line


def stored_run(store: Store, run: str | None) -> Path | InterruptedRun:
    """What `run` names: the report.json of a run, its folder, or the start of its id; without a
    name the latest run, which may have been interrupted."""
    if run is not None and (path := Path(run)).exists():
        if path.is_dir():
            return interrupted_run(path.resolve()) or path / REPORT
        return path.resolve()
    stored = [each for each in stored_runs(store) if run is None or _id(each).startswith(run)]
    if not stored:
        wanted = "no run" if run is None else f"no run {run}"
        raise StoreError(f"{wanted} is stored in {store.path}; see luminos report --list")
    if run is not None and len(stored) > 1:
        raise StoreError(f"{len(stored)} runs begin with {run}; give more of the id")
    return stored[0]


def stored_report(store: Store, name: str | None) -> Path:
    """Of the run of that name; else the latest report, though a later run was interrupted."""
    run = stored_run(store, name)
    if isinstance(run, Path):
        return run
    text = (
        f"run {run.run_id} of {run.run.target} was interrupted and has no report; "
        f"luminos retry {run.run_id} goes on with it"
    )
    reports = stored_reports(store)
    if name is not None or not reports:
        raise StoreError(text)
    sys.stderr.write(f"luminos: {one_line(text)}; this is the report before it\n")
    return reports[0]


def stored_runs(store: Store) -> list[Path | InterruptedRun]:
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


def _id(run: Path | InterruptedRun) -> str:
    return run.parent.name if isinstance(run, Path) else run.run_id


def _at(run: Path | InterruptedRun) -> float:
    """In seconds since 1970; 0 when there is no report."""
    if isinstance(run, InterruptedRun):
        return run.at
    try:
        return run.lstat().st_mtime
    except (FileNotFoundError, NotADirectoryError):
        return 0.0
    except OSError:  # the run's folder is not ours
        return run.parent.lstat().st_mtime
