"""The facts of a directory's package manifests, free of markup and bounded."""

import re
from collections.abc import Mapping

from luminos_core.manifests.manifest import Manifest
from luminos_core.offline.documentation import strip_markup
from luminos_core.offline.english import shortened
from luminos_core.offline.file_facts import FileFacts
from luminos_core.records.directory_facts import ManifestFacts, Names, Pairs

_MANIFESTS = 3  # that get a sentence
_NAME = 200  # characters
_PACKAGE = re.compile(r"@?[\w./:-]*\w")  # of "name>=1,<2", "@scope/name ^1", "group:artifact:1"


def manifest_facts(known: Mapping[str, FileFacts]) -> tuple[ManifestFacts, ...]:
    """At most three, those that name a package first."""
    found = [(file, facts.manifest) for file, facts in known.items() if facts.manifest]
    found.sort(key=lambda pair: (not pair[1].name, pair[0]))
    return tuple(facts_of(file, manifest) for file, manifest in found[:_MANIFESTS])


def facts_of(file: str, manifest: Manifest) -> ManifestFacts:
    version = strip_markup(manifest.version)
    packages = manifest.dependencies
    if manifest.kind != "Dockerfile":  # whose images keep their tags
        packages = tuple(_package(stated) for stated in packages)
    return ManifestFacts(
        file=file,
        kind=manifest.kind,
        name=manifest.name[:_NAME],
        version=shortened(version, 40) if version != "dynamic" else "",
        license=shortened(strip_markup(manifest.license), 60),
        problem=shortened(strip_markup(manifest.problem), 120),
        dependencies=Names.of(packages),
        dev_dependencies=len(manifest.dev_dependencies),
        commands=Pairs.of((point.name, point.target) for point in manifest.entry_points),
    )


def _package(stated: str) -> str:
    """A dependency without its version."""
    found = _PACKAGE.match(stated.strip())
    return found.group() if found else stated
