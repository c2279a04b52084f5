"""The stored runs, and how a person names one."""

from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT


def report_file(store: Store, run: str | None) -> Path:
    """The report.json that `run` names: a file, a folder, the start of an id; or the latest."""
    if run is not None and (path := Path(run)).exists():
        return path / REPORT if path.is_dir() else path
    stored = stored_reports(store)
    if run is not None:
        stored = [file for file in stored if file.parent.name.startswith(run)]
    if not stored:
        wanted = "no run" if run is None else f"no run {run}"
        raise StoreError(f"{wanted} is stored in {store.path}; see luminos report --list")
    if run is not None and len(stored) > 1:
        raise StoreError(f"{len(stored)} runs begin with {run}; give more of the id")
    return stored[0]


def stored_reports(store: Store) -> list[Path]:
    """Every published report, the latest first."""
    files = store.runs_path.glob(f"*/{REPORT}")
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)
