"""The packages and services that a target is made of."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from posixpath import basename, join, normpath

from luminos_core.offline.file_kinds import is_source
from luminos_core.offline.project_facts.tree import NotedTree
from luminos_core.records.directory_facts import ManifestFacts
from luminos_core.text.tree_paths import ROOT, lineage

SERVICE = "service"
_KINDS = {  # of manifests that make a directory a package; of several the first
    "pyproject.toml": "Python package",
    "setup.cfg": "Python package",
    "setup.py": "Python package",
    "Cargo.toml": "Rust crate",
    "go.mod": "Go module",
    "pom.xml": "Maven module",
    "build.gradle": "Gradle module",
    "csproj": ".NET project",
    "gemspec": "gem",
    "composer.json": "Composer package",
    "package.json": "npm package",
    "CMakeLists.txt": "CMake project",
}
_ORDER = tuple(_KINDS)
_LANGUAGES = {  # whose packages these are
    "Python package": ("Python",),
    "npm package": ("JavaScript", "TypeScript", "TSX", "Vue", "Svelte"),
    "Composer package": ("PHP",),
    "gem": ("Ruby",),
    "Rust crate": ("Rust",),
    "Go module": ("Go",),
    "CMake project": ("C", "C++"),
}
_UNNAMED = ("setup.py", "build.gradle", "csproj", "gemspec")  # that may be computed, or left out
_SHARE = 0.3  # of the source, of what a target of packages holds in these
_WORKSPACES = ("pnpm-workspace.yaml", "lerna.json")


@dataclass(frozen=True)
class Package:
    """A part before it is known what it needs."""

    path: str
    name: str
    kind: str
    manifests: tuple[ManifestFacts, ...] = ()
    service: str = ""  # its name, when a compose file builds it


@dataclass(frozen=True)
class Packages:
    """All of a target, by path."""

    by_path: Mapping[str, Package]

    def holding(self, path: str) -> Package | None:
        """The nearest that holds the file or directory at `path`."""
        return next((self.by_path[each] for each in lineage(path) if each in self.by_path), None)


def find_packages(tree: NotedTree) -> Packages:
    candidates = {
        path: manifests
        for path, notes in tree.own.items()
        if (manifests := tuple(each for each in notes.manifests if _is_package(each, path)))
    }
    if tree.share_of_source(candidates) < _SHARE:
        candidates = {}  # libraries that are bundled with what is no package
    if len(candidates) > 1:
        above = {each for path in candidates for each in lineage(path) if each != path}
        candidates = {
            path: manifests
            for path, manifests in candidates.items()
            if path not in above or not _only_holds_others(tree, path, manifests)
        }
    languages = _languages(tree, candidates)
    found = {
        path: _package(tree, path, manifests, languages[path])
        for path, manifests in candidates.items()
    }
    for service in _built(tree):
        known = found.get(service.path)
        found[service.path] = _with_service(known, service.service) if known else service
    return Packages(dict(sorted(found.items())))


def _is_package(manifest: ManifestFacts, path: str) -> bool:
    if manifest.kind == "CMakeLists.txt" and path != ROOT:
        return False  # a step of a build
    return manifest.kind in _KINDS and bool(manifest.name or manifest.kind in _UNNAMED)


def _only_holds_others(tree: NotedTree, path: str, manifests: tuple[ManifestFacts, ...]) -> bool:
    """Whether what has other packages below it is a workspace, and no package itself."""
    names = {file.name for file in tree.directories[path].files}
    if any(manifest.kind == "build.gradle" for manifest in manifests):
        return normpath(join(path, "src")) not in tree.directories
    offered = any(each.programs or "main" in dict(each.commands.first) for each in manifests)
    is_held = bool(names.intersection(_WORKSPACES)) and not offered
    return is_held or all(manifest.is_workspace for manifest in manifests)


def _languages(tree: NotedTree, candidates: Mapping[str, object]) -> dict[str, str]:
    """By package, the language of most lines of its source."""
    lines: dict[str, Counter[str]] = {path: Counter() for path in candidates}
    for directory in tree.snapshot.directories:
        holder = next((each for each in lineage(directory.path) if each in lines), None)
        if holder is not None:
            for file in filter(is_source, directory.files):
                lines[holder][file.language or ""] += file.lines or 0
    return {path: max(found, key=found.__getitem__, default="") for path, found in lines.items()}


def _package(
    tree: NotedTree, path: str, manifests: tuple[ManifestFacts, ...], language: str
) -> Package:
    def preference(manifest: ManifestFacts) -> tuple[bool, int, bool]:
        kind = _KINDS[manifest.kind]
        fits = language in _LANGUAGES.get(kind, (language,))
        return not fits, _ORDER.index(manifest.kind), not manifest.name

    ranked = sorted(manifests, key=preference)
    kind = _KINDS[ranked[0].kind]
    alike = (each.name for each in ranked if _KINDS[each.kind] == kind and each.name)
    folder = basename(path) if path != ROOT else tree.snapshot.name
    own = ranked[0].kind not in ("build.gradle", "csproj")  # which name groups and files
    name = next(alike, "") if own else ranked[0].file.removesuffix(".csproj")
    return Package(path, folder if not name or "gradle" in name else name, kind, manifests)


def _built(tree: NotedTree) -> Iterator[Package]:
    """What compose files build, once for each folder."""
    seen = set()
    for path, notes in tree.own.items():
        for service in notes.services:
            folder = normpath(join(path, service.folder)) if service.folder else ""
            if folder in tree.directories and folder not in seen:
                seen.add(folder)
                name = service.name if folder != ROOT else tree.snapshot.name
                yield Package(folder, name, SERVICE, service=service.name)


def _with_service(package: Package, service: str) -> Package:
    kind = f"{package.kind}, {SERVICE}"
    return Package(package.path, package.name, kind, package.manifests, service)
