"""The rules of rules.toml, which describes their fields."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from luminos_core.redaction.compound_values import (
    base64_credentials,
    secret_in_base64,
    session_cookie,
)
from luminos_core.redaction.plausibility import (
    anything,
    machine_made,
    machine_made_key,
    password_like,
    random_looking,
    setting_value,
    spoken_password,
    url_password,
)

_SHORT_PREFIX = 5  # characters; below that a token must be at the start of a word
_FRAGMENT = re.compile(r"\{\{(\w{1,40})\}\}")
_PLAUSIBLE = {
    check.__name__: check
    for check in (
        anything,
        base64_credentials,
        machine_made,
        machine_made_key,
        password_like,
        random_looking,
        secret_in_base64,
        session_cookie,
        setting_value,
        spoken_password,
        url_password,
    )
}


@dataclass(frozen=True)
class Rule:
    name: str
    title: str
    keywords: tuple[str, ...]
    pattern: str
    plausible: Callable[[str], bool]  # of the secret
    certain: bool
    nearby: bool
    version: int


KNOWN_VALUE = Rule(
    name="withheld-value",
    title="a value of a withheld file or of the environment",
    keywords=(),
    pattern="",
    plausible=anything,
    certain=True,
    nearby=False,
    version=1,
)


@cache
def secret_rules() -> tuple[Rule, ...]:
    return tuple(map(_rule, _table()["rules"]))


def secret_fragment(text: str) -> str:
    """`text` with its lines joined and with the fragments that it names."""
    joined = "".join(line.strip() for line in text.splitlines())
    fragments = _table()["fragments"]
    return _FRAGMENT.sub(lambda found: secret_fragment(fragments[found[1]]), joined)


def _rule(table: dict[str, Any]) -> Rule:
    return Rule(
        name=table["name"],
        title=table["title"],
        keywords=tuple(map(secret_fragment, table["keywords"])),
        pattern=secret_fragment(table.get("pattern") or _token(table)),
        plausible=_PLAUSIBLE[table.get("plausible", "random_looking")],
        certain=table.get("certain", True),
        nearby=table.get("nearby", False),
        version=table.get("version", 1),
    )


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("rules.toml").read_text("utf-8"))


def _token(table: dict[str, Any]) -> str:
    start = "{{start}}" if len(table["keywords"][0]) < _SHORT_PREFIX else ""
    return f"{start}(?P<secret>(?P<prefix>{table['prefix']}){table['body']}{{{{tail}}}})"
