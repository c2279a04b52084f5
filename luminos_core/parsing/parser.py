"""What can be asked of the child process, and its answers."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from luminos_core.records.base import Record

FOUND, FAILED = b"=", b"!"  # the first byte of an answer; JSON, or a reason follows

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Parser(Generic[R]):
    """The name of a parser of `parsers/registry.py`, and the record that it makes of a text."""

    name: str
    result: type[R]


class Request(Record):
    """The text itself is sent beside it, as bytes."""

    parser: str
    arguments: dict[str, str]


class NotParsed(Record):
    """A text that the child could not parse within its limits."""

    reason: str  # a clause: "it takes more than 3 s of processor time"
