"""JSON, TOML and CSV, by Python's own parsers."""

import csv
import json
import tomllib
from itertools import islice

import re2

from luminos_core.records.parsed import Header, JsonText, Syntax

_NAMES = 1_000  # of an object
_NAME = 200  # characters
_COLUMNS = 500
_NUMBER_IN_MESSAGE = re2.compile(
    r"\(at line (\d+), column \d+\)|: line (\d+) column \d+ \(char \d+\)"
)


def parse_json(content: bytes) -> JsonText:
    try:
        # Numbers stay text: a long one is valid JSON, whatever Python's limit on digits is.
        value = json.loads(content.decode(), parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return JsonText(problem=error.msg, line=error.lineno)
    if isinstance(value, dict):
        names = tuple(name[:_NAME] for name in islice(value, _NAMES))
        return JsonText(kind="object", names=names, total=len(value))
    if isinstance(value, list):
        return JsonText(kind="array", total=len(value))
    return JsonText(kind="value")


def parse_toml(content: bytes) -> Syntax:
    text = content.decode()
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _NUMBER_IN_MESSAGE.search(str(error))
        reason = _NUMBER_IN_MESSAGE.sub("", str(error)).strip()
        line = int(place[1] or place[2]) if place else text.count("\n") + 1
        return Syntax(problem=reason, line=line)
    return Syntax()


def parse_header(content: bytes, delimiter: str) -> Header:
    try:
        row = next(csv.reader([content.decode()], delimiter=delimiter), [])
    except csv.Error:
        return Header()
    return Header(names=tuple(cell.strip()[:_NAME] for cell in row[:_COLUMNS]))
