"""Git repositories made to harm whoever reads them or runs git on them."""

import os
import subprocess

from tests.hostile.tree import Outcome, Place, Trees

TREES = Trees()

_EXECUTING = """
[core]
  fsmonitor = {it}
  pager = {it}
  editor = {it}
  sshCommand = {it}
  askPass = {it}
  hooksPath = {it}
  alternateRefsCommand = {it}
[diff]
  external = {it}
[diff "evil"]
  textconv = {it}
  command = {it}
[filter "evil"]
  clean = {it}
  smudge = {it}
  process = {it}
  required = true
[gpg]
  program = {it}
[log]
  showSignature = true
[uploadpack]
  packObjectsHook = {it}
[alias]
  log = !{it}
[include]
  path = {outside}/included
"""
_HOOKS = ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman")


def git(place: Place, *arguments: str, inner: str = ".") -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=m")
    where = place.target / inner
    # With nothing of the machine's own settings.
    clean = {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "PATH": os.environ["PATH"],
    }
    command = ["git", "-C", str(where), *identity, *arguments]
    return subprocess.run(command, env=clean, capture_output=True, text=True, check=True).stdout


def repository(place: Place, inner: str = ".") -> None:
    place.write(f"{inner}/main.py", '"""A program."""\n\nVALUE = 1\n')
    place.write(f"{inner}/src/a.py", '"""A module."""\n')
    git(place, "init", "-q", inner=inner)
    git(place, "add", "-A", inner=inner)
    git(place, "commit", "-q", "-m", "first", inner=inner)


@TREES.add("repository that executes", in_ci=True)
def _(place: Place) -> None:
    repository(place)
    evil = place.program("evil")
    place.write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
    (place.outside / "included").write_text(f"[core]\n\tfsmonitor = {evil}\n")
    with (place.target / ".git/config").open("a") as config:
        config.write(_EXECUTING.format(it=evil, outside=place.outside))
    for hook in _HOOKS:
        place.program(f".git/hooks/{hook}")


@TREES.add("repository of another work tree")
def _(place: Place) -> None:
    repository(place)
    with (place.target / ".git/config").open("a") as config:
        config.write(f"[core]\n\tworktree = {place.outside}\n\tbare = false\n")


@TREES.add("repository that fetches")
def _(place: Place) -> None:
    repository(place)
    evil = place.program("evil")
    git(place, "commit", "-q", "-a", "-m", "second", "--allow-empty")
    missing = git(place, "rev-parse", "HEAD~1^{tree}").strip()
    (place.target / ".git/objects" / missing[:2] / missing[2:]).unlink()
    with (place.target / ".git/config").open("a") as config:
        config.write(
            f'[remote "origin"]\n\turl = ext::{evil}\n\tpromisor = true\n'
            "[extensions]\n\tpartialClone = origin\n"
        )


_ASKED = ("theirs/.git", "theirs/.git/index")  # whether it leads back, which it does not


@TREES.add("pointer to a repository outside", Outcome(may_open=_ASKED))
def _(place: Place) -> None:
    outside = Place(place.outside / "theirs", place.outside)
    repository(outside)
    place.write("main.py", '"""A program."""\n')
    place.write(".git", f"gitdir: {outside.target}/.git\n")


@TREES.add("pointers to nowhere")
def _(place: Place) -> None:
    for number, text in enumerate(
        [
            "gitdir: /",
            "gitdir: ..",
            "gitdir: .git",
            "gitdir: /dev/zero",
            "gitdir: " + "a/" * 3_000,
            "x" * 9_000,
            "gitdir: \0\xff",
        ]
    ):
        place.write(f"d{number}/.git", text)
        place.write(f"d{number}/main.py", '"""A program."""\n')


@TREES.add("objects outside")
def _(place: Place) -> None:
    outside = Place(place.outside / "theirs", place.outside)
    repository(outside)
    place.write("main.py", '"""A program."""\n')
    git(place, "init", "-q")
    place.write(
        ".git/objects/info/alternates", f"{outside.target}/.git/objects\n../../../outside\n"
    )
    head = subprocess.run(
        ["git", "-C", str(outside.target), "rev-parse", "HEAD"],
        capture_output=True,
        text=True,
        check=True,
    )
    place.write(".git/refs/heads/m", head.stdout)


@TREES.add("a bare repository inside", beside=True)
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    place.write("bare/HEAD", "ref: refs/heads/m\n")
    place.write("bare/config", _EXECUTING.format(it="./evil", outside="."))
    place.program("bare/evil")
    for name in ("objects/pack/x.idx", "refs/heads/m"):
        place.write(f"bare/{name}", "x\n")
