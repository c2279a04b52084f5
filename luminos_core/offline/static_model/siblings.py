"""How the files of one directory depend on each other."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from luminos_core.offline.static_model.choice import PACKAGE_FILES
from luminos_core.offline.static_model.place import SCRIPTS, is_python, own_packages, place_of
from luminos_core.records.outline import Outline

_FROM_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|((?:[^\n\\]|\\\n)*))", re.M
)


@dataclass(frozen=True)
class SiblingImports:
    """Imports among the files of one directory. Keys and values are file names."""

    imports: Mapping[str, frozenset[str]]

    @cached_property
    def imported_by(self) -> Counter[str]:
        """How many siblings import each."""
        return Counter(name for found in self.imports.values() for name in found)

    def most_imported(self) -> list[tuple[str, int]]:
        """Files that two or more siblings import, most first."""
        ranked = sorted(self.imported_by.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(name, number) for name, number in ranked if number > 1]

    def mutual(self) -> list[tuple[str, str]]:
        """Pairs that import each other."""
        return sorted(
            (one, other)
            for one, found in self.imports.items()
            for other in found
            if one < other and one in self.imports.get(other, frozenset())
        )


def sibling_imports(
    directory: str, target: str, outlines: Mapping[str, Outline], texts: Mapping[str, str]
) -> SiblingImports:
    """`outlines` and the `texts` that were read, by file name, all of `directory`."""
    place = place_of(directory, target)
    found: dict[str, frozenset[str]] = {}
    for name, outline in outlines.items():
        modules = (
            _sibling(imported, outline.language.lower(), place, outlines)
            for imported in outline.imports
        )
        pulled = _from_package(texts.get(name, ""), place) if is_python(outline) else ()
        named = (f"{module}.py" for module in pulled)
        found[name] = frozenset(
            module
            for module in (*modules, *named)
            if module in outlines and module != name and module not in PACKAGE_FILES
        )
    return SiblingImports(found)


def hides_siblings(outline: Outline, directory: str, target: str) -> bool:
    """Whether the file imports names from its own package, which may be modules: the outline of
    `from . import tasks` says "." alone, and the file's text has to be read."""
    packages = own_packages(place_of(directory, target))
    return is_python(outline) and any(imported in packages for imported in outline.imports)


def _from_package(text: str, place: tuple[str, ...]) -> list[str]:
    """The names a Python file imports from its own package."""
    packages = own_packages(place)
    return [
        name.split()[0]
        for package, enclosed, bare in _FROM_IMPORT.findall(text)
        if package in packages
        for name in re.sub(r"#[^\n]*", "", enclosed or bare).replace("\\", " ").split(",")
        if name.split()
    ]


def _sibling(
    imported: str, language: str, place: tuple[str, ...], outlines: Mapping[str, Outline]
) -> str:
    """The sibling file that `imported` names, or ""."""
    if language == "python":
        return _python_sibling(imported, place, outlines)
    if language in ("c", "c++"):
        base = imported.strip('"<>')
        return base if base in outlines else ""
    if language == "rust":
        steps = [step for step in re.split(r"::|\s", imported) if step not in ("crate", "self")]
        return next((name for name in (f"{step}.rs" for step in steps) if name in outlines), "")
    if language in SCRIPTS:
        return _script_sibling(imported, language, outlines)
    return ""


def _python_sibling(imported: str, place: tuple[str, ...], outlines: Mapping[str, Outline]) -> str:
    if imported.startswith("."):
        inner = imported[1:]
        if inner.startswith("."):
            return ""
        module = inner.partition(".")[0]
        return _known(f"{module}.py", outlines)
    parts = imported.split(".")
    for start in range(len(place)):
        own = place[start:]
        if tuple(parts[: len(own)]) == own:
            return _known(f"{parts[len(own)]}.py", outlines) if len(parts) > len(own) else ""
    if "__init__.py" in outlines:
        return ""
    return _known(f"{parts[0]}.py", outlines)


def _script_sibling(imported: str, language: str, outlines: Mapping[str, Outline]) -> str:
    bare = imported.strip("'\"")
    if language in ("javascript", "typescript", "tsx", "jsx") and not bare.startswith("./"):
        return ""
    bare = bare.removeprefix("./")
    endings = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".rb", ".php", ".sh")
    stem = re.sub(r"\.m?js$", "", bare)
    return next((stem + end for end in endings if stem + end in outlines), _known(bare, outlines))


def _known(name: str, outlines: Mapping[str, Outline]) -> str:
    return name if name in outlines else ""
