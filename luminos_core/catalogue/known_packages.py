"""What is known of packages and runtimes: releases to avoid, names that others imitate."""

import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import re2

from luminos_core.records.base import Record

_FOLDER = Path(__file__).with_name("packages")
_VERSION = re2.compile(r"v?\d[\w.+-]*|netcoreapp[\d.]+|net(?:standard)?[\d.]+")


class KnownBad(Record):
    """One table of known_bad.toml, which describes the fields."""

    ecosystem: str
    name: str
    versions: str
    what: str
    since: date
    source: str


class EndedRuntime(Record):
    """One table of runtimes.toml."""

    name: str
    versions: str
    old: str
    title: str
    since: date


def known_bad(ecosystem: str, name: str, version: str) -> KnownBad | None:
    """Why a release should not be used. Of a range, whatever is newest is installed."""
    named = "" if _is_range(version) else lowest_version(version)
    for each in _known_bad().get((ecosystem, name), ()):
        if not each.versions or (named and re2.fullmatch(each.versions, named)):
            return each
    return None


def ended_runtime(name: str, version: str) -> EndedRuntime | None:
    """A runtime that gets no fixes, by the lowest version that is asked for. Of a range, one that
    is old."""
    lowest = lowest_version(version)
    for each in _runtimes():
        pattern = each.old if _is_range(version) else each.versions
        if each.name == name and lowest and re2.fullmatch(pattern, lowest):
            return each
    return None


def imitated(ecosystem: str, name: str) -> str | None:
    """The popular package whose name is one edit away from `name`."""
    popular = _popular().get(ecosystem, frozenset())
    if name in popular or len(name) < 5:
        return None
    return next((each for each in sorted(popular) if _is_one_edit(name, each)), None)


def lowest_version(version: str) -> str:
    """ "1.2.3" for "^1.2.3", ">=1.2.3,<2" and "[1.2.3,)"; "" when none is named."""
    found = _VERSION.search(version)
    return found.group().rstrip(".") if found else ""


def _is_range(version: str) -> bool:
    return version.strip().startswith((">", "^", "~", "[", "<", "!"))


def _is_one_edit(name: str, other: str) -> bool:
    """A sign added, left out, replaced or swapped with its neighbour, in names of some length."""
    if len(other) < 5 or abs(len(name) - len(other)) > 1 or name == other:
        return False
    start = next((n for n, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), None)
    if start is None:
        return name[-1] not in "0123456789" and other[-1] not in "0123456789"
    if start == 0:
        return False  # preact beside react, enquirer beside inquirer
    mine, its = name[start:], other[start:]
    if mine[0].isdigit() or its[0].isdigit():
        return False  # another release of the same, psycopg3 beside psycopg2
    swapped = len(mine) > 1 and len(its) > 1 and (mine[1], mine[0]) == (its[0], its[1])
    return (
        mine[1:] == its[1:]
        or mine[1:] == its
        or mine == its[1:]
        or (swapped and mine[2:] == its[2:])
    )


@cache
def _known_bad() -> dict[tuple[str, str], tuple[KnownBad, ...]]:
    found: dict[tuple[str, str], tuple[KnownBad, ...]] = {}
    for table in _table("known_bad.toml")["packages"]:
        each = KnownBad.model_validate(table)
        key = (each.ecosystem, each.name)
        found[key] = (*found.get(key, ()), each)
    return found


@cache
def _runtimes() -> tuple[EndedRuntime, ...]:
    return tuple(map(EndedRuntime.model_validate, _table("runtimes.toml")["runtimes"]))


@cache
def _popular() -> dict[str, frozenset[str]]:
    return {name: frozenset(text.split()) for name, text in _table("popular.toml").items()}


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text("utf-8"))
