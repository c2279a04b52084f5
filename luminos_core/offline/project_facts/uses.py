"""Which directories of a target import from which others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from posixpath import basename

from luminos_core.offline.own_packages import is_beside
from luminos_core.offline.project_facts.imports import Imported
from luminos_core.offline.project_facts.needs import SOURCE_FOLDERS, own_names
from luminos_core.offline.project_facts.parts import Packages
from luminos_core.offline.project_facts.tree import NotedTree
from luminos_core.records.project import Use
from luminos_core.text.tree_paths import ROOT, lineage

_OF_ONE = 40  # directories that one imports from
_ALL = 5_000  # directories


def directory_uses(tree: NotedTree, packages: Packages) -> tuple[Use, ...]:
    """By path, without tests, examples and documents. A name that several directories have tells
    nothing."""
    found = _Directories(tree, packages)
    uses = (Use(path=path, of=found.of(path)) for path in sorted(tree.own))
    return tuple(use for use in uses if use.of)[:_ALL]


class _Directories:
    def __init__(self, tree: NotedTree, packages: Packages) -> None:
        self._tree = tree
        self._parts = own_names(packages)
        self._modules = self._python_modules(packages)
        self._declared: dict[str, set[str]] = defaultdict(set)
        for path, notes in tree.own.items():
            for name in notes.packages:
                self._declared[name].add(path)

    def of(self, path: str) -> tuple[str, ...]:
        imports = self._tree.own[path].imports
        found = {target for each in imports if (target := self._directory(each))}
        return tuple(sorted(found - {path}))[:_OF_ONE]

    def _directory(self, found: Imported) -> str:
        """Empty when it is of no directory, or of one that cannot be told."""
        match found.kind:
            case "path":
                return self._at(found.name)
            case "python":
                return _only(found.name, self._modules)
            case "dotted":
                return _only(found.name, self._declared)
            case "go":
                return self._of_go(found.name)
        asked = found.name.lower()
        asked = asked.replace("_", "-") if found.kind == "cargo" else asked
        return self._parts.get((found.kind, asked), "")

    def _at(self, path: str) -> str:
        above = (each for each in lineage(path) if each in self._tree.directories)
        return "" if path.startswith("..") else next((each for each in above if each != ROOT), "")

    def _of_go(self, imported: str) -> str:
        """The directory below the module whose name the import begins with."""
        for module in lineage(imported):
            if part := self._parts.get(("go", module.lower())):
                below = imported[len(module) :].strip("/")
                path = f"{part}/{below}" if below and part != ROOT else below or part
                return path if path in self._tree.directories else ""
        return ""

    def _python_modules(self, packages: Packages) -> Mapping[str, set[str]]:
        """Directories by the dotted names of themselves and of their modules."""
        found: dict[str, set[str]] = defaultdict(set)
        for path in self._tree.directories:
            if is_beside(path):
                continue
            files = (file.name for file in self._tree.directories[path].files)
            modules = [name.removesuffix(".py") for name in files if name.endswith(".py")]
            for base in _bases(path, packages) if modules else ():
                below = path if base == ROOT else path[len(base) :].strip("/")
                dotted = "" if path == ROOT else below.replace("/", ".")
                for name in (dotted, *(f"{dotted}.{each}".strip(".") for each in modules)):
                    found[name].add(path)
        return found


def _bases(path: str, packages: Packages) -> Iterator[str]:
    """The directories from which the dotted name of one may be counted."""
    for above in lineage(path):
        if above == ROOT or above in packages.by_path or basename(above) in SOURCE_FOLDERS:
            yield above


def _only(name: str, known: Mapping[str, set[str]]) -> str:
    """The only directory that has the name, or the most of its beginning."""
    steps = name.split(".")
    for count in range(len(steps), 0, -1):
        if directories := known.get(".".join(steps[:count])):
            return next(iter(directories)) if len(directories) == 1 else ""
    return ""
