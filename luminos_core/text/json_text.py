"""JSON that every file and reader can hold, and a terminal can show."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import orjson

from luminos_core.text.escape import escape_json

if TYPE_CHECKING:  # a scan starts without pydantic
    from luminos_core.records.base import Record


def to_json(record: "Record", indent: int | None = None) -> str:
    """The record's JSON, in which `replace_surrogates` has been at work."""
    return escape_json(plain_json(record, indent))


def plain_json(record: "Record", indent: int | None = None) -> str:
    """As `to_json`, for readers who are no terminal."""
    try:
        return record.model_dump_json(indent=indent)
    except ValueError:  # pydantic's PydanticSerializationError is one
        text = json.dumps(record.model_dump(mode="json"), indent=indent, ensure_ascii=False)
        return replace_surrogates(text)


def dump_records(value: Any, option: int = 0) -> bytes:
    """JSON of data, of dataclasses too, by orjson and its options; also of integers over 64 bits,
    to which sizes of sparse files add up."""
    try:
        return orjson.dumps(value, option=option)
    except TypeError:
        indent = 2 if option & orjson.OPT_INDENT_2 else None
        text = json.dumps(value, indent=indent, ensure_ascii=False, default=asdict)
        return text.encode() + (b"\n" if option & orjson.OPT_APPEND_NEWLINE else b"")


def replace_surrogates(text: str) -> str:
    """`text` with each lone surrogate, which UTF-8 cannot hold, as U+FFFD. Two that make a pair
    become its character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
