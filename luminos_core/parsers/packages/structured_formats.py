"""Manifests that are trees of values."""

from collections.abc import Callable, Iterator

import re2

from luminos_core.parsers.documents.node import Node
from luminos_core.parsers.documents.select import select
from luminos_core.records.parsed import DeclaredPackage

_REQUIREMENT = re2.compile(
    r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*(?:@\s*(\S+)|([=<>!~^][^;]*)?)(?:;.*)?$"
)
_ADDRESS = re2.compile(
    r"^(?:git(?:\+\w+)?:|git@|https?:|github:|gitlab:|bitbucket:|file:|link:|[\w-]+/[\w.-]+(?:#|$))"
)
_NPM = (
    "dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "resolutions",
    "overrides",
)  # fmt: skip
# Of names of groups.
_DEVELOPMENT = re2.compile(r"(?i)dev|test|lint|doc|typ(?:e|ing)|bench|build|^ci$")
_INLINE = re2.compile(r"""\b(\w[\w-]*)\s*=\s*["']([^"']*)["']""")


def npm(document: Node) -> Iterator[DeclaredPackage]:
    for group in _NPM:
        develops = group == "devDependencies"
        for name, node in _named(document, f"{group}.*"):
            is_address = bool(_ADDRESS.search(node.value))
            version, source = ("", node.value) if is_address else (node.value, "")
            yield _made("npm", name, node, version, source, develops=develops)
    yield from _runtimes(document, "engines.node", "node")


def composer(document: Node) -> Iterator[DeclaredPackage]:
    for group in ("require", "require-dev"):
        for name, node in _named(document, f"{group}.*"):
            if name == "php":
                yield _made("runtime", "php", node, node.value)
            elif "/" in name:
                develops = group == "require-dev"
                yield _made("composer", name, node, node.value, develops=develops)


def pyproject(document: Node) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, "project.dependencies.*"):
        yield from _requirement(node)
    for path in ("project.optional-dependencies", "dependency-groups"):
        for group, entries in _named(document, f"{path}.*"):
            develops = path == "dependency-groups" or bool(_DEVELOPMENT.search(group))
            for _, node in entries.entries:
                yield from _requirement(node, develops=develops)
    for node, _ in select(document, "build-system.requires.*"):
        yield from _requirement(node, develops=True)
    yield from _poetry(document)
    yield from _runtimes(document, "project.requires-python", "python")


def _poetry(document: Node) -> Iterator[DeclaredPackage]:
    groups = {"dependencies": False, "dev-dependencies": True, "group.*.dependencies": True}
    for group, develops in groups.items():
        for name, node in _named(document, f"tool.poetry.{group}.*"):
            if name == "python":
                yield _made("runtime", "python", node, node.value)
            else:
                yield _toml("pypi", name, node, develops=develops)


def pipfile(document: Node) -> Iterator[DeclaredPackage]:
    for group in ("packages", "dev-packages"):
        for name, node in _named(document, f"{group}.*"):
            yield _toml("pypi", name, node, develops=group == "dev-packages")
    yield from _runtimes(document, "requires.python_version", "python")


def cargo(document: Node) -> Iterator[DeclaredPackage]:
    groups = ("dependencies", "workspace.dependencies", "dev-dependencies", "build-dependencies")
    for group in groups:
        for name, node in _named(document, f"{group}.*"):
            yield _toml("cargo", name, node, develops=group.startswith(("dev", "build")))
    yield from _runtimes(document, "package.rust-version", "rust")


def pubspec(document: Node) -> Iterator[DeclaredPackage]:
    for group in ("dependencies", "dev_dependencies"):
        yield from _pub(document, group)


def _pub(document: Node, group: str) -> Iterator[DeclaredPackage]:
    for name, node in _named(document, f"{group}.*"):
        parts = dict(node.entries)
        if "sdk" in parts:
            continue
        source, place = "", parts.get("git", node)
        if "git" in parts:
            inner = {key: entry.value for key, entry in parts["git"].entries}
            address = inner.get("url", parts["git"].value)
            source = address + (f"@{inner['ref']}" if "ref" in inner else "")
        elif "path" in parts:
            source = f"file:{parts['path'].value}"
        develops = group == "dev_dependencies"
        yield _made("pub", name, place, node.value, source, develops=develops)


def maven(document: Node) -> Iterator[DeclaredPackage]:
    properties = {name: node.value for name, node in _named(document, "project.properties.*")}
    for kind in ("dependency", "plugin", "parent"):
        yield from _maven(document, kind, properties)
    yield from _runtimes(document, "project.properties.java?version", "java")


