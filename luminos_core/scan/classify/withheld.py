"""Files withheld from models, since their names mean secrets. They belong to the tree."""

import functools
from typing import NamedTuple

from luminos_core.scan.classify.table import load_table

_EXAMPLE_MARKS = (".", "_", "-")  # before "example": .env.example, .env_example


class _Withheld(NamedTuple):
    """Parts of names in lower case: keys, credentials of well-known clients, and state files."""

    names: frozenset[str]
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    parts: tuple[str, ...]  # anywhere in a name: terraform.tfstate.backup
    json_parts: tuple[str, ...]  # of ".json" files: keys of service accounts
    keys: tuple[str, ...]  # names of private keys, which other words may follow: id_rsa_work
    private_folders: frozenset[str]  # all in them, at any depth
    folders: dict[str, frozenset[str]]  # names that mean secrets only in the folder
    backups: tuple[str, ...]  # suffixes of a copy, whose name means what the original's means
    examples: tuple[str, ...]  # suffixes of published examples of secret files


def is_withheld(path: str) -> bool:
    """Whether a file of this name, in the folder that the path names, likely contains a secret."""
    folder, _, name = path.lower().rpartition("/")
    return any(
        (_is_secret(each) or _is_secret_in(folder, each)) and not each.endswith(_table().examples)
        for each in _originals(name)
    )


def _originals(name: str) -> tuple[str, ...]:
    """The name, or those of what a backup or an editor's file may be of: "id_rsa" of ".id_rsa.swp",
    ".env" of ".env~"."""
    backups = _table().backups
    if not name.endswith(backups) and not name.startswith(("#", ".#")):
        return (name,)
    name = name.strip("#").removeprefix(".#")
    while name.endswith(backups):
        name = name.removesuffix(next(end for end in backups if name.endswith(end)))
    return (name, name.removeprefix("."))


def _is_secret(name: str) -> bool:
    table = _table()
    return (
        name in table.names
        or name.startswith(table.prefixes)
        or name.endswith(table.suffixes)
        or (name.startswith(table.keys) and "." not in name)
        or (name.endswith(".json") and any(part in name for part in table.json_parts))
        or any(part in name for part in table.parts)
    )


def _is_secret_in(folder: str, name: str) -> bool:
    if not folder:
        return False
    table = _table()
    above = folder.split("/")
    return name in table.folders.get(above[-1], ()) or (
        not table.private_folders.isdisjoint(above) and not name.endswith(".pub")
    )


@functools.cache
def _table() -> _Withheld:
    table = load_table("withheld.json")
    endings = [mark + each for each in table.pop("examples") for mark in _EXAMPLE_MARKS]
    return _Withheld(
        names=frozenset(table.pop("names")),
        private_folders=frozenset(table.pop("private_folders")),
        folders={folder: frozenset(names) for folder, names in table.pop("folders").items()},
        examples=(*endings, *table.pop("example_names")),
        **{key: tuple(values) for key, values in table.items()},
    )
