"""package.json and composer.json."""

import json
from typing import Any

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import points, requirements, table, text


def read_package_json(content: str) -> Manifest:
    stated = table(json.loads(content))
    return Manifest(
        kind="package.json",
        name=text(stated.get("name")),
        version=text(stated.get("version")),
        description=text(stated.get("description")),
        license=_license(stated.get("license")),
        entry_points=_bin(stated) + _main(stated) + points(stated.get("scripts")),
        dependencies=requirements(stated.get("dependencies")),
        dev_dependencies=requirements(stated.get("devDependencies")),
    )


def read_composer_json(content: str) -> Manifest:
    stated = table(json.loads(content))
    return Manifest(
        kind="composer.json",
        name=text(stated.get("name")),
        version=text(stated.get("version")),
        description=text(stated.get("description")),
        license=_license(stated.get("license")),
        entry_points=points(stated.get("scripts")),
        dependencies=requirements(stated.get("require")),
        dev_dependencies=requirements(stated.get("require-dev")),
    )


def _bin(stated: dict[str, Any]) -> tuple[EntryPoint, ...]:
    """A text names the package's own command; a table names several."""
    if alone := text(stated.get("bin")):
        return (EntryPoint(name=text(stated.get("name")), target=alone),)
    return points(stated.get("bin"))


def _main(stated: dict[str, Any]) -> tuple[EntryPoint, ...]:
    main = text(stated.get("main"))
    return (EntryPoint(name="main", target=main),) if main else ()


def _license(value: Any) -> str:
    """A text, or the older form: a table with a type, or a list of them."""
    stated = value[:5] if isinstance(value, list) else [value]
    return " or ".join(filter(None, (text(one) or text(table(one).get("type")) for one in stated)))
