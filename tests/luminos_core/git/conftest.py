import itertools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from luminos_core.git import commit_times


class Repo:
    """A repository that a test makes with real git; each commit is one second after the last."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        self._clock = itertools.count(1_700_000_000)
        self.git("init", "-q", "-b", "main", *options)

    def git(self, *arguments: str, text: bytes = b"", at: int = 1_700_000_000) -> bytes:
        moment = f"{at} +0000"
        return subprocess.run(
            ["git", "-c", "core.fsync=none", *arguments],  # noqa: S607
            cwd=self.root,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.root),
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_AUTHOR_NAME": "a",
                "GIT_AUTHOR_EMAIL": "a@example.com",
                "GIT_COMMITTER_NAME": "a",
                "GIT_COMMITTER_EMAIL": "a@example.com",
                "GIT_AUTHOR_DATE": moment,
                "GIT_COMMITTER_DATE": moment,
                "GIT_ALLOW_PROTOCOL": "file",
            },
            input=text,
            check=True,
            capture_output=True,
        ).stdout

    def write(self, *paths: str, text: str = "") -> None:
        for path in paths:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text or path)

    def commit(self, *paths: str, text: str = "") -> int:
        """A commit of these files, or of all that was changed; returns its time."""
        moment = next(self._clock)
        self.write(*paths, text=text or str(moment))
        self.git("add", "-A", "-f")
        self.git("commit", "-q", "--allow-empty", "-m", "m", at=moment)
        return moment

    def merge(self, branch: str, *options: str) -> int:
        moment = next(self._clock)
        self.git("merge", "-q", "--no-edit", "--no-ff", *options, branch, at=moment)
        return moment

    def head(self) -> str:
        return self.git("rev-parse", "HEAD").decode().strip()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine must not turn a complete history into a partial one."""
    monkeypatch.setattr(commit_times, "_TIME_LIMIT", 20.0)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    return Repo(tmp_path / "tree")
