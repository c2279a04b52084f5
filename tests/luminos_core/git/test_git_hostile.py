"""Repositories made to harm whoever runs git on them. A canary is a file that must not appear."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import pytest

from luminos_core.git import shadow_repository
from luminos_core.git.commit_times import CommitTimesReader, NoCommitTimes
from luminos_core.git.find_repository import find_repository
from luminos_core.git.index import read_tracked_paths
from luminos_core.git.repository import NoRepository
from luminos_core.stop import StopSignal

EXECUTING = [
    "core.fsmonitor",
    "core.pager",
    "core.editor",
    "core.sshCommand",
    "core.askPass",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "pager.log",
    "diff.external",
    "diff.evil.command",
    "diff.evil.textconv",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "gpg.program",
    "gpg.ssh.program",
    "credential.helper",
    "alias.log",
    "uploadpack.packObjectsHook",
    "interactive.diffFilter",
    "log.showSignature",
]


def answer(root: Path) -> object:
    with contextlib.closing(CommitTimesReader(find_repository(root), "")) as reader:
        return reader.finish(StopSignal())


def reason(root: Path) -> str:
    found = answer(root)
    assert isinstance(found, NoCommitTimes)
    return found.reason


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return tmp_path / "canary"


def script(path: Path, canary: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch {canary}\n")
    path.chmod(0o755)


def signed_commit(repo) -> None:
    """One that git would ask a program about."""
    tree = repo.git("write-tree").decode().strip()
    text = (
        f"tree {tree}\nparent {repo.head()}\nauthor a <a> 1700000009 +0000\n"
        "committer a <a> 1700000009 +0000\n"
        "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nm\n"
    )
    made = repo.git("hash-object", "-t", "commit", "-w", "--stdin", text=text.encode())
    repo.git("update-ref", "HEAD", made.decode().strip())


def test_nothing_in_a_repository_is_executed(repo, canary) -> None:
    repo.write(".gitattributes", text="* filter=evil diff=evil merge=evil\n")
    moment = repo.commit("a")
    signed_commit(repo)
    script(repo.root / "evil", canary)
    with (repo.root / ".git/config").open("a") as config:
        for key in EXECUTING:
            *section, name = key.split(".")
            head = f'{section[0]} "{section[1]}"' if section[1:] else section[0]
            value = "true" if name == "showSignature" else f"{repo.root}/evil"
            config.write(f"[{head}]\n\t{name} = {value}\n")
        config.write(f"[include]\n\tpath = {repo.root}/more\n")
    (repo.root / "more").write_text(f"[core]\n\tfsmonitor = {repo.root}/evil\n")
    for hook in (
        "post-index-change",
        "reference-transaction",
        "post-checkout",
        "fsmonitor-watchman",
    ):
        script(repo.root / ".git/hooks" / hook, canary)
    found = answer(repo.root)
    read_tracked_paths(find_repository(repo.root))
    assert found.times["a"] == moment
    assert not canary.exists()


def test_its_config_is_not_even_read(repo) -> None:
    moment = repo.commit("a")
    (repo.root / ".git/config").write_text("[this is no config")
    assert answer(repo.root).times == {"a": moment}


def test_missing_objects_are_not_fetched(repo, canary) -> None:
    repo.commit("a")
    last = repo.commit("a", "sub/b")
    script(repo.root / "evil", canary)
    tree = repo.git("rev-parse", "HEAD~1^{tree}").decode().strip()
    with (repo.root / ".git/config").open("a") as config:
        config.write(
            f'[remote "origin"]\n\turl = ext::{repo.root}/evil\n\tpromisor = true\n'
            "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n"
            "[protocol]\n\tallow = always\n"
        )
    (repo.root / f".git/objects/{tree[:2]}/{tree[2:]}").unlink()
    found = answer(repo.root)
    assert not canary.exists()
    assert isinstance(found, NoCommitTimes) or (not found.complete and found.oldest == last)


# -- what leads elsewhere is not followed ----------------------------------------------------------


@pytest.fixture
def outside(tmp_path: Path, repo) -> Path:
    """Another repository, which is nobody's business here."""
    other = type(repo)(tmp_path / "outside")
    other.commit("private")
    return other.root


