"""Trees that change while they are read: no result is right, but none may be wrong."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count

from tests.hostile.tree import CANARY, Outcome, Place, Trees

TREES = Trees()

_ANY = Outcome(exit_codes=(0, 2), states=None)
_CODE = '"""A module."""\n\nVALUE = 1\n'

Step = Callable[[Place, int], None]


def _moving(name: str, step: Step) -> None:
    """A tree of 60 files in which `step` is made again and again."""

    @contextmanager
    def moving(place: Place) -> Iterator[None]:
        ended = threading.Event()
        thread = threading.Thread(target=_repeat, args=(step, place, ended))
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def make(place: Place) -> None:
        for number in range(60):
            place.write(f"d{number % 6}/f{number}.py", _CODE)

    TREES.add(name, _ANY, moving=moving)(make)


def _repeat(step: Step, place: Place, ended: threading.Event) -> None:
    for number in count():
        if ended.wait(0.002):
            return
        with suppress(OSError):
            step(place, number)


def _rewrite(place: Place, number: int) -> None:
    place.write(f"d{number % 6}/f{number % 60}.py", f"{_CODE}# {number}\n")


def _come_and_go(place: Place, number: int) -> None:
    place.write(f"d{number % 6}/new{number % 20}.py", _CODE)
    (place.target / f"d{(number + 3) % 6}/new{(number + 3) % 20}.py").unlink()


def _swap_for_link(place: Place, number: int) -> None:
    file = place.target / "d0/f0.py"
    file.unlink()
    if number % 2:
        os.symlink(place.outside / "secret.txt", file)  # noqa: PTH211
    else:
        file.write_text(_CODE)


def _swap_directory(place: Place, number: int) -> None:
    folder, aside = place.target / "d1", place.target / "aside"
    if number % 2:
        folder.rename(aside)
        os.symlink(place.outside, folder)  # noqa: PTH211
    else:
        folder.unlink()
        aside.rename(folder)


def _swap_for_pipe(place: Place, number: int) -> None:
    file = place.target / "d2/f2.py"
    file.unlink()
    if number % 2:
        os.mkfifo(file)
    else:
        file.write_text(_CODE)


def _grow(place: Place, number: int) -> None:
    with (place.target / "d3/f3.py").open("a") as file:
        file.write(f"# {CANARY[:4]} {number}\n" * 50)


def _shrink(place: Place, number: int) -> None:
    os.truncate(place.target / "d4/f4.py", number % 30)


for title, made in {
    "files that are rewritten": _rewrite,
    "files that come and go": _come_and_go,
    "a file that becomes a link out": _swap_for_link,
    "a directory that becomes a link out": _swap_directory,
    "a file that becomes a pipe": _swap_for_pipe,
    "a file that grows": _grow,
    "a file that shrinks": _shrink,
}.items():
    _moving(title, made)
