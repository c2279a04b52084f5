"""Repositories away from their work tree: read when the target cannot have forged the way."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from luminos_core.git.commit_times import CommitTimes, CommitTimesReader, NoCommitTimes
from luminos_core.git.find_repository import find_repository
from luminos_core.git.index import read_tracked_paths
from luminos_core.git.repository import NoRepository, Repository
from luminos_core.scan.last_modified import last_modified_of
from luminos_core.scan.rules.work_tree import find_work_tree
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal


def times(root: Path) -> CommitTimes | NoCommitTimes:
    tree = find_work_tree(root)
    with contextlib.closing(CommitTimesReader(tree.found, tree.prefix)) as reader:
        return reader.finish(StopSignal())


def known(root: Path) -> dict[str, int]:
    found = times(root)
    assert isinstance(found, CommitTimes), found
    return dict(found.times)


def refusal(root: Path) -> str:
    found = find_repository(root)
    assert isinstance(found, NoRepository), found
    return found.reason


@pytest.fixture
def linked(tmp_path: Path, repo) -> Path:
    """A work tree beside its repository."""
    repo.commit("src/a.py")
    repo.write(".gitignore", text="*.log\n")
    repo.commit("src/b.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    return tmp_path / "linked"


@pytest.fixture
def separate(tmp_path: Path, repo) -> Path:
    """A work tree whose git directory was put elsewhere."""
    repo.commit("src/a.py")
    where = str(tmp_path / "elsewhere.git")
    repo.git("clone", "-q", f"--separate-git-dir={where}", ".", str(tmp_path / "work"))
    return tmp_path / "work"


def test_a_linked_work_tree_anywhere_has_its_history_and_its_index(linked, repo) -> None:
    assert known(linked) == known(repo.root)
    found = find_repository(linked)
    assert isinstance(found, Repository)
    assert read_tracked_paths(found).contains(b"src/a.py")
    repo.git("gc", "-q")
    assert known(linked) == known(repo.root)


def test_a_target_below_a_linked_work_tree_has_its_history(linked) -> None:
    assert set(known(linked / "src")) == {"a.py", "b.py"}


def test_the_ignore_rules_of_a_linked_work_tree_hold(linked, repo) -> None:
    repo.write(".git/info/exclude", text="made/\n")
    (linked / "made").mkdir()
    (linked / "made/a.py").write_text("A = 1\n")
    scan = take_snapshot(linked, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    reasons = {exclusion.path: exclusion.reason for exclusion in scan.exclusions}
    assert reasons["made"].endswith(".git/info/exclude:1: made/")


def test_a_separate_git_directory_is_read_when_its_index_is_of_this_work_tree(separate) -> None:
    assert set(known(separate)) == {"src/a.py"}


def test_a_copy_of_a_linked_work_tree_is_not_taken_for_it(linked, tmp_path) -> None:
    shutil.copytree(linked, tmp_path / "copy")
    assert "does not lead back" in refusal(tmp_path / "copy")


def test_a_copy_of_a_work_tree_with_a_separate_git_directory_is_refused(separate, tmp_path) -> None:
    subprocess.run(["cp", "-a", separate, tmp_path / "copy"], check=True)  # noqa: S607
    assert "does not lead back" in refusal(tmp_path / "copy")


def test_a_pointer_to_a_repository_with_the_same_files_is_refused(separate, tmp_path) -> None:
    """The files' sizes and times of last change can be chosen by who packs an archive."""
    hostile = tmp_path / "hostile"
    shutil.copytree(separate / "src", hostile / "src")
    (hostile / ".git").write_text(f"gitdir: {tmp_path}/elsewhere.git\n")
    before = (separate / "src/a.py").stat()
    os.utime(hostile / "src/a.py", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "does not lead back" in refusal(hostile)


@pytest.mark.parametrize("written", ["../../hostile/.git", "/nowhere/.git", "", "\0"])
def test_a_git_directory_that_leads_to_another_work_tree_is_refused(
    linked, repo, tmp_path, written
) -> None:
    (repo.root / ".git/worktrees/linked/gitdir").write_text(written)
    assert "does not lead back" in refusal(linked)


def test_a_git_directory_inside_of_the_target_is_no_proof(repo, tmp_path) -> None:
    """All of it, the way back too, is the target's own."""
    repo.commit("a.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(repo.root / "deep/linked"))
    fake = tmp_path / "hostile"
    fake.mkdir()
    shutil.copytree(repo.root / ".git", fake / "kept")
    (fake / ".git").write_text("gitdir: kept/worktrees/linked\n")
    (fake / "kept/worktrees/linked/gitdir").write_text(f"{fake}/.git\n")
    assert "does not lead back" in refusal(fake)


def test_a_way_through_a_link_is_refused(linked, repo, tmp_path) -> None:
    (tmp_path / "alias").symlink_to(repo.root)
    (linked / ".git").write_text(f"gitdir: {tmp_path}/alias/.git/worktrees/linked\n")
    assert "does not lead back" in refusal(linked)


def test_alternates_outside_of_the_target_are_followed(repo, tmp_path) -> None:
    repo.commit("a.py")
    repo.git("clone", "-q", "--shared", ".", str(tmp_path / "borrowing"))
    borrowing = type(repo)(tmp_path / "borrowing")
    borrowing.commit("b.py")
    borrowing.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    assert set(known(tmp_path / "linked")) == {"a.py", "b.py"}
    assert "info/alternates" in times(borrowing.root).reason  # type: ignore[union-attr]


def test_an_alternate_that_is_gone_or_a_link_is_named(repo, tmp_path) -> None:
    repo.commit("a.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    (repo.root / ".git/objects/info/alternates").write_text(f"{tmp_path}/gone\n")
    found = times(tmp_path / "linked")
    assert isinstance(found, NoCommitTimes)
    assert "gone cannot be read" in found.reason


def test_alternates_that_lead_to_each_other_end(repo, tmp_path) -> None:
    repo.commit("a.py")
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    (repo.root / ".git/objects/info/alternates").write_text(f"{repo.root}/.git/objects\n")
    found = times(tmp_path / "linked")
    assert isinstance(found, NoCommitTimes)
    assert "too many other places" in found.reason


def test_a_shallow_clone_says_that_its_dates_are_cut(repo, tmp_path) -> None:
    repo.commit("a.py")
    repo.commit("b.py")
    repo.git("clone", "-q", "--depth", "1", f"file://{repo.root}", str(tmp_path / "shallow"))
    found = times(tmp_path / "shallow")
    assert isinstance(found, CommitTimes)
    note = last_modified_of((), found).note
    assert note.startswith("a shallow clone, read back to 2023-11-14; ")
