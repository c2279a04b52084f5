"""Reading a stored record, when a missing one can be made anew."""

from typing import TypeVar

from luminos_core.records.base import Record
from luminos_core.store.signed import SignedFolder

_R = TypeVar("_R", bound=Record)


def load_record(folder: SignedFolder, name: str, kind: type[_R]) -> _R | None:
    """The record of that name; None when there is none, when it is not ours, and when a program
    with other fields wrote it."""
    content = folder.recall(name)
    if content is None:
        return None
    try:
        return kind.model_validate_json(content)
    except ValueError:  # pydantic's ValidationError is one
        return None
