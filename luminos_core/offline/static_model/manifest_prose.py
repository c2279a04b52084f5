"""Package manifests in words: name, version, licence, dependencies, what can be run."""

import re
from collections.abc import Mapping

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.offline.static_model.plain import plain
from luminos_core.offline.static_model.wording import (
    agree,
    as_sentence,
    code,
    codes,
    count,
    first_sentence,
    listed,
    shortened,
)

_MANIFESTS = 3  # that get a sentence
_DEPENDENCIES = 8  # named
_POINTS = 5
_PACKAGE = re.compile(r"@?[\w./:-]*\w")  # of "name>=1,<2", "@scope/name ^1", "group:artifact:1"
_POINT_NOUNS = {"Makefile": "target", "Dockerfile": "command"}


def manifest_sentences(manifests: Mapping[str, Manifest]) -> str:
    """A sentence for each of at most three manifests, the most telling first."""
    ranked = sorted(manifests.items(), key=lambda pair: (not pair[1].name, pair[0]))
    return " ".join(f"{code(name)} {declares(manifest)}." for name, manifest in ranked[:_MANIFESTS])


def declares(manifest: Manifest) -> str:
    """ "declares `luminos` 0.1 (MIT); depends on 3 packages (`a`, `b` and `c`); has ..."."""
    if manifest.problem:
        return f"could not be read: {shortened(plain(manifest.problem), 120)}"
    parts = (_package(manifest), _dependencies(manifest), _points(manifest))
    return "; ".join(part for part in parts if part) or "declares nothing that is known here"


def description(manifest: Manifest) -> str:
    """The manifest's words on what the package is, or "". A go.mod has none of its own."""
    if manifest.kind == "go.mod":
        return ""
    return as_sentence(first_sentence(plain(manifest.description)))


def _package(manifest: Manifest) -> str:
    if not manifest.name:
        return ""
    stated = plain(manifest.version)
    version = f" {shortened(stated, 40)}" if stated not in ("", "dynamic") else ""
    terms = shortened(plain(manifest.license), 60)
    return f"declares {code(manifest.name)}{version}{f' ({terms})' if terms else ''}"


def _dependencies(manifest: Manifest) -> str:
    names = [_name(stated) for stated in manifest.dependencies]
    development = len(manifest.dev_dependencies)
    if manifest.kind == "Dockerfile":
        return f"builds on {codes(manifest.dependencies)}" if names else ""
    if not names:
        return f"depends on {count(development, 'package')} to develop" if development else ""
    more = f", and on {development:,} to develop" if development else ""
    return f"depends on {count(len(names), 'package')} ({codes(names, _DEPENDENCIES)}){more}"


def _points(manifest: Manifest) -> str:
    if not manifest.entry_points:
        return ""
    noun = agree(len(manifest.entry_points), _POINT_NOUNS.get(manifest.kind, "entry point"))
    named = [_point(point, manifest.kind) for point in manifest.entry_points]
    return f"has the {noun} {listed(named, _POINTS)}"


def _point(point: EntryPoint, kind: str) -> str:
    shown = point.target and kind not in _POINT_NOUNS
    return f"{code(point.name)} ({code(point.target)})" if shown else code(point.name)


def _name(stated: str) -> str:
    """A dependency without its version."""
    found = _PACKAGE.match(stated.strip())
    return found.group() if found else stated
