"""The version of a target: commit, branch, and the page of its repository."""

import shutil
from pathlib import Path

import pytest

from luminos_core.git.forge_page import forge_of, forge_page
from luminos_core.git.source_version import source_version
from luminos_core.records.comparison import Forge, SourceVersion


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("git@github.com:owner/name.git", "https://github.com/owner/name"),
        ("github.com:owner/name", "https://github.com/owner/name"),
        ("ssh://git@github.com:22/owner/name.git/", "https://github.com/owner/name"),
        ("ssh://git@ssh.github.com:443/owner/name.git", "https://github.com/owner/name"),
        ("git+ssh://git@gitlab.com/a/b/c.git", "https://gitlab.com/a/b/c"),
        ("git://git.kernel.org/pub/scm/git/git.git", "https://git.kernel.org/pub/scm/git/git"),
        ("git@git.sr.ht:~user/name", "https://git.sr.ht/~user/name"),
        ("https://user:secret@h.example:8443/o/n.git", "https://h.example:8443/o/n"),
        ("https://token@github.com:443/o/n", "https://github.com/o/n"),
        ("http://localhost:3000/o/n.git", "http://localhost:3000/o/n"),
        ("HTTPS://GitHub.com//O/N.git?token=x#y", "https://github.com/O/N"),
        ("git@ssh.dev.azure.com:v3/org/My Project/n", "https://dev.azure.com/org/My%20Project/_git/n"),
    ],
)  # fmt: skip
def test_the_page_of_any_address_has_no_credentials(address: str, page: str) -> None:
    assert forge_page(address) == page


@pytest.mark.parametrize(
    "address",
    ["", "/srv/name.git", "../name", "~/name", "C:\\name", "C:/name", "file:///srv/name.git",
     "file://host/name", "ext::sh -c touch% x", "javascript:alert(1)//", "work:owner/name",
     "ssh://alias/owner/name", "https://github.com/", "https:///name", "https://h.example/<b>/n",
     "https://h.example/\x1b[31m/n", "https://h.example/o/\u202en", "https://h.example/a/../b",
     "https://h.example:99999/o/n", "https://h example/o/n", "https://a.b\nx/o",
     "https://h.x/" + "a" * 500,
     "https://[::1]/o/n", "git@h.example:", "https://-h.example/o/n", "https://h.example/o/n\"onclick"],
)  # fmt: skip
def test_what_is_no_page_of_a_host_has_none(address: str) -> None:
    assert forge_page(address) == ""


def test_a_forge_is_told_by_its_host() -> None:
    assert forge_of("https://github.com/o/n") is Forge.GITHUB
    assert forge_of("https://gitlab.example.com:8443/o/n") is Forge.GITLAB
    assert forge_of("https://codeberg.org/o/n") is Forge.GITEA
    assert forge_of("https://git.example.com/github.com/n") is None


def remote(repo, name: str, address: str) -> None:
    repo.git("config", f"remote.{name}.url", address)


def test_commit_branch_and_page_are_those_of_the_work_tree(repo) -> None:
    repo.commit("services/api/a.py")
    remote(repo, "origin", "https://me:secret@git.example.com/o/n.git")
    expected = SourceVersion(
        commit=repo.head(), branch="main", remote="https://git.example.com/o/n"
    )
    assert source_version(repo.root) == expected
    inner = source_version(repo.root / "services/api", Forge.GITEA)
    assert inner == expected.model_copy(update={"folder": "services/api", "forge": Forge.GITEA})


def test_without_a_branch_or_a_commit_these_are_empty(repo) -> None:
    assert source_version(repo.root) == SourceVersion(branch="main")
    repo.commit("a.py")
    repo.git("checkout", "-q", "--detach")
    assert source_version(repo.root) == SourceVersion(commit=repo.head())
    repo.git("checkout", "-q", "-b", "feature/é")
    assert source_version(repo.root).branch == "feature/é"


def test_the_remote_is_origin_else_that_of_the_branch_else_the_only_one(repo) -> None:
    repo.commit("a.py")
    remote(repo, "first", "git@h.example:o/first")
    assert source_version(repo.root).remote == "https://h.example/o/first"
    remote(repo, "second", "git@h.example:o/second")
    assert source_version(repo.root).remote == ""
    repo.git("config", "branch.main.remote", "second")
    assert source_version(repo.root).remote == "https://h.example/o/second"
    remote(repo, "origin", "git@h.example:o/origin")
    assert source_version(repo.root).remote == "https://h.example/o/origin"
    remote(repo, "origin", "/srv/origin.git")
    assert source_version(repo.root).remote == ""


def test_submodules_and_linked_work_trees_have_their_own_version(repo, tmp_path: Path) -> None:
    repo.commit("a.py")
    remote(repo, "origin", "git@h.example:o/outer")
    linked = tmp_path / "linked"
    repo.git("worktree", "add", "-q", "-b", "other", str(linked))
    found = source_version(linked)
    assert (found.branch, found.remote) == ("other", "https://h.example/o/outer")
    modules = repo.root / ".git/modules/m"
    shutil.copytree(
        repo.root / ".git", tmp_path / "copy", ignore=shutil.ignore_patterns("worktrees")
    )
    shutil.copytree(tmp_path / "copy", modules)
    (repo.root / "m").mkdir()
    (repo.root / "m/.git").write_text("gitdir: ../.git/modules/m\n")
    repo.git(
        "config", "--file", str(modules / "config"), "remote.origin.url", "git@h.example:o/inner"
    )
    inner = source_version(repo.root / "m")
    assert (inner.remote, inner.folder, inner.commit) == (
        "https://h.example/o/inner",
        "",
        repo.head(),
    )


def test_a_target_in_no_repository_has_no_version(tmp_path: Path) -> None:
    assert source_version(tmp_path) == SourceVersion()


def test_a_config_that_is_a_link_is_not_read(repo, tmp_path: Path) -> None:
    repo.commit("a.py")
    config = repo.root / ".git/config"
    outside = tmp_path / "outside"
    outside.write_text('[remote "origin"]\nurl = git@h.example:o/n\n')
    config.unlink()
    config.symlink_to(outside)
    assert source_version(repo.root).remote == ""
