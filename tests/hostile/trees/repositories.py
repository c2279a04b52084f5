"""Git repositories made to harm whoever reads them or runs git on them."""

import os
import struct
import subprocess
import zlib
from random import Random

from tests.hostile.tree import CANARY, Outcome, Place, Trees

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


def _git(place: Place, *arguments: str, inner: str = ".") -> str:
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


def _repository(place: Place, inner: str = ".") -> None:
    place.write(f"{inner}/main.py", '"""A program."""\n\nVALUE = 1\n')
    place.write(f"{inner}/src/a.py", '"""A module."""\n')
    _git(place, "init", "-q", inner=inner)
    _git(place, "add", "-A", inner=inner)
    _git(place, "commit", "-q", "-m", "first", inner=inner)


@TREES.add("repository that executes", in_ci=True)
def _(place: Place) -> None:
    _repository(place)
    evil = place.program("evil")
    place.write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
    (place.outside / "included").write_text(f"[core]\n\tfsmonitor = {evil}\n")
    with (place.target / ".git/config").open("a") as config:
        config.write(_EXECUTING.format(it=evil, outside=place.outside))
    for hook in _HOOKS:
        place.program(f".git/hooks/{hook}")


@TREES.add("repository of another work tree")
def _(place: Place) -> None:
    _repository(place)
    with (place.target / ".git/config").open("a") as config:
        config.write(f"[core]\n\tworktree = {place.outside}\n\tbare = false\n")


@TREES.add("repository that fetches")
def _(place: Place) -> None:
    _repository(place)
    evil = place.program("evil")
    _git(place, "commit", "-q", "-a", "-m", "second", "--allow-empty")
    missing = _git(place, "rev-parse", "HEAD~1^{tree}").strip()
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
    _repository(outside)
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
    _repository(outside)
    place.write("main.py", '"""A program."""\n')
    _git(place, "init", "-q")
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


@TREES.add("damaged index", beside=True)
def _(place: Place) -> None:
    whole = Random(3).randbytes(20_000)
    for name, content in {
        "short": b"DIRC",
        "random": whole,
        "many": b"DIRC" + struct.pack(">II", 2, 2**32 - 1) + b"\0" * 1_000,
        "version": b"DIRC" + struct.pack(">II", 9, 1) + whole,
        "extension": b"DIRC"
        + struct.pack(">II", 2, 0)
        + b"link"
        + struct.pack(">I", 2**31)
        + b"\0" * 40,
    }.items():
        place.write(f"{name}/main.py", '"""A program."""\n')
        place.write(f"{name}/.git/HEAD", "ref: refs/heads/m\n")
        place.write(f"{name}/.git/index", content)
        (place.target / name / ".git/objects").mkdir()


@TREES.add("index of names that lead out")
def _(place: Place) -> None:
    _repository(place)
    blob = _git(place, "hash-object", "-w", "main.py").strip()
    entries = b""
    for name in (b"../outside/secret.txt", b"/etc/passwd", b"a\nb", b".git/config", b"\xff"):
        entry = struct.pack(">10I", *[0] * 6, 0o100644, 0, 0, 0) + bytes.fromhex(blob)
        entry += struct.pack(">H", len(name)) + name
        entries += entry + b"\0" * (8 - len(entry) % 8)
    place.write(".git/index", b"DIRC" + struct.pack(">II", 2, 5) + entries + b"\0" * 20)


@TREES.add("damaged HEAD", beside=True)
def _(place: Place) -> None:
    heads = [
        "",
        "ref: refs/heads/../../../outside/secret.txt",
        "ref: HEAD",
        "x" * 100_000,
        "ref: /etc/passwd",
        "ref: a\0b",
        "0" * 40,
    ]
    for number, head in enumerate(heads):
        place.write(f"h{number}/main.py", '"""A program."""\n')
        place.write(f"h{number}/.git/HEAD", head)
        for inner in ("objects", "refs"):
            (place.target / f"h{number}/.git/{inner}").mkdir()


@TREES.add("200,000 packed references")
def _(place: Place) -> None:
    _repository(place)
    head = _git(place, "rev-parse", "HEAD").strip()
    place.write(".git/packed-refs", "".join(f"{head} refs/tags/t{n}\n" for n in range(200_000)))


@TREES.add("references that lead in circles")
def _(place: Place) -> None:
    _repository(place)
    place.write(".git/refs/heads/m", "ref: refs/heads/n\n")
    place.write(".git/refs/heads/n", "ref: refs/heads/m\n")


@TREES.add("shallow repository, grafts and replacements")
def _(place: Place) -> None:
    _repository(place)
    head = _git(place, "rev-parse", "HEAD").strip()
    place.write(".git/shallow", f"{head}\n" * 50_000)
    place.write(".git/info/grafts", f"{head} {head}\n")
    place.write(f".git/refs/replace/{head}", f"{head}\n")


@TREES.add("an object that unpacks to 200 MB")
def _(place: Place) -> None:
    _repository(place)
    bomb = zlib.compress(b"commit 209715200\0" + b"\0" * 209_715_200, 9)
    name = "ab" + "c" * 38
    place.write(f".git/objects/{name[:2]}/{name[2:]}", bomb)
    place.write(".git/refs/heads/m", f"{name}\n")


@TREES.add("3,000 commits with hostile names", Outcome(cpu=120))
def _(place: Place) -> None:
    lines = []
    for number in range(3_000):
        file = f"a\\t\\033[31m{number % 50}.py"
        lines.append(
            f"commit refs/heads/m\ncommitter \x1b[31m <{CANARY}> {number} +0000\ndata 3\n{CANARY[:3]}\n"
        )
        lines.append(f'M 100644 inline "{file}"\ndata 2\nx\n\n')
    place.write("main.py", '"""A program."""\n')
    _git(place, "init", "-q")
    stream = "".join(lines).encode()
    subprocess.run(
        ["git", "-C", str(place.target), "fast-import", "--quiet"], input=stream, check=True
    )


@TREES.add("submodules that lead out", Outcome(may_open=("",)))
def _(place: Place) -> None:
    _repository(place)
    place.write(
        ".gitmodules", '[submodule "../../outside"]\n\tpath = ../outside\n\turl = ext::sh\n'
    )
    place.write("module/.git", "gitdir: ../.git/modules/../../../outside\n")
    place.write("module/main.py", '"""A program."""\n')
    place.write("other/.git", f"gitdir: {place.outside}\n")
    place.write("other/main.py", '"""A program."""\n')


@TREES.add("a common directory outside")
def _(place: Place) -> None:
    _repository(place)
    place.write(".git/commondir", f"{place.outside}\n")
    place.write(".git/worktrees/x/commondir", "../../../../outside\n")
    place.write(".git/worktrees/x/HEAD", "ref: refs/heads/m\n")
    place.write("x/.git", "gitdir: ../.git/worktrees/x\n")
    place.write("x/main.py", '"""A program."""\n')


@TREES.add("a bare repository inside", beside=True)
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    place.write("bare/HEAD", "ref: refs/heads/m\n")
    place.write("bare/config", _EXECUTING.format(it="./evil", outside="."))
    place.program("bare/evil")
    for name in ("objects/pack/x.idx", "refs/heads/m"):
        place.write(f"bare/{name}", "x\n")
