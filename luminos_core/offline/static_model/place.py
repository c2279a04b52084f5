"""Where a directory is, as its own files may name it."""

from luminos_core.records.outline import Outline

SCRIPTS = frozenset({"javascript", "typescript", "tsx", "jsx", "ruby", "php", "shell", "bash"})


def place_of(directory: str, target: str) -> tuple[str, ...]:
    """The target's name and the steps to the directory."""
    return (target, *(part for part in directory.split("/") if part != "."))


def own_packages(place: tuple[str, ...]) -> frozenset[str]:
    """How a file may name the package it is in: ".", "b", "a.b" for a file of a/b."""
    return frozenset({".", *(".".join(place[start:]) for start in range(len(place)))})


def is_python(outline: Outline) -> bool:
    return outline.language.lower() == "python"
