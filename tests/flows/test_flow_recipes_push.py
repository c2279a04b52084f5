"""The hook before a push, run by git itself."""

import subprocess
from pathlib import Path

import pytest

from tests.flows.recipes import CONCERN, Machine, commit, git, machine, recipe

HOOK = ".git/hooks/pre-push"


@pytest.fixture
def here(tmp_path: Path, prefect_url: str) -> Machine:
    """With the hook, and a bare repository to push to."""
    made = machine(tmp_path / "machine", prefect_url)
    git(tmp_path, "init", "--quiet", "--bare", str(tmp_path / "forge.git"))
    git(made.project, "remote", "add", "origin", str(tmp_path / "forge.git"))
    (made.project / HOOK).write_text(recipe(HOOK))
    (made.project / HOOK).chmod(0o755)
    made.shell("make install", cwd=made.folder / "luminos.git")
    return made


def push(here: Machine, *options: str) -> subprocess.CompletedProcess[str]:
    path = f"{here.folder}/luminos.git/.venv/bin:{here.environment['PATH']}"
    return here.shell(f"git push --quiet {' '.join(options)} origin main", PATH=path)


def pushed(here: Machine) -> str:
    done = here.shell("git ls-remote origin main")
    return done.stdout.partition("\t")[0]


def head(here: Machine) -> str:
    return here.shell("git rev-parse HEAD").stdout.strip()


def test_a_push_with_a_new_concern_is_refused_until_it_is_gone(here: Machine) -> None:
    here.write(old=CONCERN)
    commit(here.project)
    assert push(here).returncode == 0  # nothing to compare with
    assert pushed(here) == head(here)

    here.write(other=CONCERN)
    commit(here.project)
    before = pushed(here)
    for _ in range(2):  # trying again is no way around it
        refused = push(here)
        assert refused.returncode != 0
        assert "other.py:5" in refused.stderr
        assert pushed(here) == before

    here.write(other="X = 1\n")
    commit(here.project)
    assert push(here).returncode == 0
    assert pushed(here) == head(here)


def test_what_cannot_be_audited_whole_can_be_pushed(here: Machine) -> None:
    commit_empty = "git -c user.name=A -c user.email=a@b rm --quiet -r . && "
    commit_empty += "git -c user.name=A -c user.email=a@b commit --quiet -m gone"
    assert here.shell(commit_empty).returncode == 0
    assert push(here).returncode == 0
    assert pushed(here) == head(here)
