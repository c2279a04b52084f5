"""package.json and composer.json."""

import json
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import (
    entry_points,
    package,
    requirements,
    table,
    tasks,
    text,
    texts,
)

_OWN_CODE = ("main", "bin", "exports", "module")  # what a package has that is used or started


def read_package_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return package(
        "package.json",
        values,
        entry_points=_bin(values) + _main(values) + tasks(values.get("scripts")),
        dependencies=requirements(values.get("dependencies")),
        dev_dependencies=requirements(values.get("devDependencies")),
        is_workspace="workspaces" in values and not any(map(values.get, _OWN_CODE)),
    )


def read_composer_json(content: str) -> Manifest:
    values = table(json.loads(content))
    return package(
        "composer.json",
        values,
        entry_points=_composer_bin(values) + tasks(values.get("scripts")),
        dependencies=requirements(values.get("require")),
        dev_dependencies=requirements(values.get("require-dev")),
    )


def _composer_bin(values: dict[str, Any]) -> tuple[EntryPoint, ...]:
    """Paths, each of a command of that name."""
    paths = texts(values.get("bin")) or filter(None, [text(values.get("bin"))])
    return tuple(EntryPoint(name=path.rpartition("/")[2], target=path) for path in paths)


def _bin(values: dict[str, Any]) -> tuple[EntryPoint, ...]:
    """A text names the package's own command; a table names several."""
    if alone := text(values.get("bin")):
        name = text(values.get("name")).rpartition("/")[2]
        return (EntryPoint(name=name, target=alone),)
    return entry_points(values.get("bin"))


def _main(values: dict[str, Any]) -> tuple[EntryPoint, ...]:
    main = text(values.get("main"))
    return (EntryPoint(name="main", target=main, is_program=False),) if main else ()
