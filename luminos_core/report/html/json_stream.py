"""JSON of columns, in pieces: it is never in memory as a whole."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from luminos_core.text.json_text import dump_records

_NUMBERS, _TEXTS = 500, 10  # items of a column that are written at once


def json_stream(value: Any) -> Iterator[bytes]:
    """Mappings, dataclasses and iterables of plain values; an iterator is read once."""
    if is_dataclass(value) and not isinstance(value, type):
        value = {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, Mapping):
        yield from _object(value)
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        yield from _array(iter(value))
    else:
        yield dump_records(value)


def _object(value: Mapping[str, Any]) -> Iterator[bytes]:
    start = b"{"
    for key, item in value.items():
        yield start + dump_records(key) + b":"
        yield from json_stream(item)
        start = b","
    yield b"}" if value else b"{}"


def _array(items: Iterator[Any]) -> Iterator[bytes]:
    start = b"["
    together = 1
    while some := list(islice(items, together)):
        yield start + dump_records(some)[1:-1]
        start = b","
        together = _TEXTS if isinstance(some[0], str) else _NUMBERS
    yield b"]" if start == b"," else b"[]"
