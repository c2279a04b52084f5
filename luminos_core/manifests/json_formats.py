"""package.json and composer.json."""

import json
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import entry_points, requirements, table, text


def read_package_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return Manifest(
        kind="package.json",
        name=text(values.get("name")),
        version=text(values.get("version")),
        description=text(values.get("description")),
        license=_license(values.get("license")),
        entry_points=_bin(values) + _main(values) + entry_points(values.get("scripts")),
        dependencies=requirements(values.get("dependencies")),
        dev_dependencies=requirements(values.get("devDependencies")),
    )


def read_composer_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return Manifest(
        kind="composer.json",
        name=text(values.get("name")),
        version=text(values.get("version")),
        description=text(values.get("description")),
        license=_license(values.get("license")),
        entry_points=entry_points(values.get("scripts")),
        dependencies=requirements(values.get("require")),
        dev_dependencies=requirements(values.get("require-dev")),
    )


def _bin(values: dict[str, Any]) -> tuple[EntryPoint, ...]:
    """A text names the package's own command; a table names several."""
    if alone := text(values.get("bin")):
        return (EntryPoint(name=text(values.get("name")), target=alone),)
    return entry_points(values.get("bin"))


def _main(values: dict[str, Any]) -> tuple[EntryPoint, ...]:
    main = text(values.get("main"))
    return (EntryPoint(name="main", target=main),) if main else ()


def _license(value: Any) -> str:
    """A text, or the older form: a table with a type, or a list of them."""
    values = value[:5] if isinstance(value, list) else [value]
    return " or ".join(filter(None, (text(one) or text(table(one).get("type")) for one in values)))