def test_a_git_file_that_leads_outside_is_refused(repo, outside, tmp_path) -> None:
    tree = tmp_path / "hostile"
    tree.mkdir()
    for path in (outside / ".git", "../outside/.git"):
        (tree / ".git").write_text(f"gitdir: {path}\n")
        assert "is not followed" in reason(tree)


def test_a_git_file_that_leads_into_another_ones_modules_is_refused(repo, outside) -> None:
    (outside / ".git").rename(outside / "kept")
    (outside / ".git").mkdir()
    (outside / ".git/modules").mkdir()
    (outside / "kept").rename(outside / ".git/modules/m")
    (repo.root / "sub").mkdir()
    (repo.root / "sub/.git").write_text(f"gitdir: {outside}/.git/modules/m\n")
    assert "is not followed" in reason(repo.root / "sub")


def test_a_git_file_that_leads_through_a_link_is_refused(repo, outside) -> None:
    (repo.root / ".git/modules").symlink_to(outside)
    (repo.root / "sub").mkdir()
    (repo.root / "sub/.git").write_text("gitdir: ../.git/modules/.git\n")
    assert reason(repo.root / "sub") == "HEAD cannot be read"


@pytest.mark.parametrize("text", ["", "gitdir: ", "gitdir: " + "a/" * 5000, "gitdir: a\0b", "x"])
def test_a_git_file_that_names_nothing_is_refused(tmp_path, text) -> None:
    (tmp_path / ".git").write_text(text)
    assert isinstance(find_repository(tmp_path), NoRepository)
    assert reason(tmp_path)


def test_a_common_directory_outside_is_refused(repo, outside) -> None:
    repo.commit("a")
    repo.git("worktree", "add", "-q", "linked")
    (repo.root / ".git/worktrees/linked/commondir").write_text(f"{outside}/.git\n")
    assert "outside" in reason(repo.root / "linked")


def test_a_git_directory_that_is_a_link_is_refused(repo, outside, tmp_path) -> None:
    tree = tmp_path / "hostile"
    tree.mkdir()
    (tree / ".git").symlink_to(outside / ".git")
    assert "neither a directory nor a file" in reason(tree)


def test_alternates_are_refused(repo, outside) -> None:
    repo.commit("a")
    (repo.root / ".git/objects/info/alternates").write_text(f"{outside}/.git/objects\n")
    assert "alternates" in reason(repo.root)


@pytest.mark.parametrize("part", ["objects", "objects/pack", "objects/ff"])
def test_objects_that_are_a_link_are_refused(repo, outside, part) -> None:
    repo.commit("a")
    place = repo.root / ".git" / part
    if place.exists():
        place.rename(repo.root / "aside")
    place.symlink_to(outside / ".git/objects")
    assert part in reason(repo.root)


def test_an_object_that_is_a_fifo_is_refused(repo) -> None:
    repo.commit("a")
    os.mkfifo(repo.root / ".git/objects/pack/pack-1.idx")
    assert "pack-1.idx" in reason(repo.root)


def test_objects_without_end_are_refused(repo, monkeypatch) -> None:
    repo.commit("a")
    deep = repo.root / ".git/objects" / "/".join("d" * 50)
    deep.mkdir(parents=True)
    assert "too deep" in reason(repo.root)
    shutil.rmtree(repo.root / ".git/objects/d")
    monkeypatch.setattr(shadow_repository, "_OBJECTS_LIMIT", 5)
    assert "too many" in reason(repo.root)


def test_replaced_objects_and_grafts_are_ignored(repo) -> None:
    moment = repo.commit("a")
    head = repo.head()
    repo.commit("b")
    repo.git("replace", head, repo.head())
    repo.git("update-ref", "refs/heads/main", head)
    assert answer(repo.root).times == {"a": moment}


