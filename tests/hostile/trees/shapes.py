"""Trees of a shape that nobody expects, and things in them that are no files."""

import os
import socket
import stat

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()


@TREES.add("empty", Outcome(exit_codes=(128,), scan_exit=128))
def _(place: Place) -> None:
    """Nothing."""


@TREES.add("directories without files", Outcome(exit_codes=(128,), scan_exit=128))
def _(place: Place) -> None:
    (place.target / "a/b/c").mkdir(parents=True)


@TREES.add("100 deep", beside=True)
def _(place: Place) -> None:
    place.deep(100)


@TREES.add("1,500 deep", Outcome(cpu=200))
def _(place: Place) -> None:
    place.deep(1_500)


@TREES.add("3,000 deep", Outcome(cpu=400, memory=800))
def _(place: Place) -> None:
    place.deep(3_000)


@TREES.add("deep with long names", Outcome(cpu=120))
def _(place: Place) -> None:
    place.deep(120, "n" * 250)


@TREES.add("10,000 files in a directory", Outcome(cpu=200, memory=800))
def _(place: Place) -> None:
    for number in range(10_000):
        place.write(f"src/file{number}.py", f"VALUE = {number}\n")


@TREES.add("1,500 directories in a directory", Outcome(cpu=300, memory=800))
def _(place: Place) -> None:
    for number in range(1_500):
        place.write(f"d{number}/file.py", f"VALUE = {number}\n")


@TREES.add("5,000 empty files", Outcome(cpu=120))
def _(place: Place) -> None:
    for number in range(5_000):
        place.write(f"{number}.py")


@TREES.add("sparse files")
def _(place: Place) -> None:
    place.write("main.py", '"""Small."""\n')
    for name in ("huge.py", "huge.json", "huge.md", "huge.bin", "LICENSE"):
        os.truncate(place.write(f"huge/{name}"), 8 << 30)


@TREES.add("a text of 100 MB", Outcome(memory=1_000, cpu=120))
def _(place: Place) -> None:
    place.write("a.py", b"x = 1\n" * 17_000_000)


@TREES.add("special files", Outcome(files={"special": 4}))
def _(place: Place) -> None:
    place.write("main.py", '"""Reads a pipe."""\n')
    for name in ("pipe", "README.md", ".gitignore"):
        os.mkfifo(place.target / name)
    _socket(place, "Makefile")


@TREES.add("special files in the place of a repository")
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    os.mkfifo(place.target / ".git")
    place.write("inner/main.py", '"""Another."""\n')
    (place.target / "inner/.git").mkdir()
    for name in ("HEAD", "index", "config", "packed-refs"):
        os.mkfifo(place.target / "inner/.git" / name)


@TREES.add("a device", Outcome(files={"special": 2}))
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    for name in ("zero.py", "package.json"):
        try:
            os.mknod(place.target / name, stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:  # without the right to make one, the same as a pipe
            os.mkfifo(place.target / name)


@TREES.add("hard links inside")
def _(place: Place) -> None:
    first = place.write("a.py", '"""The one."""\n')
    for number in range(200):
        os.link(first, place.target / f"b{number}.py")


@TREES.add(
    "unreadable",
    Outcome(exit_codes=(2,), states={"closed": "unreadable", ".": "unreadable"}),
    unprivileged=True,
)
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    place.write("closed/inner.py", f"X = '{CANARY}'\n")
    place.write("closed.py", f"X = '{CANARY}'\n").chmod(0)
    (place.target / "closed").chmod(0)


_LISTED = Outcome(exit_codes=(2,), states={"listed": "unreadable"})


@TREES.add("names without their files", _LISTED, unprivileged=True)
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    place.write("listed/inner.py", f"X = '{CANARY}'\n")
    (place.target / "listed").chmod(0o400)


@TREES.add("files of modes", beside=True)
def _(place: Place) -> None:
    for mode in (0o7777, 0o4755, 0o2755, 0o1777, 0o444):
        place.write(f"m{mode:o}.py", '"""A program."""\n').chmod(mode)


@TREES.add("times at their ends", beside=True)
def _(place: Place) -> None:
    seconds = (-(2**31), -1, 0, 2**31, 2**32 + 1, 2**33, 253402300800, 2**34 - 1, -(2**40), 2**60)
    for number, moment in enumerate(seconds):
        try:
            os.utime(place.write(f"t{number}.py", "X = 1\n"), (moment, moment))
        except (OverflowError, OSError):
            continue


@TREES.add("names that differ in case", beside=True)
def _(place: Place) -> None:
    for name in ("README.md", "readme.md", "Readme.MD", "SRC/a.py", "src/a.py", "Src/A.py"):
        place.write(name, "# A\n")


@TREES.add("names of our own")
def _(place: Place) -> None:
    place.write("main.py", '"""A program."""\n')
    place.write("report.json", '{"schema_version": 1, "status": "complete", "flags": []}\n')
    for name in ("flags.jsonl", "ledger.jsonl", "plan.json", ".luminos/key", "runs/x/report.json"):
        place.write(name, "{}\n")
    for name in (
        "general/a.py",
        "(survey)/a.py",
        "(synthesis)/a.py",
        "results/a.py",
        "server/a.db",
    ):
        place.write(name, "X = 1\n")


def _socket(place: Place, name: str) -> None:
    """A socket's path has at most 107 bytes."""
    here = os.open(place.target, os.O_PATH)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"/proc/self/fd/{here}/{name}")
    os.close(here)
