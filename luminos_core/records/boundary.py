"""What crosses a directory's boundary: what comes in from outside, and where things go."""

from enum import StrEnum

from luminos_core.records.base import Record


class Sink(StrEnum):
    """What a value can reach that does harm with it."""

    SHELL = "shell"
    QUERY = "query"
    FILE = "file"
    NETWORK = "network"
    TEMPLATE = "template"
    MONEY = "money"
    OTHER = "other"


class Reached(Record):
    kind: Sink
    what: str  # "cursor.execute in store.py: find(), with the caller's name"


class Boundary(Record):
    """As the agent of a directory wrote it."""

    takes_from_outside: tuple[str, ...] = ()  # "the body of POST /exports in views.py: create()"
    reaches: tuple[Reached, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.takes_from_outside or self.reaches)


class KnownBoundary(Record):
    """Of a directory that is as it was."""

    path: str
    boundary: Boundary
