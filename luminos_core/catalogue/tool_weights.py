"""What the rules of other tools weigh, and of what kind those of our own checks are that are no
rules of the catalogue."""

import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from luminos_core.catalogue.rule import Precision
from luminos_core.digest import digest_json
from luminos_core.records.base import Record
from luminos_core.records.flag import Severity

_FILE = Path(__file__).with_suffix(".toml")


class Weight(Record):
    """A table of tool_weights.toml, which describes the fields."""

    rules: tuple[str, ...]
    severity: Severity | None = None
    precision: Precision = Precision.MEDIUM
    family: str = ""
    cwe: int | None = None


def weights_of(tool: str, rule: str) -> Iterator[Weight]:
    """Those whose patterns match the rule, in the order of the file."""
    known, rule = _tables().get(tool, ()), rule.removeprefix(f"{tool}/")
    return (each for each in known if any(fnmatchcase(rule, pattern) for pattern in each.rules))


def all_weights() -> Iterator[Weight]:
    return (each for weights in _tables().values() for each in weights)


def weights_digest() -> str:
    return digest_json(_FILE.read_text("utf-8").encode("unicode_escape").decode())


@cache
def _tables() -> Mapping[str, tuple[Weight, ...]]:
    tables = tomllib.loads(_FILE.read_text("utf-8"))
    return {
        tool: tuple(Weight.model_validate(each) for each in weights)
        for tool, weights in tables.items()
    }
