"""The releases that a lock file has chosen, of packages that manifests may name."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import re2

from luminos_core.records.parsed import LockedPackage, LockedPackages

_MOST = 40_000  # packages of one file
_TOML_NAME = re2.compile(r'^name\s*=\s*"([^"]+)"')
_TOML_VERSION = re2.compile(r'^version\s*=\s*"([^"]+)"')
_GEM = re2.compile(r"^    ([\w.-]+) \(([^()]+)\)$")
_YARN_KEY = re2.compile(r'^"?((?:@[\w.~-]+/)?[\w.~-]+@[^\n]*):$')
_YARN_VERSION = re2.compile(r'^\s+version:?\s+"?([^"\s]+)"?$')
_PNPM_ENTRY = re2.compile(r"""^(\s*)(['"]?)([^\s'":][^'":]*|@[^'"]+?)['"]?:(?:\s+(.*))?$""")
_PNPM_GROUPS = ("dependencies", "devDependencies", "optionalDependencies")
_PYTHON_SEPARATORS = re2.compile(r"[-_.]+")


def find_locked(content: bytes, name: str) -> LockedPackages:
    """A file that cannot be read has chosen none."""
    found: list[LockedPackage] = []
    try:
        for pattern, read in _READERS.items():
            if re2.fullmatch(pattern, name):
                found += read(content.decode("utf-8", "replace"))
    except (ValueError, AttributeError, TypeError):  # a value may be of any type
        return LockedPackages()
    return LockedPackages(packages=tuple(found[:_MOST]))


def _npm(text: str) -> Iterator[LockedPackage]:
    parsed = json.loads(text)
    for path, entry in (parsed.get("packages") or {}).items():
        place, marker, name = path.rpartition("node_modules/")
        is_nested = "node_modules/" in place
        if marker and not is_nested and isinstance(entry.get("version"), str):
            yield _locked("npm", name, entry["version"], place=place.rstrip("/"))
    if not parsed.get("packages"):
        for name, entry in (parsed.get("dependencies") or {}).items():
            yield _locked("npm", name, entry["version"])


def _yarn(text: str) -> Iterator[LockedPackage]:
    wanted: list[str] = []
    for line in text.split("\n"):
        if found := _YARN_KEY.match(line.rstrip()):
            wanted = [each.strip().strip('"') for each in found.group(1).split(",")]
        elif wanted and (version := _YARN_VERSION.match(line)):
            for each in wanted:
                name, _, asked = each[1:].partition("@")
                name = each[0] + name
                yield _locked("npm", name, version.group(1), wanted=asked.removeprefix("npm:"))
            wanted = []


def _pnpm(text: str) -> Iterator[LockedPackage]:
    """What each project of the workspace gets. Before version 9 a file may have but one."""
    steps: list[tuple[int, str]] = []  # the keys above a line, with their indentation
    for line in text.split("\n"):
        if line.startswith("packages:"):
            return
        entry = _PNPM_ENTRY.match(line)
        if not entry:
            continue
        depth, key, value = len(entry.group(1)), entry.group(3), entry.group(4) or ""
        while steps and steps[-1][0] >= depth:
            steps.pop()
        above = [step for _, step in steps]
        steps.append((depth, key))
        place = above.pop(1) if above[:1] == ["importers"] and len(above) > 1 else "."
        above = [step for step in above if step != "importers"]
        version = value.strip("'\"").partition("(")[0]
        if above[:1] and above[0] in _PNPM_GROUPS and version[:1].isdigit():
            name = above[1] if len(above) > 1 and key == "version" else key
            if len(above) == 1 or key == "version":
                version = version.partition("_")[0]
                yield _locked("npm", name, version, place="" if place == "." else place)


def _pipfile(text: str) -> Iterator[LockedPackage]:
    parsed = json.loads(text)
    for group in ("default", "develop"):
        for name, entry in (parsed.get(group) or {}).items():
            if isinstance(entry.get("version"), str):
                yield _locked("pypi", name, entry["version"].lstrip("="))


def _composer(text: str) -> Iterator[LockedPackage]:
    parsed = json.loads(text)
    for group in ("packages", "packages-dev"):
        for entry in parsed.get(group) or ():
            yield _locked("composer", entry["name"], entry["version"])


def _gems(text: str) -> Iterator[LockedPackage]:
    for line in text.split("\n"):
        if found := _GEM.match(line):
            yield _locked("rubygems", found.group(1), found.group(2))


def _tables(ecosystem: str) -> Callable[[str], Iterator[LockedPackage]]:
    """Of TOML in which each package is a table."""

    def read(text: str) -> Iterator[LockedPackage]:
        name = ""
        for line in text.split("\n"):
            if line.startswith("["):
                name = ""
            elif found := _TOML_NAME.match(line):
                name = found.group(1)
            elif name and (found := _TOML_VERSION.match(line)):
                yield _locked(ecosystem, name, found.group(1))
                name = ""

    return read


def _locked(
    ecosystem: str, name: str, version: Any, *, wanted: str = "", place: str = ""
) -> LockedPackage:
    if ecosystem == "pypi":
        name = _PYTHON_SEPARATORS.sub("-", name)
    return LockedPackage(
        ecosystem=ecosystem, name=name.lower(), version=version, wanted=wanted, place=place
    )


_READERS: dict[str, Callable[[str], Iterator[LockedPackage]]] = {
    r"package-lock\.json|npm-shrinkwrap\.json": _npm,
    r"yarn\.lock": _yarn,
    r"pnpm-lock\.yaml": _pnpm,
    r"(?:poetry|uv|pdm)\.lock|pylock(?:\.[\w-]+)?\.toml": _tables("pypi"),
    r"Cargo\.lock": _tables("cargo"),
    r"Pipfile\.lock": _pipfile,
    r"Gemfile\.lock|gems\.locked": _gems,
    r"composer\.lock": _composer,
}
