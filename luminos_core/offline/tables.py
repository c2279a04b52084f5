"""The tables of tables.toml, which describes them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import re2
from pydantic import BeforeValidator

from luminos_core.records.base import Record

_Pattern = Annotated[Any, BeforeValidator(re2.compile)]
_Phrases = Annotated[
    Any,
    BeforeValidator(
        lambda phrases: re2.compile(rf"(?i)[^\pL\pN_]*(?:{'|'.join(phrases)})"),
    ),
]


class Tables(Record):
    package_files: frozenset[str]
    entry_files: frozenset[str]
    usual_commands: frozenset[str]
    licences: tuple[str, ...]
    test_folders: frozenset[str]
    vendor_folders: frozenset[str]
    fixture_folders: frozenset[str]
    apart_folders: frozenset[str]
    prose_and_data: frozenset[str]
    scripts: frozenset[str]
    script_endings: tuple[str, ...]
    local_crates: frozenset[str]
    node_modules: frozenset[str]
    notices: _Phrases
    apart: _Phrases
    instructions: _Phrases
    dangling_words: frozenset[str]
    abbreviations: frozenset[str]
    markup: tuple[tuple[_Pattern, str], ...]
    structures: tuple[tuple[_Pattern, str, _Pattern], ...]
    nouns: dict[str, str]


@cache
def tables() -> Tables:
    text = Path(__file__).with_name("tables.toml").read_text("utf-8")
    return Tables.model_validate(tomllib.loads(text))
