"""Taking values out of what a hostile manifest holds: any of them may be of any type."""

from collections.abc import Iterable, Iterator
from typing import Any

from luminos_core.manifests.manifest import EntryPoint

_LENGTH = 300  # characters of one value
_COUNT = 500  # items of one list


def text(value: Any) -> str:
    """A short one-line text; "" for what is no text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())[:_LENGTH]


def table(value: Any) -> dict[str, Any]:
    """A table with text keys; an empty one for anything else."""
    return {str(key): inner for key, inner in value.items()} if isinstance(value, dict) else {}


def inner(value: Any, *keys: str) -> Any:
    """`value[key][key]…`, None where the way ends."""
    for key in keys:
        value = table(value).get(key)
    return value


def texts(values: Any) -> tuple[str, ...]:
    """The texts of a list, without the rest."""
    if not isinstance(values, list | tuple):
        return ()
    return kept(text(value) for value in values)


def kept(values: Iterable[str]) -> tuple[str, ...]:
    """Without empty ones and repetitions, at most 500."""
    return tuple(dict.fromkeys(value for value in values if value))[:_COUNT]


def requirements(value: Any) -> tuple[str, ...]:
    """A table of name and version as `name version`; a version in a table is looked up in it."""
    return kept(_requirement(name, stated) for name, stated in table(value).items())


def points(value: Any) -> tuple[EntryPoint, ...]:
    """A table of name and target."""
    return tuple(_points(table(value)))[:_COUNT]


def _points(named: dict[str, Any]) -> Iterator[EntryPoint]:
    for name, target in named.items():
        yield EntryPoint(name=text(name), target=text(target) or text(inner(target, "callable")))


def _requirement(name: str, stated: Any) -> str:
    version = text(stated) or text(inner(stated, "version"))
    return f"{text(name)} {version}".strip() if version not in ("", "*") else text(name)
