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
_NPM = "dependencies|devDependencies|optionalDependencies|peerDependencies|resolutions|overrides.*"
_PYTHON = (
    "project.dependencies.*",
    "project.optional-dependencies.*.*",
    "build-system.requires.*",
)
_INLINE = re2.compile(r"""\b(\w[\w-]*)\s*=\s*["']([^"']*)["']""")


def npm(document: Node) -> Iterator[DeclaredPackage]:
    for name, node in _named(document, _NPM):
        is_address = bool(_ADDRESS.search(node.value))
        yield _made(
            "npm", name, node, "" if is_address else node.value, node.value if is_address else ""
        )
    yield from _runtimes(document, "engines.node", "node")


def composer(document: Node) -> Iterator[DeclaredPackage]:
    for name, node in _named(document, "require|require-dev.*"):
        if name == "php":
            yield _made("runtime", "php", node, node.value)
        elif "/" in name:
            yield _made("composer", name, node, node.value)


def pyproject(document: Node) -> Iterator[DeclaredPackage]:
    for path in _PYTHON:
        for node, _ in select(document, path):
            yield from _requirement(node)
    for name, node in _named(document, "tool.poetry.dependencies|dev-dependencies.*"):
        if name == "python":
            yield _made("runtime", "python", node, node.value)
        else:
            yield _toml("pypi", name, node)
    yield from _runtimes(document, "project.requires-python", "python")


def pipfile(document: Node) -> Iterator[DeclaredPackage]:
    for name, node in _named(document, "packages|dev-packages.*"):
        yield _toml("pypi", name, node)
    yield from _runtimes(document, "requires.python_version", "python")


def cargo(document: Node) -> Iterator[DeclaredPackage]:
    for path in ("dependencies|dev-dependencies|build-dependencies.*", "workspace.dependencies.*"):
        for name, node in _named(document, path):
            yield _toml("cargo", name, node)
    yield from _runtimes(document, "package.rust-version", "rust")


def pubspec(document: Node) -> Iterator[DeclaredPackage]:
    for name, node in _named(document, "dependencies|dev_dependencies.*"):
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
        yield _made("pub", name, place, node.value, source)


def maven(document: Node) -> Iterator[DeclaredPackage]:
    properties = {name: node.value for name, node in _named(document, "project.properties.*")}
    for node, _ in select(document, "**.dependency|plugin|parent"):
        parts = dict(node.entries)
        if "artifactId" not in parts:
            continue
        group = parts["groupId"].value if "groupId" in parts else ""
        place = parts.get("version", parts["artifactId"])
        written = parts["version"].value if "version" in parts else ""
        version = properties.get(written.strip("${}"), written)
        yield _made("maven", f"{group}:{parts['artifactId'].value}", place, version)
    yield from _runtimes(document, "project.properties.java?version", "java")


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


def _requirement(node: Node) -> Iterator[DeclaredPackage]:
    """One requirement as Python writes it."""
    if found := _REQUIREMENT.search(node.value.strip()):
        name, source, version = found.groups()
        yield _made("pypi", name, node, version or "", source or "")


def _toml(ecosystem: str, name: str, node: Node) -> DeclaredPackage:
    """`name = "1.2"`, or `name = { git = "…", branch = "…" }`."""
    inner = dict(_INLINE.findall(node.value)) if node.value.startswith("{") else {}
    if not inner and not node.entries:
        return _made(ecosystem, name, node, node.value)
    address = (
        inner.get("git") or inner.get("url") or (f"file:{inner['path']}" if "path" in inner else "")
    )
    pinned = inner.get("rev") or inner.get("ref") or inner.get("tag")
    moving = f"branch:{inner['branch']}" if "branch" in inner else ""
    at = pinned or moving
    is_own = "workspace" in node.value
    version = inner.get("version", "workspace" if is_own else "")
    return _made(ecosystem, name, node, version, f"{address}@{at}" if address and at else address)


def _made(ecosystem: str, name: str, node: Node, version: str, source: str = "") -> DeclaredPackage:
    return DeclaredPackage(
        ecosystem=ecosystem,
        name=name.lower(),
        version=version.strip(),
        source=source,
        line=max(node.line, 1),
    )