def _maven(document: Node, kind: str, properties: dict[str, str]) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, f"**.{kind}"):
        parts = dict(node.entries)
        if "artifactId" not in parts:
            continue
        group = parts["groupId"].value if "groupId" in parts else ""
        place = parts.get("version", parts["artifactId"])
        written = parts["version"].value if "version" in parts else ""
        version = properties.get(written.strip("${}"), written)
        if kind == "parent" and version.endswith("-SNAPSHOT"):
            continue  # of the same build
        scope = parts["scope"].value if "scope" in parts else ""
        is_optional = "optional" in parts and parts["optional"].value == "true"
        develops = kind != "dependency" or scope in ("test", "provided") or is_optional
        name = f"{group}:{parts['artifactId'].value}"
        yield _made("maven", name, place, version, develops=develops)


def csproj(document: Node) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, "Project.ItemGroup.PackageReference"):
        parts = {key.lstrip("@"): entry.value for key, entry in node.entries}
        if "Include" in parts:
            yield _made("nuget", parts["Include"], node, parts.get("Version", ""))
    yield from _runtimes(
        document, "Project.PropertyGroup.TargetFramework|TargetFrameworkVersion", "dotnet"
    )


def packages_config(document: Node) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, "packages.package"):
        parts = {key.lstrip("@"): entry.value for key, entry in node.entries}
        yield _made("nuget", parts.get("id", ""), node, parts.get("version", ""))


def conda(document: Node) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, "dependencies.*"):
        name, _sign, version = node.value.partition("=")
        if name == "python":
            yield _made("runtime", "python", node, version)
        elif name and not node.entries:
            yield _made("conda", name.rstrip("<>! "), node, version or node.value[len(name) :])
    for node, _ in select(document, "dependencies.*.pip.*"):
        yield from _requirement(node)


STRUCTURED_FORMATS: dict[str, Callable[[Node], Iterator[DeclaredPackage]]] = {
    r"package\.json": npm,
    r"composer\.json": composer,
    r"pyproject\.toml": pyproject,
    r"Pipfile": pipfile,
    r"Cargo\.toml": cargo,
    r"pubspec\.ya?ml": pubspec,
    r"pom\.xml": maven,
    r".*\.(?:cs|fs|vb)proj": csproj,
    r"packages\.config": packages_config,
    r"(?:conda-?|dev-)?environment[\w-]*\.ya?ml": conda,
}


def _named(document: Node, path: str) -> Iterator[tuple[str, Node]]:
    """The entries at `path`, which ends with "*", by name."""
    names = path.split(".")
    for holder, _ in select(document, ".".join(names[:-1])):
        yield from holder.entries


def _runtimes(document: Node, path: str, name: str) -> Iterator[DeclaredPackage]:
    for node, _ in select(document, path):
        yield _made("runtime", name, node, node.value)


def _requirement(node: Node, *, develops: bool = False) -> Iterator[DeclaredPackage]:
    """One requirement as Python writes it."""
    if found := _REQUIREMENT.search(node.value.strip()):
        name, source, version = found.groups()
        yield _made("pypi", name, node, version or "", source or "", develops=develops)


def _toml(ecosystem: str, name: str, node: Node, *, develops: bool) -> DeclaredPackage:
    """`name = "1.2"`, or `name = { git = "…", branch = "…" }`."""
    inner = dict(_INLINE.findall(node.value)) if node.value.startswith("{") else {}
    if not inner and not node.entries:
        return _made(ecosystem, name, node, node.value, develops=develops)
    address = (
        inner.get("git") or inner.get("url") or (f"file:{inner['path']}" if "path" in inner else "")
    )
    pinned = inner.get("rev") or inner.get("ref") or inner.get("tag")
    moving = f"branch:{inner['branch']}" if "branch" in inner else ""
    at = pinned or moving
    is_own = "workspace" in node.value
    version = inner.get("version", "workspace" if is_own else "")
    source = f"{address}@{at}" if address and at else address
    return _made(ecosystem, name, node, version, source, develops=develops)


def _made(
    ecosystem: str,
    name: str,
    node: Node,
    version: str,
    source: str = "",
    *,
    develops: bool = False,
) -> DeclaredPackage:
    return DeclaredPackage(
        ecosystem=ecosystem,
        name=name.lower(),
        written="" if name.islower() else name,
        for_development=develops,
        version=version.strip(),
        source=source,
        line=max(node.line, 1),
    )
