"""The names that structure a file without code: keys, sections, columns, targets, base images."""

import csv
import json
import re
from collections.abc import Iterable, Iterator

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import Names, Structure

_FIRST_KEY = re2.compile(r"\s*\{\s*\n([ \t]+)\"")
_KEY = re2.compile(r"\"([^\"]+)\"\s*:")
_LONGEST_KEY = 80  # characters


def find_structure(name: str, text: str, cut: bool) -> Structure | None:
    """What structures `text`, by the kind of file its name says; None when nothing does."""
    if name.endswith((".json", ".jsonc", ".webmanifest")) or name == ".prettierrc":
        return _json(text, cut)
    if name.endswith((".csv", ".tsv")):
        return _columns(text, "\t" if name.endswith(".tsv") else ",")
    if name.endswith("ignore"):
        return None if cut else _patterns(text)
    for names, noun, mark in tables().structures:
        if names.search(name):
            return _named(noun, mark.findall(text))
    return None


def _json(text: str, cut: bool) -> Structure | None:
    if cut:
        first = _FIRST_KEY.match(text)
        return _named("key", _keys(text, first[1])) if first else None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        return _named("key", value)
    if isinstance(value, list):
        return Structure(noun="item", names=Names(total=len(value)))
    return None


def _keys(text: str, indentation: str) -> Iterator[str]:
    """The keys of a JSON text at this depth."""
    lines = (line for line in text.split("\n") if line.startswith(indentation))
    keys = (_KEY.match(line, len(indentation)) for line in lines)
    return (key[1] for key in keys if key and len(key[1]) <= _LONGEST_KEY)


def _columns(text: str, delimiter: str) -> Structure | None:
    """The first row, when it looks like names and not like values."""
    try:
        row = next(csv.reader(text.splitlines()[:1], delimiter=delimiter), [])
    except csv.Error:
        return None
    names = tuple(cell.strip() for cell in row)
    are_names = all(re.fullmatch(r"[^\W\d][\w .#/()%-]{0,40}", name) for name in names)
    if len(names) < 2 or not are_names:
        return None
    return Structure(noun="column", names=Names.of(_plain(names)))


def _patterns(text: str) -> Structure | None:
    lines = sum(bool(line.strip()) and not line.startswith("#") for line in text.splitlines())
    return Structure(noun="pattern", names=Names(total=lines)) if lines else None


def _named(noun: str, found: Iterable[str]) -> Structure | None:
    names = Names.of(_plain(dict.fromkeys(found)))
    return Structure(noun=noun, names=names) if names else None


def _plain(names: Iterable[str]) -> Iterable[str]:
    """The names that are no text for a model."""
    return (name for name in names if without_injections(name) == name)
