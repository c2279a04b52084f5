"""Linguist's table of languages, loaded once (scripts/update_linguist.py regenerates it)."""

import functools
from typing import NamedTuple

from luminos_core.scan.classify.table import load_table


class Linguist(NamedTuple):
    """Languages by name, extension, ...; the likeliest is first."""

    source: str  # of the table, with version and licence
    types: dict[str, str]  # language: "programming", "markup", "data", "prose"
    aliases: dict[str, str]  # lower case, hyphens for spaces
    filenames: dict[str, list[str]]
    interpreters: dict[str, list[str]]
    extensions: dict[str, list[str]]  # lower case, with the dot
    vendored: list[str]  # RE2 patterns, searched in paths
    generated: list[str]
    documentation: list[str]


@functools.cache
def linguist() -> Linguist:
    table = load_table("linguist.json")
    return Linguist(types=table.pop("languages"), **table)


def language_by_alias(alias: str) -> str | None:
    """The language of an alias in a modeline or .gitattributes."""
    return linguist().aliases.get(alias.lower().replace(" ", "-"))
