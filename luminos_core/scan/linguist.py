"""Linguist's published table, loaded once (scripts/linguist.py regenerates it)."""

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

import re2


@dataclass(frozen=True)
class Linguist:
    """Languages by what gives them away. Where several claim one sign, the likeliest is first."""

    source: str  # of the table, with version and licence
    types: dict[str, str]  # language: "programming", "markup", "data", "prose"
    filenames: dict[str, list[str]]
    interpreters: dict[str, list[str]]
    extensions: dict[str, list[str]]  # lower case, with the dot
    vendored: Any  # RE2, searched in paths
    generated: Any


@functools.cache
def linguist() -> Linguist:
    table = json.loads(resources.files(__package__).joinpath("linguist.json").read_bytes())
    return Linguist(
        source=table["source"],
        types=table["languages"],
        filenames=table["filenames"],
        interpreters=table["interpreters"],
        extensions=table["extensions"],
        vendored=_union(table["vendored"]),
        generated=_union(table["generated"]),
    )


def _union(patterns: list[str]) -> Any:
    return re2.compile("|".join(f"(?:{pattern})" for pattern in patterns))
