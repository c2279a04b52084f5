"""The rules of rules.toml, which describes their fields."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from luminos_core.redaction.plausibility import (
    anything,
    password_like,
    random_looking,
    url_password,
)

_SHORT_PREFIX = 5  # characters; below that a token must be at the start of a word
_PLAUSIBLE = {
    check.__name__: check for check in (anything, password_like, random_looking, url_password)
}


@dataclass(frozen=True)
class Rule:
    name: str
    title: str
    keywords: tuple[str, ...]
    pattern: str
    plausible: Callable[[str], bool]  # of the secret
    certain: bool
    version: int


@cache
def secret_rules() -> tuple[Rule, ...]:
    tables = tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))
    return tuple(_rule(table, tables["fragments"]) for table in tables["rules"])


def _rule(table: dict[str, Any], fragments: dict[str, str]) -> Rule:
    def expanded(text: str) -> str:
        joined = "".join(line.strip() for line in text.splitlines())
        return re.sub(r"\{\{(\w{1,40})\}\}", lambda found: fragments[found[1]], joined)

    return Rule(
        name=table["name"],
        title=table["title"],
        keywords=tuple(map(expanded, table["keywords"])),
        pattern=expanded(table.get("pattern") or _token(table)),
        plausible=_PLAUSIBLE[table.get("plausible", "random_looking")],
        certain=table.get("certain", True),
        version=table.get("version", 1),
    )


def _token(table: dict[str, Any]) -> str:
    start = "{{start}}" if len(table["keywords"][0]) < _SHORT_PREFIX else ""
    return f"{start}(?P<secret>(?P<prefix>{table['prefix']}){table['body']}{{{{tail}}}})"
