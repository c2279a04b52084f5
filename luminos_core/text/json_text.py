"""JSON that every file and reader can hold, and a terminal can show."""

import json

from luminos_core.records.base import Record
from luminos_core.text.escape import escape_json


def to_json(record: Record, indent: int | None = None) -> str:
    """The record's JSON. A lone surrogate, which a model can send and UTF-8 cannot hold, becomes
    U+FFFD."""
    try:
        text = record.model_dump_json(indent=indent)
    except ValueError:  # pydantic's PydanticSerializationError is one
        text = json.dumps(record.model_dump(mode="json"), indent=indent, ensure_ascii=False)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return escape_json(text)
