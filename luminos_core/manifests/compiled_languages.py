"""Cargo.toml, go.mod, pom.xml, build.gradle, *.csproj and CMakeLists.txt."""

import re
import tomllib
from collections.abc import Iterable
from xml.etree import ElementTree

from luminos_core.manifests.manifest import EntryPoint, Manifest
from luminos_core.manifests.values import nested, package, requirements, table, text, unique

_GRADLE = re.compile(
    r"""^\s*(api|implementation|compile|compileOnly|runtimeOnly|annotationProcessor|kapt"""
    r"""|testImplementation|testCompile|testRuntimeOnly)[\s(]+["']([^"'\n]{1,200})["']""",
    re.MULTILINE,
)
_CMAKE_PROJECT = re.compile(r"(?im)^[ \t]*project[ \t]*\(\s*\"?([\w.+-]{1,100})\"?([^)]{0,500})\)")
_CMAKE_TARGET = re.compile(r"(?im)^[ \t]*add_executable[ \t]*\(\s*([\w.+${}-]{1,100})")
_CMAKE_PACKAGE = re.compile(r"(?im)^[ \t]*find_package[ \t]*\(\s*([\w.+-]{1,100})")


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
    module = next((line.split()[1] for line in lines if re.match(r"module\s+\S", line)), "")
    go = next((line.split()[1] for line in lines if re.match(r"go\s+\S", line)), "")
    required = (
        re.match(r"(?:require\s+)?([\w.~/-]+\.[\w.~/-]+)\s+(v[\w.+-]+)\s*(//\s*indirect)?", line)
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


def read_pom(content: str) -> Manifest:
    project = _xml(content)
    name = _first(project, "name")
    described = list(_maven_dependencies(project))
    return Manifest(
        kind="pom.xml",
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
    return Manifest(
        kind="csproj",
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
    version = re.search(r"\bVERSION\s+\"?([\w.${}-]{1,50})", project[2])
    description = re.search(r'\bDESCRIPTION\s+"([^"]{1,300})"', project[2])
    return Manifest(
        kind="CMakeLists.txt",
        name=project[1],
        version=version[1] if version else "",
        description=text(description[1]) if description else "",
        entry_points=tuple(
            EntryPoint(name=name) for name in unique(_CMAKE_TARGET.findall(content))
        ),
        dependencies=unique(_CMAKE_PACKAGE.findall(content)),
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
    match = re.search(
        rf"""^\s*{name}(?:\s*=\s*|\s+|\.set\()["']([^"'\n]{{1,200}})["']""", content, re.MULTILINE
    )
    return text(match[1]) if match else ""
