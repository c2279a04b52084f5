"""JSON that every file and reader can hold, and a terminal can show."""

import json

from luminos_core.records.base import Record
from luminos_core.text.escape import escape_json


def to_json(record: Record, indent: int | None = None) -> str:
    """The record's JSON, in which `replace_surrogates` has been at work."""
    try:
        text = record.model_dump_json(indent=indent)
    except ValueError:  # pydantic's PydanticSerializationError is one
        text = json.dumps(record.model_dump(mode="json"), indent=indent, ensure_ascii=False)
        text = replace_surrogates(text)
    return escape_json(text)


def replace_surrogates(text: str) -> str:
    """`text` with each lone surrogate, which UTF-8 cannot hold, as U+FFFD. Two that make a pair
    become its character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
