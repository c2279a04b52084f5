"""The names that structure a file without code: keys, sections, columns, targets, base images."""

import csv
import json
import re
from dataclasses import dataclass

from luminos_core.offline.static_model.wording import codes, count


@dataclass(frozen=True)
class Landmarks:
    noun: str  # "key", "section", "column", "target", "base image", "pattern", "item"
    names: tuple[str, ...] = ()
    total: int = 0  # when only counted

    def phrase(self, limit: int = 6) -> str:
        """ "the sections `a` and `b`", "120 patterns"."""
        if self.names:
            noun = self.noun if len(self.names) == 1 else f"{self.noun}s"
            return f"the {noun} {codes(self.names, limit)}"
        return count(self.total, self.noun)


_NAMED: tuple[tuple[re.Pattern[str], str, re.Pattern[str]], ...] = (
    (
        re.compile(r"(?i)(?:^|\.)(?:docker|container)file"),
        "base image",
        re.compile(r"^FROM\s+(?:--\S+\s+)?(\S+)", re.M | re.I),
    ),
    (
        re.compile(r"(?i)^(?:gnu)?makefile|\.mk$"),
        "target",
        re.compile(r"^([A-Za-z][\w.-]*)[ \t]*:(?!=)", re.M),
    ),
    (
        re.compile(r"(?i)\.ya?ml$"),
        "key",
        re.compile(r"^[\"']?([A-Za-z][\w./-]*)[\"']?:(?:\s|$)", re.M),
    ),
    (
        re.compile(
            r"(?i)\.(?:toml|ini|cfg|conf|properties|editorconfig)$|^\.(?:editorconfig|gitmodules)"
        ),
        "section",
        re.compile(r"^[ \t]*\[{1,2}([^\[\]\n]{1,80})\]{1,2}[ \t]*$", re.M),
    ),
)


def find_landmarks(name: str, text: str, truncated: bool) -> Landmarks | None:
    """What structures `text`, by the kind of file its name says; None when nothing does."""
    if name.endswith((".json", ".jsonc", ".webmanifest")) or name == ".prettierrc":
        return _json(text, truncated)
    if name.endswith((".csv", ".tsv")):
        return _columns(text, "\t" if name.endswith(".tsv") else ",")
    if name.endswith("ignore"):
        return None if truncated else _patterns(text)
    for names, noun, mark in _NAMED:
        if names.search(name):
            found = tuple(dict.fromkeys(mark.findall(text)))
            return Landmarks(noun, found) if found else None
    return None


def _json(text: str, truncated: bool) -> Landmarks | None:
    if truncated:
        first = re.match(r"\s*\{\s*\n([ \t]+)\"", text)
        mark = re.compile(rf'^{first.group(1)}"([^"\n]{{1,80}})"\s*:', re.M) if first else None
        found = tuple(dict.fromkeys(mark.findall(text))) if mark else ()
        return Landmarks("key", found) if found else None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict) and value:
        return Landmarks("key", tuple(value))
    return Landmarks("item", total=len(value)) if isinstance(value, list) else None


def _columns(text: str, delimiter: str) -> Landmarks | None:
    """The first row, when it looks like names and not like values."""
    try:
        row = next(csv.reader(text.splitlines()[:1], delimiter=delimiter), [])
    except csv.Error:
        return None
    names = tuple(cell.strip() for cell in row)
    are_names = all(re.fullmatch(r"[^\W\d][\w .#/()%-]{0,40}", name) for name in names)
    return Landmarks("column", names) if len(names) > 1 and are_names else None


def _patterns(text: str) -> Landmarks | None:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return Landmarks("pattern", total=len(lines)) if lines else None
