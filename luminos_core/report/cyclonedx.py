"""The packages that a target needs as a CycloneDX 1.6 document: a bill of materials."""

# ruff: noqa: PLC0415 - its library takes 0.2 s to load, and few runs need it

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from luminos_core.manifests.releases import normalised, release_of
from luminos_core.records.project import Dependency
from luminos_core.records.report import AuditReport
from luminos_core.report.links import web_address
from luminos_core.text.escape import escape_json

if TYPE_CHECKING:
    from cyclonedx.model.component import Component
    from packageurl import PackageURL

_TYPES = {  # of package URLs, where they are called otherwise
    "go": "golang",
    "rubygems": "gem",
}
_IN_FOLDERS = ("golang", "composer", "swift", "npm", "conan")  # names with "/": a namespace
_PLACES = 50  # of one package
_ROOT = "target"


class _Package(NamedTuple):
    ecosystem: str
    name: str
    release: str
    source: str


def render_cyclonedx(report: AuditReport) -> str:
    """Each package once, with its release where it is known, and where it is declared."""
    from cyclonedx.model.bom import Bom
    from cyclonedx.output.json import JsonV1Dot6

    bom = Bom(serial_number=_serial_number(report.run_id))
    with suppress(ValueError):  # of a report that somebody changed
        bom.metadata.timestamp = datetime.fromisoformat(report.finished_at)
    bom.metadata.component = root = _root(report)
    bom.metadata.tools.components.add(_tool(report.luminos_version))
    found = _by_package(report.project.dependencies)
    components = [_component(package, places) for package, places in found.items()]
    bom.components.update(components)
    bom.register_dependency(root, components)
    return escape_json(JsonV1Dot6(bom).output_as_string(indent=2)) + "\n"


def _serial_number(run_id: str) -> UUID:
    """The same for the same run."""
    try:
        return UUID(run_id)
    except ValueError:
        return uuid5(NAMESPACE_URL, f"luminos:{run_id}")


def _root(report: AuditReport) -> "Component":
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
    from cyclonedx.model.component import Component, ComponentType

    project, version = report.project, report.version
    page = web_address(version.remote)
    source = ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(page))
    known = [LicenseFactory().make_from_string(project.licence)] if project.licence else []
    is_started = bool(project.entry_points)
    return Component(
        name=report.name,
        type=ComponentType.APPLICATION if is_started else ComponentType.LIBRARY,
        version=version.commit or None,
        licenses=known,
        external_references=[source] if page else [],
        bom_ref=_ROOT,
    )


def _tool(version: str) -> "Component":
    from cyclonedx.model.component import Component, ComponentType

    return Component(name="luminos", version=version, type=ComponentType.APPLICATION)


def _by_package(dependencies: Iterable[Dependency]) -> dict[_Package, list[Dependency]]:
    """In the order of their names."""
    found: dict[_Package, list[Dependency]] = {}
    for each in dependencies:
        key = _Package(
            each.ecosystem, normalised(each.ecosystem, each.name), release_of(each), each.source
        )
        found.setdefault(key, []).append(each)
    return dict(sorted(found.items()))


def _component(package: _Package, places: list[Dependency]) -> "Component":
    """What only development needs is no part of what is delivered: it is excluded."""
    from cyclonedx.model import Property
    from cyclonedx.model.component import Component, ComponentScope
    from cyclonedx.model.component_evidence import ComponentEvidence, Occurrence

    first = places[0]
    develops = all(each.for_development for each in places)
    written = sorted({each.version for each in places if each.version})
    url = _package_url(package, first.name)
    return Component(
        name=first.name,
        version=package.release or None,
        purl=url,
        bom_ref="|".join(package),
        scope=ComponentScope.EXCLUDED if develops else ComponentScope.REQUIRED,
        evidence=ComponentEvidence(
            occurrences=[
                Occurrence(location=each.path, line=each.line) for each in places[:_PLACES]
            ]
        ),
        properties=[Property(name="luminos:declared", value=version) for version in written],
    )


def _package_url(package: _Package, name: str) -> "PackageURL | None":
    """None for a package that is only in a folder, and for a name that no package can have."""
    from packageurl import PackageURL

    source = package.source
    is_fetched = not source or "://" in source or source.startswith(("git", "hg+", "svn+"))
    kind = _TYPES.get(package.ecosystem, package.ecosystem)
    namespace, _, last = "", "", name
    if kind == "maven":
        namespace, _, last = name.rpartition(":")
    elif kind in _IN_FOLDERS:
        namespace, _, last = name.removeprefix("https://").removesuffix(".git").rpartition("/")
    if not is_fetched:
        return None
    try:
        found = PackageURL(
            type=kind,
            namespace=namespace or None,
            name=last,
            version=package.release or None,
            qualifiers={"vcs_url": source} if source else None,
        )
    except ValueError:
        return None
    return found if found.name else None  # nothing is left of some names
