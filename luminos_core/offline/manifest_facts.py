"""What a manifest declares, free of markup and bounded."""

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.manifests.manifest import Manifest
from luminos_core.offline.documentation import strip_markup
from luminos_core.offline.english import first_sentence, shortened
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import ManifestFacts, Names, Pairs

_NAME = 200  # characters
_PACKAGES = 100  # dependencies that are kept: who depends on whom is told by them
# With its version: "name>=1,<2", "@scope/name ^1", "group:artifact:1".
_PACKAGE = re2.compile(r"(?s)\A\s*(@?[\w./:-]*\w).*")


def manifest_facts(file: str, manifest: Manifest) -> ManifestFacts:
    version, usual = strip_markup(manifest.version), tables().usual_commands
    packages = manifest.dependencies
    if manifest.kind != "Dockerfile":  # whose images keep their tags
        packages = tuple(_PACKAGE.sub(r"\1", stated) for stated in packages)
    words = manifest.description if manifest.kind != "go.mod" else ""  # which has none of its own
    return ManifestFacts(
        file=file,
        kind=manifest.kind,
        name=without_injections(manifest.name[:_NAME]),
        version=shortened(version, 40) if version != "dynamic" else "",
        description=first_sentence(strip_markup(words)),
        license=shortened(strip_markup(manifest.license), 60),
        problem=shortened(strip_markup(manifest.problem), 120),
        dependencies=Names.of(packages, _PACKAGES),
        is_workspace=manifest.is_workspace,
        beside=Names.of(manifest.beside, _PACKAGES),
        programs=Pairs.of(
            (without_injections(point.name), without_injections(point.target))
            for point in manifest.entry_points
            if point.is_program
        ),
        dev_dependencies=len(manifest.dev_dependencies),
        commands=Pairs.of(
            (without_injections(point.name), without_injections(point.target))
            for point in sorted(manifest.entry_points, key=lambda point: point.name not in usual)
        ),
    )
