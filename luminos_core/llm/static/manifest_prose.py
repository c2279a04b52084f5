"""Package manifests in words. Until the core reads manifests, they are read as plain settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from luminos_core.llm.static.wording import code

_NAMES = frozenset({"Cargo.toml", "composer.json", "go.mod", "package.json", "pyproject.toml"})


@dataclass(frozen=True)
class Manifest:
    name: str = ""
    description: str = ""


def is_manifest(name: str) -> bool:
    return name in _NAMES


def read_manifest(name: str, text: str) -> Manifest | None:
    return None


def manifest_sentences(manifests: Mapping[str, Manifest]) -> str:
    return " ".join(describe_manifest(name, found) for name, found in sorted(manifests.items()))


def describe_manifest(name: str, manifest: Manifest) -> str:
    return f"{code(name)} declares {code(manifest.name)}."
