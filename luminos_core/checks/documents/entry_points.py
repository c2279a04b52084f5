"""Files and modules that a manifest names as the package's own, and that the tree does not have."""

from collections.abc import Iterator

import re2

from luminos_core.checks.check import is_example_path, is_test_path
from luminos_core.checks.documents.commands import Need, needed_by
from luminos_core.checks.documents.places import is_there, module_places, place_of
from luminos_core.checks.documents.tree_facts import TreeFacts
from luminos_core.manifests.manifest import Manifest
from luminos_core.text.tree_paths import parent_of

_FILE = re2.compile(
    r'"(?:main|module|types|typings|browser|exports|import|require|default|node)"\s*:\s*'
    r'"(?:\./)?([\w./-]+\.(?:[cm]?js|d\.[cm]?ts|json))"'
)
_SOURCES = (".ts", ".tsx", ".mts", ".cts", ".jsx", ".coffee", ".js", ".mjs")  # of what is built
_MODULE = re2.compile(r"^[a-zA-Z_][\w.]*:\w+$")


def missing_entry_points(facts: TreeFacts) -> Iterator[tuple[str, int, str]]:
    """The manifest, the line, and the finding. What a build makes is not looked for, nor what is in
    a folder without any file of its kind: a package as it is published may lack that."""
    for path, manifest in facts.manifests.items():
        is_other = facts.project.files[path].vendored or is_test_path(path) or is_example_path(path)
        if not is_other:
            lines = facts.project.text(path).split("\n")
            for name, finding in _missing(path, manifest, facts):
                number = next((n for n, line in enumerate(lines, 1) if name in line), 1)
                yield path, number, finding


def _missing(path: str, manifest: Manifest, facts: TreeFacts) -> Iterator[tuple[str, str]]:
    if manifest.kind == "package.json":
        for name in sorted(_files_of(path, manifest, facts)):
            if _lacks(place_of(name, path), facts):
                yield name, f"The manifest names {name}, which is not there."
    elif manifest.kind in ("pyproject.toml", "setup.cfg"):
        for entry in manifest.entry_points:
            module = entry.target.partition(":")[0]
            if _MODULE.search(entry.target) and _lacks_module(module, facts):
                yield entry.target, f"{entry.name} is to run {module}, which is not there."


def _files_of(path: str, manifest: Manifest, facts: TreeFacts) -> set[str]:
    found = set(_FILE.findall(facts.project.text(path)))
    for entry in manifest.entry_points:
        if entry.target.endswith((".js", ".cjs", ".mjs")) and " " not in entry.target:
            found.add(entry.target.removeprefix("./"))
        needs = needed_by(entry.target, frozenset()) if " " in entry.target else ()
        found |= {needed.name for needed in needs if needed.need is Need.FILE}
    return found


def _lacks(place: str | None, facts: TreeFacts) -> bool:
    if place is None or is_there(place, facts.project):
        return False
    stem, _, ending = place.partition(".d.") if ".d." in place else place.rpartition(".")
    is_made = any(facts.project.has(f"{stem}{source}") for source in _SOURCES)
    folder = parent_of(place)
    suffix = f".{ending}"
    return not is_made and folder not in ("", ".") and facts.has_kind(folder, suffix)


def _lacks_module(module: str, facts: TreeFacts) -> bool:
    """Of a package that is there."""
    package, dot, _ = module.partition(".")
    is_own = any(map(facts.project.has, module_places(package, ("/__init__.py",))))
    places = module_places(module, (".py", "/__init__.py", ".pyx"))
    return bool(dot) and is_own and not any(map(facts.project.has, places))
