"""The systems that a program speaks to, by the packages it depends on."""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from luminos_core.manifests.releases import normalised
from luminos_core.records.project import Dependency

_TABLE = Path(__file__).with_name("integrations.toml")


def integrations(dependencies: Iterable[Dependency]) -> frozenset[str]:
    """Their names; what only development needs does not count."""
    names = {
        normalised(each.ecosystem, each.name) for each in dependencies if not each.for_development
    }
    return frozenset(system for name in names if (system := _system(name)))


def _system(name: str) -> str | None:
    by_name, by_start = _systems()
    if name in by_name:
        return by_name[name]
    return next((system for start, system in by_start.items() if name.startswith(start)), None)


@cache
def _systems() -> tuple[dict[str, str], dict[str, str]]:
    """By name, and by the start of a name."""
    table = tomllib.loads(_TABLE.read_text("utf-8"))
    named = {name: system for system, names in table.items() for name in names.split()}
    starts = {name[:-1]: system for name, system in named.items() if name.endswith("*")}
    return named, starts
