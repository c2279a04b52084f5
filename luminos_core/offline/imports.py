"""What the files of one directory import: each other, the rest of the project, and packages beyond
it. A `place` is the target's name and the steps to the directory."""

import posixpath
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import re2

from luminos_core.offline.file_kinds import is_test_name
from luminos_core.offline.source import Source
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import ImportFacts, Names, Pairs

_MOST = 3  # files
_JAVASCRIPT = ("JavaScript", "TypeScript", "TSX")
_FROM_IMPORT = re2.compile(
    r"(?m)^[ \t]*from[ \t]+([\pL\pN_.]+)[ \t]+import[ \t]+(?:\(([^()]*)\)|((?:[^\n\\]|\\\n)*))"
)
_COMMENT = re.compile(r"#[^\n]*")


def imports_inside(place: tuple[str, ...], sources: Mapping[str, Source]) -> dict[str, set[str]]:
    """Which of `sources`, the source files at `place` by name, each of them imports. A package's
    own file is not counted."""
    counted = sources.keys() - tables().package_files
    inside: dict[str, set[str]] = {}
    for name, source in sources.items():
        language, imported = source.outline.language, source.outline.imports
        named = [_file_named(written, language, place, sources) for written in imported]
        inside[name] = counted.intersection([*named, *_from_own_package(source, place)]) - {name}
    return inside


def import_facts(
    place: tuple[str, ...], sources: Mapping[str, Source], inside: Mapping[str, set[str]]
) -> ImportFacts:
    """What is worth saying of the imports of `sources`; `inside` is what `imports_inside` found."""
    own = {*place, *(name.partition(".")[0] for name in sources)}
    mutual = sorted(
        (one, other)
        for one, found in inside.items()
        for other in found
        if one < other and one in inside[other]
    )
    most = [(name, number) for name, number in by_frequency(inside.values()).items() if number > 1]
    outlines = [source.outline for name, source in sources.items() if not is_test_name(name)]
    return ImportFacts(
        most_imported=tuple(most[:_MOST]),
        mutual=Pairs.of(mutual),
        project=Names.of(
            by_frequency(
                {_elsewhere(name, outline.language, place) for name in outline.imports}
                for outline in outlines
            )
        ),
        packages=Names.of(
            by_frequency(
                {_package(name, outline.language) for name in outline.imports} - own
                for outline in outlines
            )
        ),
    )


def by_frequency(groups: Iterable[Collection[str]]) -> dict[str, int]:
    """Each name but "" and how many of `groups` it is in, the most frequent first."""
    counts = Counter(name for names in groups for name in names if name)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _file_named(
    imported: str, language: str, place: tuple[str, ...], names: Collection[str]
) -> str:
    """The file of the directory that `imported` names, or ""."""
    bare = imported.strip("'\"")
    spelled: list[str] = []
    if language == "Python":
        return _python_file(imported, place, packaged="__init__.py" in names)
    if language in ("C", "C++"):
        return imported.strip('"<>')
    if language == "Rust":
        spelled = [f"{step}.rs" for step in re.split(r"::|\s", imported)]
    elif language in tables().scripts and (bare.startswith("./") or language not in _JAVASCRIPT):
        path = bare.removeprefix("./")
        stem = re.sub(r"\.m?js$", "", path)
        spelled = [*(stem + ending for ending in tables().script_endings), path]
    return next((name for name in spelled if name in names), "")


def _from_own_package(source: Source, place: tuple[str, ...]) -> list[str]:
    """The files of names that a Python file imports from its own package, which may be modules: the
    outline of `from . import tasks` says "." alone."""
    packages = {name for name in source.outline.imports if name == "." or _is_place(name, place)}
    if source.outline.language != "Python" or not packages:
        return []
    return [
        f"{name.split()[0]}.py"
        for package, enclosed, bare in _FROM_IMPORT.findall(_COMMENT.sub("", source.text))
        if package in packages
        for name in (enclosed or bare).replace("\\", " ").split(",")
        if name.split()
    ]


def _is_place(imported: str, place: tuple[str, ...]) -> bool:
    """Whether a dotted name is that of the directory at `place`, from any directory above it."""
    parts = tuple(imported.split("."))
    return place[-len(parts) :] == parts


def _python_file(imported: str, place: tuple[str, ...], packaged: bool) -> str:
    """The module in the directory at `place`; an absolute name of one step is one when the
    directory is not a package."""
    if imported.startswith("."):
        return "" if imported.startswith("..") else f"{imported[1:].partition('.')[0]}.py"
    parts = tuple(imported.split("."))
    for start in range(max(len(place) - len(parts), 0), len(place)):
        own = place[start:]
        if parts[: len(own)] == own:
            return f"{parts[len(own)]}.py" if len(parts) > len(own) else ""
    return "" if packaged else f"{parts[0]}.py"


def _elsewhere(imported: str, language: str, place: tuple[str, ...]) -> str:
    """What `imported` names elsewhere in the project, or "". Python: as far as a dotted name
    differs from this directory's. Scripts: the folder of "../a/b", or the file in the root."""
    if language == "Python":
        return _python_elsewhere(imported, place)
    bare = imported.strip("'\"")
    path = posixpath.normpath(posixpath.join(*place[1:], bare))
    outside = path == "." or path.startswith("..")
    if outside or language not in tables().scripts or not bare.startswith("../"):
        return ""
    folder = posixpath.dirname(path)
    return f"{folder}/" if folder else path


def _python_elsewhere(imported: str, place: tuple[str, ...]) -> str:
    """The dotted name of a package or module outside of `place` and in the same project, or ""."""
    level = len(imported) - len(imported.lstrip("."))
    if level == 1:
        return ""
    parts = tuple(imported[level:].split("."))
    if level > 1:
        above = place[: len(place) - level + 1]
        package = above[1:] or above  # the target's own name counts when it is the package
        return ".".join((*package, parts[0])).strip(".")
    if parts[0] not in place:
        return ""
    own = place[place.index(parts[0]) :]
    shared = len(posixpath.commonprefix([own, parts]))
    return ".".join(parts[: shared + 1]) if len(own) > shared and len(parts) > shared else ""


def _package(imported: str, language: str) -> str:
    """The package `imported` belongs to when it is not of the standard library, or "". Also "" for
    languages whose imports do not tell the two apart."""
    bare = imported.strip("'\"")
    if language == "Python":
        top = bare.partition(".")[0]
        return "" if top in sys.stdlib_module_names or top.startswith("_") else top
    if language in _JAVASCRIPT:
        if bare.startswith((".", "/", "node:", "#", "~", "@/")):
            return ""
        name = "/".join(bare.split("/")[: 2 if bare.startswith("@") else 1])
        return "" if name in tables().node_modules else name
    if language == "Go":
        return bare if "." in bare.partition("/")[0] else ""
    if language == "Rust":
        top = re.split(r"::|\s", bare)[0]
        return "" if top in tables().local_crates else top
    return ""
