"""Links, symbolic and hard, that lead out of the tree or nowhere."""

import os

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()

_CODE = '"""A module."""\n\nVALUE = 1\n'


def _link(place: Place, name: str, to: str) -> None:
    (place.target / name).parent.mkdir(parents=True, exist_ok=True)
    os.symlink(to, place.target / name)  # noqa: PTH211 - with no meaning given to `to`


@TREES.add("links out", Outcome(files={"special": 6}))
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    for name in ("README.md", "LICENSE", "pyproject.toml", "a.py", "inner/b.py"):
        _link(place, name, str(place.outside / "secret.txt"))
    _link(place, "relative.py", "../outside/secret.txt")


@TREES.add("links to directories outside")
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    (place.outside / "src").mkdir()
    (place.outside / "src/a.py").write_text(f"X = '{CANARY}'\n")
    for name, to in (("src", "../outside/src"), ("up", ".."), ("root", "/"), ("proc", "/proc")):
        _link(place, name, to)


@TREES.add("links in the place of settings")
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    outside = str(place.outside / "secret.txt")
    for name in (".gitignore", ".gitattributes", ".ignore", ".gitmodules", ".env", "Makefile"):
        _link(place, name, outside)


@TREES.add("links to devices and processes")
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    _link(place, "README.md", "/proc/self/environ")
    _link(place, "zero.py", "/dev/zero")
    _link(place, "stdin.py", "/dev/stdin")
    _link(place, "mem.py", "/proc/self/mem")
    _link(place, "fd", "/proc/self/fd")
    _link(place, "setup.py", "/proc/self/fd/0")


@TREES.add("loops of links", beside=True)
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    _link(place, "self", "self")
    _link(place, "a", "b")
    _link(place, "b", "a")
    _link(place, "here", ".")
    for number in range(100):
        _link(place, f"chain/{number}", str(number + 1))
    _link(place, "chain/100", "../..")


@TREES.add("links that show something", beside=True)
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    _link(place, "escape", "\x1b[31mred\u202e")
    _link(place, "long", "x/" * 2_000)
    _link(place, "bytes", os.fsdecode(b"\xff\xfe"))
    _link(place, "markup", "[bold]<script>alert(1)</script>")


@TREES.add("3,000 links", Outcome(files={"special": 3_000}))
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    for number in range(3_000):
        _link(place, f"l{number}.py", "main.py")


@TREES.add("links of a repository")
def _(place: Place) -> None:
    place.write("main.py", _CODE)
    (place.outside / "git").mkdir()
    (place.outside / "git/HEAD").write_text(f"ref: refs/heads/{CANARY}\n")
    _link(place, ".git", "../outside/git")
    place.write("inner/main.py", _CODE)
    (place.target / "inner/.git").mkdir()
    for name in ("HEAD", "index", "config", "packed-refs", "refs", "objects"):
        _link(place, f"inner/.git/{name}", f"../../../outside/{name}")


@TREES.add("hard links out", Outcome(exit_codes=(0,)))
def _(place: Place) -> None:
    """Offline they are read as any other file: that is a known limit. Nothing is opened outside."""
    place.write("main.py", _CODE)
    (place.outside / "note.txt").write_text("A note from outside.\n")
    os.link(place.outside / "note.txt", place.target / "note.txt")
