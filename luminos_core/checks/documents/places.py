"""Paths in documents as places in the tree."""

from collections.abc import Iterable
from posixpath import normpath

import re2

from luminos_core.checks.project import Project
from luminos_core.text.tree_paths import parent_of

_BUILT = re2.compile(  # what a build or a run makes
    r"^(?:\./)?(?:dist|build|out|target|_build|site|public|node_modules|\.?venv|env|tmp|var|logs?"
    r"|coverage)(?:/|$)|/(?:target|dist|build|node_modules)(?:/|$)"
)
_ROOTS = ("", "src/")  # of packages


def place_of(target: str, path: str) -> str | None:
    """The path in the tree that a link in the document `path` leads to; None when it leads out of
    the tree."""
    joined = target.lstrip("/") if target.startswith("/") else f"{parent_of(path)}/{target}"
    place = normpath(joined)
    return None if place.startswith("..") else place


def module_places(name: str, endings: Iterable[str]) -> list[str]:
    """Where a Python module may stand."""
    return [f"{root}{name.replace('.', '/')}{end}" for root in _ROOTS for end in endings]


def is_there(place: str, project: Project) -> bool:
    """Also what a build makes, and what an ignore rule leaves out of the tree."""
    if project.has(place) or place == "." or _BUILT.search(place):
        return True
    parts = place.split("/")
    above = {"/".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return bool(above & project.excluded)