# -- a HEAD that is none ---------------------------------------------------------------------------


def replace_head(repo, content: bytes) -> None:
    (repo.root / ".git/HEAD").write_bytes(content)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "HEAD leads to no commit"),
        (b"\xff\0", "HEAD leads to no commit"),
        (b"a" * 5000, "HEAD cannot be read"),
        (b"--output=x", "HEAD leads to no commit"),
        (b"ref: refs/heads/../../../outside/.git/HEAD", "no name of a ref"),
        (b"ref: /etc/passwd", "no name of a ref"),
        (b"ref: refs/heads/main.lock", "no name of a ref"),
        (b"ref: refs/heads/.hidden", "no name of a ref"),
        (b"ref: refs/heads/a\nb", "no name of a ref"),
        (b"ref: HEAD", "no name of a ref"),
        (b"ref: refs/heads/none", "there is no commit yet"),
    ],
)
def test_a_head_that_names_no_commit_is_refused(repo, content, why) -> None:
    repo.commit("a")
    replace_head(repo, content)
    assert why in reason(repo.root)


def test_a_head_that_is_a_link_or_a_fifo_is_not_opened(repo, outside) -> None:
    repo.commit("a")
    head = repo.root / ".git/HEAD"
    head.unlink()
    head.symlink_to(outside / ".git/HEAD")
    assert reason(repo.root) == "HEAD cannot be read"
    head.unlink()
    os.mkfifo(head)
    assert reason(repo.root) == "HEAD cannot be read"


def test_a_branch_that_is_a_link_is_not_followed(repo, outside) -> None:
    repo.commit("a")
    branch = repo.root / ".git/refs/heads/main"
    branch.unlink()
    branch.symlink_to(outside / ".git/refs/heads/main")
    assert reason(repo.root) == "there is no commit yet"


def test_refs_that_lead_to_each_other_end(repo) -> None:
    repo.commit("a")
    (repo.root / ".git/refs/heads/main").write_text("ref: refs/heads/b\n")
    (repo.root / ".git/refs/heads/b").write_text("ref: refs/heads/main\n")
    assert "without end" in reason(repo.root)


def test_refs_in_a_reftable_are_named(repo) -> None:
    repo.commit("a")
    (repo.root / ".git/reftable").mkdir()
    assert "reftable" in reason(repo.root)


def test_a_commit_that_is_not_there_is_no_history(repo) -> None:
    replace_head(repo, b"a" * 40)
    assert reason(repo.root) == "git cannot read its commits"


def test_an_object_that_would_unpack_to_gigabytes_is_not_unpacked(repo) -> None:
    repo.commit("a")
    packer = zlib.compressobj()
    bomb = packer.compress(b"commit %d\0" % (8 << 30)) + packer.flush(zlib.Z_FULL_FLUSH)
    zeros = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    bomb += zeros * 400
    place = repo.root / ".git/objects/aa" / ("a" * 38)
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(bomb)
    replace_head(repo, b"a" * 40)
    reason_given, largest = _measured(repo.root)
    assert reason_given == "git cannot read its commits"
    assert largest < 200 << 10


def _measured(root: Path) -> tuple[str, int]:
    """The reason, and the most memory in KiB that git took for it: in a process of its own, which
    has no other children."""
    program = f"""
import contextlib
import resource
from pathlib import Path
from luminos_core.git.commit_times import CommitTimesReader
from luminos_core.git.find_repository import find_repository
from luminos_core.stop import StopSignal
with contextlib.closing(CommitTimesReader(find_repository(Path({str(root)!r})), "")) as reader:
    print(reader.finish(StopSignal()).reason)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, check=True
    )
    reason_given, largest = done.stdout.splitlines()
    return reason_given, int(largest)


def test_without_git_there_are_no_times_and_a_reason(repo, monkeypatch) -> None:
    repo.commit("a")
    monkeypatch.setattr(shadow_repository, "_PROGRAMS", tempfile.gettempdir() + "/none")
    assert "git is not installed" in reason(repo.root)
