"""The names that structure a file without code: keys, sections, columns, targets, base images."""

import csv
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from luminos_core.records.directory_facts import Names


@dataclass(frozen=True)
class Structure:
    noun: str  # "key", "section", "column", "target", "base image", "pattern", "item"
    names: Names


_NAMED = (  # the file's name, what to look for, and how it is written
    (r"(?i)(?:^|\.)(?:docker|container)file", "base image", r"(?i)^FROM\s+(?:--\S+\s+)?(\S+)"),
    (r"(?i)^(?:gnu)?makefile|\.mk$", "target", r"^([A-Za-z][\w.-]*)[ \t]*:(?!=)"),
    (r"(?i)\.ya?ml$", "key", r"^[\"']?([A-Za-z][\w./-]*)[\"']?:(?:\s|$)"),
    (
        r"(?i)\.(?:toml|ini|cfg|conf|properties|editorconfig)$|^\.(?:editorconfig|gitmodules)",
        "section",
        r"^[ \t]*\[{1,2}([^\[\]\n]{1,80})\]{1,2}[ \t]*$",
    ),
)


def find_structure(name: str, text: str, cut: bool) -> Structure | None:
    """What structures `text`, by the kind of file its name says; None when nothing does."""
    if name.endswith((".json", ".jsonc", ".webmanifest")) or name == ".prettierrc":
        return _json(text, cut)
    if name.endswith((".csv", ".tsv")):
        return _columns(text, "\t" if name.endswith(".tsv") else ",")
    if name.endswith("ignore"):
        return None if cut else _patterns(text)
    for names, noun, mark in _NAMED:
        if re.search(names, name):
            return _named(noun, re.findall(mark, text, re.M))
    return None


def _json(text: str, cut: bool) -> Structure | None:
    if cut:
        first = re.match(r"\s*\{\s*\n([ \t]+)\"", text)
        mark = re.compile(rf'^{first.group(1)}"([^"\n]{{1,80}})"\s*:', re.M) if first else None
        return _named("key", mark.findall(text)) if mark else None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        return _named("key", value)
    return Structure("item", Names(total=len(value))) if isinstance(value, list) else None


def _columns(text: str, delimiter: str) -> Structure | None:
    """The first row, when it looks like names and not like values."""
    try:
        row = next(csv.reader(text.splitlines()[:1], delimiter=delimiter), [])
    except csv.Error:
        return None
    names = tuple(cell.strip() for cell in row)
    are_names = all(re.fullmatch(r"[^\W\d][\w .#/()%-]{0,40}", name) for name in names)
    return Structure("column", Names.of(names)) if len(names) > 1 and are_names else None


def _patterns(text: str) -> Structure | None:
    lines = sum(bool(line.strip()) and not line.startswith("#") for line in text.splitlines())
    return Structure("pattern", Names(total=lines)) if lines else None


def _named(noun: str, found: Iterable[str]) -> Structure | None:
    names = Names.of(dict.fromkeys(found))
    return Structure(noun, names) if names else None
