"""The commits that a work tree's history contains, the latest first."""

# ruff: noqa: PLC0415 - as in log_process.py

from pathlib import Path

from luminos_core.errors import SettingsError
from luminos_core.git.find_repository import find_repository
from luminos_core.git.repository import NoRepository, Repository, RepositoryRefused
from luminos_core.git.shadow_repository import shadow_repository

_COMMITS = 10_000
_SECONDS = 5.0


def ancestors(target: Path, commit: str) -> tuple[str, ...]:
    """Of `commit`, itself the first; of a shallow clone as far as it goes. Nothing when they cannot
    be read."""
    found = find_repository(target)
    if isinstance(found, NoRepository) or not commit:
        return ()
    try:
        return _listed(found, commit)
    except (RepositoryRefused, SettingsError, OSError):
        return ()


def _listed(repository: Repository, commit: str) -> tuple[str, ...]:
    import subprocess

    with shadow_repository(repository, commit) as shadow:
        command = [shadow.program, "rev-list", f"--max-count={_COMMITS}", "--topo-order", "HEAD"]
        try:
            printed = subprocess.run(
                command,
                cwd=shadow.folder,
                env=shadow.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # may contain text from the repository
                timeout=_SECONDS,
                check=True,
            ).stdout
        except subprocess.SubprocessError:
            return ()
    return tuple(printed.decode("ascii", "replace").split())
