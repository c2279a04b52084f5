"""JSON that every file and reader can hold, and a terminal can show."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, is_dataclass
from typing import TYPE_CHECKING, Any

import orjson

from luminos_core.text.escape import escape_json

if TYPE_CHECKING:  # a scan starts without pydantic
    from luminos_core.records.base import Record


def to_json(record: "Record", indent: int | None = None) -> str:
    """The record's JSON, in which `replace_surrogates` has been at work."""
    return escape_json(plain_json(record, indent))


def json_pieces(record: "Record") -> Iterator[str]:
    """`to_json` of a long record, with two spaces of indent: in pieces, so that it is never in
    memory as a whole. Dataclasses, of which there may be one for every file, have a line each."""
    start = "{"
    for name in type(record).model_fields:
        value = getattr(record, name)
        if isinstance(value, tuple) and value and hasattr(value[0], "model_dump_json"):
            yield f'{start}\n  "{name}": ['
            for number, item in enumerate(value):
                comma = "," if number else ""
                yield f"{comma}\n{to_json(item, indent=2)}".replace("\n", "\n    ")
            yield "\n  ]"
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            yield f'{start}\n  "{name}": ['
            for number, item in enumerate(value):
                comma = "," if number else ""
                yield f"{comma}\n    {escape_json(dump_records(item).decode())}"
            yield "\n  ]"
        else:
            alone = escape_json(plain_json(record, 2, {name}))
            yield start + alone.removeprefix("{").removesuffix("\n}")
        start = ","
    yield "\n}"


def json_array(records: Iterable["Record"]) -> Iterator[str]:
    """`to_json` of each, a line each, in pieces."""
    yield "["
    for number, record in enumerate(records):
        yield (",\n" if number else "\n") + to_json(record)
    yield "\n]\n"


def plain_json(record: "Record", indent: int | None = None, fields: set[str] | None = None) -> str:
    """As `to_json`, for readers who are no terminal; of all `fields`, or of these."""
    try:
        return record.model_dump_json(indent=indent, include=fields)
    except ValueError:  # pydantic's PydanticSerializationError is one
        data = record.model_dump(mode="json", include=fields)
        return replace_surrogates(json.dumps(data, indent=indent, ensure_ascii=False))


def dump_records(value: Any, option: int = 0) -> bytes:
    """JSON of data, of dataclasses too, by orjson and its options; also of integers over 64 bits,
    to which sizes of sparse files add up."""
    try:
        return orjson.dumps(value, option=option)
    except TypeError:
        indent = 2 if option & orjson.OPT_INDENT_2 else None
        text = json.dumps(value, indent=indent, ensure_ascii=False, default=asdict)
        return text.encode() + (b"\n" if option & orjson.OPT_APPEND_NEWLINE else b"")


def utf8(text: str) -> bytes:
    """`text` after `replace_surrogates`."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return replace_surrogates(text).encode()


def replace_surrogates(text: str) -> str:
    """`text` with each lone surrogate, which UTF-8 cannot hold, as U+FFFD. Two that make a pair
    become its character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def data_json(value: Any) -> str:
    """JSON of data that is no record, on one line, in which `replace_surrogates` has been at
    work."""
    text = json.dumps(value, ensure_ascii=False)
    return escape_json(text if text.isascii() else replace_surrogates(text))
