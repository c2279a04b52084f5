"""The tables of tables.toml, which describes them."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from luminos_core.records.base import Record

_Phrases = Annotated[
    re.Pattern[str], BeforeValidator(lambda phrases: rf"(?i)\W*(?:{'|'.join(phrases)})")
]


class Tables(Record):
    package_files: frozenset[str]
    entry_files: frozenset[str]
    licences: tuple[str, ...]
    test_folders: frozenset[str]
    vendor_folders: frozenset[str]
    fixture_folders: frozenset[str]
    prose_and_data: frozenset[str]
    scripts: frozenset[str]
    script_endings: tuple[str, ...]
    local_crates: frozenset[str]
    node_modules: frozenset[str]
    notices: _Phrases
    instructions: _Phrases
    dangling_words: frozenset[str]
    abbreviations: frozenset[str]
    markup: tuple[tuple[re.Pattern[str], str], ...]
    structures: tuple[tuple[re.Pattern[str], str, re.Pattern[str]], ...]
    nouns: dict[str, str]


@cache
def tables() -> Tables:
    text = Path(__file__).with_name("tables.toml").read_text("utf-8")
    return Tables.model_validate(tomllib.loads(text))
