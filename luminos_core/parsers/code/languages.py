"""The table of languages.toml."""

import tomllib
from functools import cache
from pathlib import Path

from pydantic import Field

from luminos_core.records.base import Record


class Syntax(Record):
    """One table of languages.toml, which describes the fields."""

    grammar: str
    calls: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    wrappers: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    sums: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    choices: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    comprehensions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    assignments: tuple[str, ...] = ()
    additions: tuple[str, ...] = ()
    appends: str = ""
    fills: str = ""
    reads: str = ""
    own: str = ""
    constants: str = ""
    formats: str = ""
    harmless: str = ""
    outside: str = ""
    operator: str = ""
    itself: str = ""
    conditions: tuple[str, ...] = ()
    casts: str = ""
    numbers: str = ""
    handlers: str = ""


@cache
def languages() -> dict[str, Syntax]:
    """By Linguist's name of the language."""
    tables = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
    common = tables.pop("common")
    found: dict[str, Syntax] = {}
    for name, table in tables.items():
        base = found[like].model_dump() if (like := table.pop("like", "")) else {}
        found[name] = Syntax.model_validate(base | table)
    return {name: _joined(syntax, common["harmless"]) for name, syntax in found.items()}


def _joined(syntax: Syntax, harmless: str) -> Syntax:
    both = "|".join(filter(None, (harmless, syntax.harmless)))
    return syntax.model_copy(update={"harmless": both})
