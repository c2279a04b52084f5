"""Extracting values from a hostile manifest, in which any value may be of any type."""

from collections.abc import Iterable, Iterator
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.text.json_text import replace_surrogates

_LENGTH = 300  # characters of one value
_COUNT = 500  # items of one list


def package(
    kind: str,
    values: dict[str, Any],
    *,
    entry_points: tuple[EntryPoint, ...],
    dependencies: tuple[str, ...],
    dev_dependencies: tuple[str, ...],
    is_workspace: bool = False,
) -> Manifest:
    """The manifest of a package with its name, version, description and license in `values`."""
    return Manifest(
        kind=kind,
        name=text(values.get("name")),
        version=text(values.get("version")),
        description=text(values.get("description")),
        license=_license(values.get("license")),
        entry_points=entry_points,
        dependencies=dependencies,
        dev_dependencies=dev_dependencies,
        is_workspace=is_workspace,
    )


def text(value: Any) -> str:
    """A short text in one line of valid Unicode; "" for a value that is not text or a number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return replace_surrogates(" ".join(str(value).split())[:_LENGTH])


def table(value: Any) -> dict[str, Any]:
    """A table with text keys; empty when `value` is no table."""
    return {str(key): nested for key, nested in value.items()} if isinstance(value, dict) else {}


def nested(value: Any, *keys: str) -> Any:
    """`value[key][key]…`; None when a key is missing."""
    for key in keys:
        value = table(value).get(key)
    return value


def texts(values: Any) -> tuple[str, ...]:
    """The texts in a list; other items are dropped."""
    if not isinstance(values, list | tuple):
        return ()
    return unique(text(value) for value in values)


def unique(values: Iterable[str]) -> tuple[str, ...]:
    """Without empty and repeated values, at most 500."""
    return tuple(dict.fromkeys(value for value in values if value))[:_COUNT]


def requirements(value: Any) -> tuple[str, ...]:
    """A table of name to version as `name version`; the version may be in a table."""
    return unique(_requirement(name, stated) for name, stated in table(value).items())


def entry_points(value: Any) -> tuple[EntryPoint, ...]:
    """A table of name to target."""
    return tuple(_entry_points(table(value)))[:_COUNT]


def tasks(value: Any) -> tuple[EntryPoint, ...]:
    """A table of name to what it does for those who develop the package."""
    found = entry_points(value)
    return tuple(EntryPoint(name=each.name, target=each.target, is_program=False) for each in found)


def _license(value: Any) -> str:
    """A text, a table with a text or a type, or a list of these."""
    values = value[:5] if isinstance(value, list) else [value]
    names = (text(one) or text(nested(one, "text")) or text(nested(one, "type")) for one in values)
    return " or ".join(filter(None, names))


def _entry_points(named: dict[str, Any]) -> Iterator[EntryPoint]:
    for name, target in named.items():
        yield EntryPoint(name=text(name), target=text(target) or text(nested(target, "callable")))


def _requirement(name: str, stated: Any) -> str:
    version = text(stated) or text(nested(stated, "version"))
    return f"{text(name)} {version}".strip() if version not in ("", "*") else text(name)
