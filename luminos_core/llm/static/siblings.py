"""How the files of one directory depend on each other, and on what lies outside."""

import posixpath
import re
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from luminos_core.llm.static.choice import PACKAGE_FILES
from luminos_core.records.outline import Outline

_FROM_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|((?:[^\n\\]|\\\n)*))", re.M
)
_LOCAL_RUST = frozenset({"crate", "self", "super", "std", "core", "alloc"})
_NODE = frozenset(  # modules of Node itself that are also named without "node:"
    {
        "assert", "buffer", "child_process", "cluster", "console", "crypto", "dgram", "dns",
        "events", "fs", "http", "http2", "https", "module", "net", "os", "path", "perf_hooks",
        "process", "querystring", "readline", "stream", "string_decoder", "timers", "tls", "tty",
        "url", "util", "v8", "vm", "worker_threads", "zlib",
    }
)  # fmt: skip
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "jsx", "ruby", "php", "shell", "bash"})


@dataclass(frozen=True)
class Kinship:
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


def kinship(
    directory: str, target: str, outlines: Mapping[str, Outline], texts: Mapping[str, str]
) -> Kinship:
    """`outlines` and the `texts` that were read, by file name, all of `directory`."""
    place = _place(directory, target)
    found: dict[str, frozenset[str]] = {}
    for name, outline in outlines.items():
        modules = (
            _sibling(imported, outline.language.lower(), place, outlines)
            for imported in outline.imports
        )
        pulled = _from_package(texts.get(name, ""), place) if _is_python(outline) else ()
        named = (f"{module}.py" for module in pulled)
        found[name] = frozenset(
            module
            for module in (*modules, *named)
            if module in outlines and module != name and module not in PACKAGE_FILES
        )
    return Kinship(found)


def hides_siblings(outline: Outline, directory: str, target: str) -> bool:
    """Whether the file imports names from its own package, which may be modules: the outline of
    `from . import tasks` says "." alone, and the file's text has to be read."""
    packages = _own_packages(_place(directory, target))
    return _is_python(outline) and any(imported in packages for imported in outline.imports)


def outside_imports(directory: str, target: str, outlines: Mapping[str, Outline]) -> list[str]:
    """Packages imported from beyond the standard library and the directory's own package, most
    used first. Empty for languages whose imports do not tell the two apart."""
    own = {target, *directory.split("/")} | {name.partition(".")[0] for name in outlines}
    counted: Counter[str] = Counter()
    for outline in outlines.values():
        packages = {_package(imported, outline.language.lower()) for imported in outline.imports}
        counted.update(package for package in packages if package and package not in own)
    return [name for name, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def project_imports(directory: str, target: str, outlines: Mapping[str, Outline]) -> list[str]:
    """What is imported from elsewhere in the project, most used first. Python: as far as a dotted
    name differs from this directory's. Scripts: the folder of a relative path."""
    place = _place(directory, target)
    counted: Counter[str] = Counter()
    for outline in outlines.values():
        if _is_python(outline):
            found = {_elsewhere(imported, place) for imported in outline.imports}
        elif outline.language.lower() in _SCRIPTS:
            found = {_folder(imported, directory) for imported in outline.imports}
        else:
            continue
        counted.update(name for name in found if name)
    return [name for name, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def _elsewhere(imported: str, place: tuple[str, ...]) -> str:
    """The dotted name of a package or module outside of `place` and in the same project, or ""."""
    level = len(imported) - len(imported.lstrip("."))
    if level == 1:
        return ""
    if level > 1:
        above, parts = place[: len(place) - level + 1], imported[level:].split(".")
        package = above[1:] or above  # the target's own name counts when it is the package
        return ".".join((*package, parts[0])).strip(".")
    parts = imported.split(".")
    for start in range(len(place)):
        own = place[start:]
        pairs = zip(own, parts, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if shared and len(own) > shared and len(parts) > shared:
            return ".".join(parts[: shared + 1])
        if shared:
            return ""
    return ""


def _folder(imported: str, directory: str) -> str:
    """The folder in the target that "../a/b" names, or the file when it is in the root."""
    bare = imported.strip("'\"")
    if not bare.startswith("../"):
        return ""
    path = posixpath.normpath(posixpath.join(directory, bare))
    if path.startswith("..") or path == ".":
        return ""
    folder = posixpath.dirname(path)
    return f"{folder}/" if folder else path


def _place(directory: str, target: str) -> tuple[str, ...]:
    return (target, *(part for part in directory.split("/") if part != "."))


def _own_packages(place: tuple[str, ...]) -> frozenset[str]:
    """How a file may name the package it is in: ".", "b", "a.b" for a file of a/b."""
    return frozenset({".", *(".".join(place[start:]) for start in range(len(place)))})


def _is_python(outline: Outline) -> bool:
    return outline.language.lower() == "python"


def _from_package(text: str, place: tuple[str, ...]) -> list[str]:
    """The names a Python file imports from its own package."""
    packages = _own_packages(place)
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
    if language in _SCRIPTS:
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


def _package(imported: str, language: str) -> str:
    """The package `imported` belongs to when it is not of the standard library, or ""."""
    bare = imported.strip("'\"")
    match language:
        case "python":
            top = bare.partition(".")[0]
            return "" if top in sys.stdlib_module_names or top == "__main__" else top
        case "javascript" | "typescript" | "tsx" | "jsx":
            if bare.startswith((".", "/", "node:", "#", "~", "@/")):
                return ""
            name = "/".join(bare.split("/")[: 2 if bare.startswith("@") else 1])
            return "" if name in _NODE else name
        case "go":
            return bare if "." in bare.partition("/")[0] else ""
        case "rust":
            top = re.split(r"::|\s", bare)[0]
            return "" if top in _LOCAL_RUST else top
    return ""
