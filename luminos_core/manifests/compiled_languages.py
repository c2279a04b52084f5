"""Cargo.toml, go.mod, pom.xml, build.gradle, *.csproj and CMakeLists.txt."""

import tomllib
from collections.abc import Iterable
from xml.etree import ElementTree

import re2

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import nested, package, requirements, table, text, unique

_REQUIRED = re2.compile(r"(?:require\s+)?([\w.~/-]+\.[\w.~/-]+)\s+(v[\w.+-]+)\s*(//\s*indirect)?")
_GRADLE = re2.compile(
    r"""(?m)^\s*(api|implementation|compile|compileOnly|runtimeOnly|annotationProcessor|kapt"""
    r"""|testImplementation|testCompile|testRuntimeOnly)[\s(]+["']([^"'\n]+)["']"""
)
_GRADLE_VALUES = {
    name: re2.compile(rf"""(?m)^\s*{name}(?:\s*=\s*|\s+|\.set\()["']([^"'\n]+)["']""")
    for name in ("group", "version", "description", "mainClass(?:Name)?")
}
_GRADLE_PROJECT = re2.compile(r"""\bproject\(\s*(?:path\s*[:=]\s*)?["'](:[\w:.-]+)["']""")
_CMAKE_PROJECT = re2.compile(r"(?im)^[ \t]*project[ \t]*\(\s*\"?([\w.+-]+)\"?([^)]*)\)")
_CMAKE_TARGET = re2.compile(r"(?im)^[ \t]*add_executable[ \t]*\(\s*([\w.+${}-]+)")
_CMAKE_PACKAGE = re2.compile(r"(?im)^[ \t]*find_package[ \t]*\(\s*([\w.+-]+)")
_CMAKE_VERSION = re2.compile(r"\bVERSION\s+\"?([\w.${}-]+)")
_CMAKE_DESCRIPTION = re2.compile(r"\bDESCRIPTION\s+\"([^\"]+)\"")


def read_cargo(content: str) -> Manifest:
    parsed = tomllib.loads(content)
    programs = parsed.get("bin")
    named = (text(nested(one, "name")) for one in programs) if isinstance(programs, list) else ()
    return package(
        "Cargo.toml",
        table(parsed.get("package")),
        entry_points=tuple(EntryPoint(name=name) for name in unique(named)),
        dependencies=requirements(
            parsed.get("dependencies") or nested(parsed, "workspace", "dependencies")
        ),
        dev_dependencies=requirements(parsed.get("dev-dependencies")),
    )


def read_go_mod(content: str) -> Manifest:
    """Direct requirements only; the version is Go's own."""
    lines = [line.strip() for line in content.splitlines()]
    module, go = (_directive(lines, word) for word in ("module", "go"))
    required = (
        _REQUIRED.match(line)
        for line in lines
        if not line.startswith(("replace", "exclude", "retract"))
    )
    direct = (f"{one[1]} {one[2]}" for one in required if one and not one[3])
    return Manifest(
        kind="go.mod",
        name=text(module.strip('"')),
        description=text(f"Go {go}" if go else ""),
        dependencies=unique(map(text, direct)),
    )


def _directive(lines: Iterable[str], word: str) -> str:
    """What follows `word` on the first line that begins with it."""
    words = (line.split(None, 2) for line in lines if line.startswith(word))
    return next((found[1] for found in words if found[0] == word and len(found) > 1), "")


def read_pom(content: str) -> Manifest:
    project = _xml(content)
    name = _first(project, "name")
    described = list(_maven_dependencies(project))
    return Manifest(
        kind="pom.xml",
        is_workspace=_first(project, "packaging") == "pom",
        name=_joined(project, "groupId", "artifactId") or name,
        version=_first(project, "version"),
        description=_first(project, "description") or name,
        license=_first(project, "licenses/license/name"),
        dependencies=unique(name for name, scope in described if scope != "test"),
        dev_dependencies=unique(name for name, scope in described if scope == "test"),
    )


def read_gradle(content: str) -> Manifest:
    """Only literals."""
    found = _GRADLE.findall(content)
    return Manifest(
        kind="build.gradle",
        beside=unique(map(text, _GRADLE_PROJECT.findall(content))),
        name=_assigned(content, "group"),
        version=_assigned(content, "version"),
        description=_assigned(content, "description"),
        entry_points=tuple(
            EntryPoint(name="main", target=main)
            for main in filter(None, [_assigned(content, "mainClass(?:Name)?")])
        ),
        dependencies=unique(text(name) for how, name in found if not how.startswith("test")),
        dev_dependencies=unique(text(name) for how, name in found if how.startswith("test")),
    )


def read_csproj(content: str) -> Manifest:
    project = _xml(content)
    packages = (
        f"{one.get('Include', '')} {one.get('Version', '')}".strip()
        for one in project.iter("PackageReference")
    )
    program = _first(project, "PropertyGroup/OutputType").lower() in ("exe", "winexe")
    name = _first(project, "PropertyGroup/AssemblyName")
    references = (one.get("Include", "") for one in project.iter("ProjectReference"))
    return Manifest(
        kind="csproj",
        beside=unique(text(path.replace("\\", "/")) for path in references),
        name=name,
        version=_first(project, "PropertyGroup/Version"),
        description=_first(project, "PropertyGroup/Description"),
        license=_first(project, "PropertyGroup/PackageLicenseExpression"),
        entry_points=(EntryPoint(name=name or "program"),) if program else (),
        dependencies=unique(map(text, packages)),
    )


def read_cmake(content: str) -> Manifest | None:
    """None when it declares no project, as in a subfolder of a build."""
    project = _CMAKE_PROJECT.search(content)
    if not project:
        return None
    version = _CMAKE_VERSION.search(project[2])
    description = _CMAKE_DESCRIPTION.search(project[2])
    return Manifest(
        kind="CMakeLists.txt",
        name=text(project[1]),
        version=text(version[1]) if version else "",
        description=text(description[1]) if description else "",
        entry_points=tuple(
            EntryPoint(name=name) for name in unique(map(text, _CMAKE_TARGET.findall(content)))
        ),
        dependencies=unique(map(text, _CMAKE_PACKAGE.findall(content))),
    )


def _xml(content: str) -> ElementTree.Element:
    """The root element, with tag names without namespaces. ValueError for a document type
    declaration, which attacks with entities need and manifests do not."""
    if "<!DOCTYPE" in content or "<!ENTITY" in content:
        raise ValueError("it declares a document type, and is not read for that")
    root = ElementTree.fromstring(content)  # noqa: S314 - no entities, see above
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _first(root: ElementTree.Element, path: str) -> str:
    return text(root.findtext(path))


def _joined(root: ElementTree.Element, *names: str) -> str:
    return ":".join(filter(None, (_first(root, name) for name in names)))


def _maven_dependencies(project: ElementTree.Element) -> Iterable[tuple[str, str]]:
    for one in project.findall("dependencies/dependency"):
        yield _joined(one, "groupId", "artifactId", "version"), _first(one, "scope")


def _assigned(content: str, name: str) -> str:
    match = _GRADLE_VALUES[name].search(content)
    return text(match[1]) if match else ""
