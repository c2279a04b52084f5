"""Files withheld from models, since their names mean secrets. They belong to the tree."""

import functools
from typing import NamedTuple

from luminos_core.scan.classify.table import load_table


class _Withheld(NamedTuple):
    """Parts of names in lower case: keys, credentials of well-known clients, and state files."""

    names: frozenset[str]
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    parts: tuple[str, ...]  # anywhere in a name: terraform.tfstate.backup
    json_prefixes: tuple[str, ...]  # of ".json" files: keys of service accounts
    examples: tuple[str, ...]  # suffixes of published examples of secret files


def is_withheld(name: str) -> bool:
    """Whether a file of this name is likely to contain a secret."""
    lowered = name.lower()
    return _is_secret(lowered) and not lowered.endswith(_withheld().examples)


def _is_secret(name: str) -> bool:
    table = _withheld()
    return (
        name in table.names
        or name.startswith(table.prefixes)
        or name.endswith(table.suffixes)
        or (name.endswith(".json") and name.startswith(table.json_prefixes))
        or any(part in name for part in table.parts)
    )


@functools.cache
def _withheld() -> _Withheld:
    table = {key: tuple(values) for key, values in load_table("withheld.json").items()}
    return _Withheld(frozenset(table.pop("names")), **table)
