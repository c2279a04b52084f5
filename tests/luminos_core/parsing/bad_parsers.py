"""A child process whose parsers do what no parser should."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

import luminos_core.parsers.main as child
from luminos_core.records.base import Record

# Of luminos_core.parsing.process: the same child, with the parsers of this file.
PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from tests.luminos_core.parsing.bad_parsers import main; main()"
)


class Said(Record):
    """`process` is the child that said it."""

    text: str = ""
    process: int


def main() -> None:
    child.PARSERS = {
        name: function for name, function in globals().items() if name.startswith("parse_")
    }
    child.main()


def said(text: str = "") -> Said:
    return Said(text=text, process=os.getpid())


def parse_echo(content: bytes) -> Said:
    return said(content.decode("utf-8", "surrogatepass"))


def parse_and_print(content: bytes) -> Said:
    print("!" * 10_000, flush=True)  # noqa: T201
    os.write(1, content)
    os.write(2, content)
    return said(sys.stdin.read())


def parse_for_ever(content: bytes) -> NoReturn:
    while True:
        pass


def parse_asleep(content: bytes) -> NoReturn:
    while True:
        time.sleep(3600)


def parse_greedily(content: bytes) -> Said:
    return said(str(len(b"x" * (4 << 30))))


def parse_greedily_bit_by_bit(content: bytes) -> NoReturn:
    kept: list[bytes] = []
    while True:
        kept.append(b"x" * 100_000)


def parse_much_once(content: bytes) -> Said:
    return said(str(len(b"x" * (300 << 20))))


def parse_deeply(content: bytes) -> Said:
    return parse_deeply(content)


def parse_and_crash(content: bytes) -> NoReturn:
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError


def parse_and_exit(content: bytes) -> NoReturn:
    os._exit(0)


def parse_killed(content: bytes) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def parse_with_a_bug(content: bytes) -> NoReturn:
    raise KeyError(content)


def parse_at_length(content: bytes) -> Said:
    return said("x" * (9 << 20))


def parse_surroundings(content: bytes) -> Said:
    """The environment, the working directory and the open descriptors."""
    descriptors = sorted(int(name) for name in os.listdir("/proc/self/fd"))
    return said(repr((dict(os.environ), str(Path.cwd()), descriptors[:-1])))


def parse_into_a_file(content: bytes) -> Said:
    try:
        with open(content, "wb") as file:  # noqa: PTH123
            file.write(b"text")
    except OSError as error:
        return said(str(error.errno))
    return said("written")
