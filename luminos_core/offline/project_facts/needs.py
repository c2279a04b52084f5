"""Which parts of a target need which others: what manifests declare, and what source imports."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from posixpath import basename, dirname, join, normpath

from luminos_core.manifests.releases import normalised
from luminos_core.offline.project_facts.imports import Imported
from luminos_core.offline.project_facts.notes import Notes
from luminos_core.offline.project_facts.parts import Package, Packages
from luminos_core.offline.project_facts.tree import NotedTree
from luminos_core.records.project import Dependency
from luminos_core.text.tree_paths import ROOT, lineage, parent_of

_ECOSYSTEMS = {
    "pyproject.toml": "pypi",
    "setup.cfg": "pypi",
    "setup.py": "pypi",
    "Cargo.toml": "cargo",
    "go.mod": "go",
    "pom.xml": "maven",
    "csproj": "nuget",
    "gemspec": "rubygems",
    "composer.json": "composer",
    "package.json": "npm",
}
SOURCE_FOLDERS = ("src", "lib", "python")
_LOCAL = ("file:", "link:", "path:", "portal:")
_STEPS = 3  # of a dotted name
_NO_MODULES = ("setup.py", "conftest.py", "noxfile.py", "__init__.py", "__main__.py")


class Needs:
    """Of the parts of one target."""

    def __init__(self, tree: NotedTree, packages: Packages) -> None:
        self._tree, self._packages = tree, packages
        self._names = own_names(packages)
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for path in packages.by_path:
            self._by_folder[basename(path)].append(path)
        self._modules = self._python_modules()
        self._dotted = self._dotted_names()

    def by_part(self) -> dict[str, set[str]]:
        """Paths of parts, by the path of what needs them."""
        found: dict[str, set[str]] = defaultdict(set)
        for path, notes in self._tree.own.items():
            holder = self._packages.holding(path)
            if holder is None:
                continue
            found[holder.path].update(self._declared(path, notes))
            found[holder.path].update(filter(None, map(self._imported, notes.imports)))
        for path, needed in self._of_services():
            found[path].add(needed)
        return {path: needed - {path} for path, needed in found.items()}

    def _declared(self, path: str, notes: Notes) -> Iterator[str]:
        for dependency in notes.dependencies:
            if not dependency.for_development and (found := self._of(dependency)):
                yield found
        for manifest in notes.manifests:
            for name in manifest.beside.first:
                if name.startswith(":"):  # of Gradle, from the root of its build
                    yield from self._of_gradle(name)
                else:
                    yield from self._at(normpath(join(path, dirname(name))))

    def _of(self, dependency: Dependency) -> str:
        name = normalised(dependency.ecosystem, dependency.name)
        if dependency.ecosystem == "maven":
            name = name.rpartition(":")[2]
        if found := self._names.get((dependency.ecosystem, name)):
            return found
        source = dependency.source
        for prefix in _LOCAL:
            source = source.removeprefix(prefix)
        if not source.startswith("."):
            return ""
        return next(self._at(normpath(join(parent_of(dependency.path), source))), "")

    def _of_gradle(self, name: str) -> Iterator[str]:
        wanted = name.strip(":").replace(":", "/")
        for path in self._by_folder.get(basename(wanted), ()):
            if path == wanted or path.endswith(f"/{wanted}"):
                yield path
                return

    def _at(self, path: str) -> Iterator[str]:
        """The part that holds what lies at a path of the target."""
        holder = None if path.startswith("..") else self._packages.holding(path)
        if holder is not None:
            yield holder.path

    def _imported(self, found: Imported) -> str:
        name = found.name.lower()
        match found.kind:
            case "path":
                return next(self._at(found.name), "")
            case "python":
                return _longest(found.name, self._modules, least=1)
            case "dotted":
                return _longest(found.name, self._dotted, least=2)
            case "go":
                return self._of_go(name)
        asked = name.replace("_", "-") if found.kind == "cargo" else name
        return self._names.get((found.kind, asked), "")

    def _of_go(self, imported: str) -> str:
        """The module whose name is the most of the beginning of what is imported."""
        found = (self._names.get(("go", name)) for name in lineage(imported))
        return next(filter(None, found), "")

    def _of_services(self) -> Iterator[tuple[str, str]]:
        built = {each.service: path for path, each in self._packages.by_path.items()}
        for notes in self._tree.own.values():
            for service in notes.services:
                for needed in service.needs:
                    if built.get(service.name) and built.get(needed):
                        yield built[service.name], built[needed]

    def _python_modules(self) -> Mapping[str, set[str]]:
        """Parts by the dotted names that their files are imported by."""
        found: dict[str, set[str]] = defaultdict(set)
        for path, holder in self._holders():
            below = [] if path == holder.path else _below(path, holder.path).split("/")
            below = below[1:] if below[:1] and below[0] in SOURCE_FOLDERS else below
            names = {file.name for file in self._tree.directories[path].files}
            if "__init__.py" in names and 0 < len(below) <= _STEPS:
                found[".".join(below)].add(holder.path)
            if not below:
                modules = (each for each in names if each.endswith(".py"))
                for name in set(modules) - {*_NO_MODULES}:
                    found[name.removesuffix(".py")].add(holder.path)
        return found

    def _dotted_names(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for path, holder in self._holders():
            for name in self._tree.own.get(path, Notes()).packages:
                found[name].add(holder.path)
        return found

    def _holders(self) -> Iterator[tuple[str, Package]]:
        for path in self._tree.own:
            if holder := self._packages.holding(path):
                yield path, holder


def own_names(packages: Packages) -> dict[tuple[str, str], str]:
    """The path of each part by the ecosystem and the name under which others ask for it."""
    found: dict[tuple[str, str], str] = {}
    for path, package in packages.by_path.items():
        for manifest in package.manifests:
            ecosystem = _ECOSYSTEMS.get(manifest.kind, "")
            name = manifest.name or package.name
            if ecosystem == "maven":
                name = name.rpartition(":")[2]
            if ecosystem == "cargo":
                name = name.replace("_", "-")
            found.setdefault((ecosystem, normalised(ecosystem, name)), path)
    return found


def _below(path: str, above: str) -> str:
    return path if above == ROOT else path.removeprefix(f"{above}/")


def _longest(name: str, known: Mapping[str, set[str]], least: int) -> str:
    """The only part that has the name, or the most of its beginning."""
    steps = name.split(".")
    for count in range(len(steps), least - 1, -1):
        if parts := known.get(".".join(steps[:count])):
            return next(iter(parts)) if len(parts) == 1 else ""
    return ""
