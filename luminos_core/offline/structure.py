"""The names that structure a file without code: keys, sections, columns, targets, base images."""

import re
from collections.abc import Iterable, Iterator

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.tables import tables
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.directory_facts import Names, Structure
from luminos_core.records.parsed import Header, JsonText

_JSON = Parser("json", JsonText)
_HEADER = Parser("csv header", Header)

_FIRST_KEY = re2.compile(r"\s*\{\s*\n([ \t]+)\"")
_KEY = re2.compile(r"\"([^\"]+)\"\s*:")
_LONGEST_KEY = 80  # characters


def find_structure(name: str, text: str, cut: bool) -> Structure | NotParsed | None:
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


def _json(text: str, cut: bool) -> Structure | NotParsed | None:
    if cut:
        first = _FIRST_KEY.match(text)
        return _named("key", _keys(text, first[1])) if first else None
    found = parse(_JSON, text.encode("utf-8", "replace"))
    if isinstance(found, NotParsed):
        return found
    if found.kind == "array":
        return Structure(noun="item", names=Names(total=found.total))
    return _named("key", found.names, more=found.total - len(found.names))


def _keys(text: str, indentation: str) -> Iterator[str]:
    """The keys of a JSON text at this depth."""
    lines = (line for line in text.split("\n") if line.startswith(indentation))
    keys = (_KEY.match(line, len(indentation)) for line in lines)
    return (key[1] for key in keys if key and len(key[1]) <= _LONGEST_KEY)


def _columns(text: str, delimiter: str) -> Structure | NotParsed | None:
    """The first row, when it looks like names and not like values."""
    line = next(iter(text.splitlines()), "")
    row = parse(_HEADER, line.encode("utf-8", "replace"), delimiter=delimiter)
    if isinstance(row, NotParsed):
        return row
    are_names = all(re.fullmatch(r"[^\W\d][\w .#/()%-]{0,40}", name) for name in row.names)
    if len(row.names) < 2 or not are_names:
        return None
    return Structure(noun="column", names=Names.of(_plain(row.names)))


def _patterns(text: str) -> Structure | None:
    lines = sum(bool(line.strip()) and not line.startswith("#") for line in text.splitlines())
    return Structure(noun="pattern", names=Names(total=lines)) if lines else None


def _named(noun: str, found: Iterable[str], more: int = 0) -> Structure | None:
    """`more` names are only counted."""
    names = Names.of(_plain(dict.fromkeys(found)))
    counted = Names(first=names.first, total=names.total + more)
    return Structure(noun=noun, names=counted) if names else None


def _plain(names: Iterable[str]) -> Iterable[str]:
    """The names that are no text for a model."""
    return (name for name in names if without_injections(name) == name)
