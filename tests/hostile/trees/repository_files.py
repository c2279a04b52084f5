"""Git repositories whose own files are damaged, endless or lead out."""

import struct
import subprocess
import zlib
from random import Random

from tests.hostile.tree import CANARY, Outcome, Place, Trees
from tests.hostile.trees.repositories import git, repository

TREES = Trees()


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
    repository(place)
    blob = git(place, "hash-object", "-w", "main.py").strip()
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
    repository(place)
    head = git(place, "rev-parse", "HEAD").strip()
    place.write(".git/packed-refs", "".join(f"{head} refs/tags/t{n}\n" for n in range(200_000)))


@TREES.add("references that lead in circles")
def _(place: Place) -> None:
    repository(place)
    place.write(".git/refs/heads/m", "ref: refs/heads/n\n")
    place.write(".git/refs/heads/n", "ref: refs/heads/m\n")


@TREES.add("shallow repository, grafts and replacements")
def _(place: Place) -> None:
    repository(place)
    head = git(place, "rev-parse", "HEAD").strip()
    place.write(".git/shallow", f"{head}\n" * 50_000)
    place.write(".git/info/grafts", f"{head} {head}\n")
    place.write(f".git/refs/replace/{head}", f"{head}\n")


@TREES.add("an object that unpacks to 200 MB")
def _(place: Place) -> None:
    repository(place)
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
    git(place, "init", "-q")
    stream = "".join(lines).encode()
    subprocess.run(
        ["git", "-C", str(place.target), "fast-import", "--quiet"], input=stream, check=True
    )


@TREES.add("submodules that lead out", Outcome(may_open=("",)))
def _(place: Place) -> None:
    repository(place)
    place.write(
        ".gitmodules", '[submodule "../../outside"]\n\tpath = ../outside\n\turl = ext::sh\n'
    )
    place.write("module/.git", "gitdir: ../.git/modules/../../../outside\n")
    place.write("module/main.py", '"""A program."""\n')
    place.write("other/.git", f"gitdir: {place.outside}\n")
    place.write("other/main.py", '"""A program."""\n')


@TREES.add("a common directory outside")
def _(place: Place) -> None:
    repository(place)
    place.write(".git/commondir", f"{place.outside}\n")
    place.write(".git/worktrees/x/commondir", "../../../../outside\n")
    place.write(".git/worktrees/x/HEAD", "ref: refs/heads/m\n")
    place.write("x/.git", "gitdir: ../.git/worktrees/x\n")
    place.write("x/main.py", '"""A program."""\n')
