"""package.json and composer.json."""

import json
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import entry_points, package, requirements, table, text


def read_package_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return package(
        "package.json",
        values,
        entry_points=_bin(values) + _main(values) + entry_points(values.get("scripts")),
        dependencies=requirements(values.get("dependencies")),
        dev_dependencies=requirements(values.get("devDependencies")),
    )


def read_composer_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return package(
        "composer.json",
        values,
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
