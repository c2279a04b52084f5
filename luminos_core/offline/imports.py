"""What the files of one directory import: each other, the rest of the project, and packages beyond
it."""

import posixpath
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import takewhile

from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import PACKAGE_FILES
from luminos_core.records.directory_facts import ImportFacts, Names, Pairs

_MOST = 3  # files
_JAVASCRIPT = frozenset({"javascript", "typescript", "tsx", "jsx"})
_SCRIPTS = _JAVASCRIPT | {"ruby", "php", "shell", "bash"}
_SCRIPT_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".rb", ".php", ".sh")
_LOCAL_RUST = frozenset({"crate", "self", "super", "std", "core", "alloc"})
_NODE = frozenset(  # modules of Node itself that are also named without "node:"
    {
        "assert", "buffer", "child_process", "cluster", "console", "crypto", "dgram", "dns",
        "events", "fs", "http", "http2", "https", "module", "net", "os", "path", "perf_hooks",
        "process", "querystring", "readline", "stream", "string_decoder", "timers", "tls", "tty",
        "url", "util", "v8", "vm", "worker_threads", "zlib",
    }
)  # fmt: skip
_FROM_IMPORT = re.compile(
    r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^()]*)\)|((?:[^\n\\]|\\\n)*))", re.M
)
_COMMENT = re.compile(r"#[^\n]*")


def imports_inside(
    directory: str, target: str, files: Mapping[str, FileFacts]
) -> dict[str, frozenset[str]]:
    """Which of `files`, the source files of `directory` by name, each of them imports. A package's
    own file is not counted."""
    place = _place(directory, target)
    return {
        name: frozenset(
            found
            for found in _imported_files(file, place, frozenset(files))
            if found in files and found != name and found not in PACKAGE_FILES
        )
        for name, file in files.items()
    }


def import_facts(
    directory: str,
    target: str,
    files: Mapping[str, FileFacts],
    inside: Mapping[str, frozenset[str]],
) -> ImportFacts:
    """What is worth saying of the imports of `files`; `inside` is what `imports_inside` found."""
    place = _place(directory, target)
    own = {target, *directory.split("/")} | {name.partition(".")[0] for name in files}
    mutual = sorted(
        (one, other)
        for one, found in inside.items()
        for other in found
        if one < other and one in inside[other]
    )
    most = [(name, number) for name, number in _ranked(importers(inside)) if number > 1]
    return ImportFacts(
        most_imported=tuple(most[:_MOST]),
        mutual=Pairs.of(mutual),
        project=Names.of(
            _most_used(files, lambda name, language: _elsewhere(name, language, directory, place))
        ),
        packages=Names.of(name for name in _most_used(files, _package) if name not in own),
    )


def importers(inside: Mapping[str, frozenset[str]]) -> Counter[str]:
    """How many files import each."""
    return Counter(name for found in inside.values() for name in found)


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _place(directory: str, target: str) -> tuple[str, ...]:
    """The target's name and the steps to the directory."""
    return (target, *(part for part in directory.split("/") if part != "."))


def _language(file: FileFacts) -> str:
    return file.source.outline.language.lower() if file.source else ""


def _imports(file: FileFacts) -> tuple[str, ...]:
    """Module names as written."""
    return file.source.outline.imports if file.source else ()


def _imported_files(file: FileFacts, place: tuple[str, ...], names: frozenset[str]) -> list[str]:
    """The names, of files in the directory or not, that the file's imports may stand for."""
    language = _language(file)
    found = [_file_named(imported, language, place, names) for imported in _imports(file)]
    if language == "python":
        found += [f"{module}.py" for module in _from_own_package(file, place)]
    return found


def _from_own_package(file: FileFacts, place: tuple[str, ...]) -> list[str]:
    """The names a Python file imports from its own package, which may be modules: the outline of
    `from . import tasks` says "." alone."""
    packages = {".", *(".".join(place[start:]) for start in range(len(place)))}
    if packages.isdisjoint(_imports(file)):
        return []
    return [
        name.split()[0]
        for package, enclosed, bare in _FROM_IMPORT.findall(_COMMENT.sub("", file.text))
        if package in packages
        for name in (enclosed or bare).replace("\\", " ").split(",")
        if name.split()
    ]


def _file_named(imported: str, language: str, place: tuple[str, ...], names: frozenset[str]) -> str:
    """The file of the directory that `imported` names, or ""."""
    if language == "python":
        return _python_file(imported, place, packaged="__init__.py" in names)
    if language in ("c", "c++"):
        return imported.strip('"<>')
    if language == "rust":
        steps = [step for step in re.split(r"::|\s", imported) if step not in ("crate", "self")]
        return next((name for name in (f"{step}.rs" for step in steps) if name in names), "")
    bare = imported.strip("'\"")
    if language in _SCRIPTS and (language not in _JAVASCRIPT or bare.startswith("./")):
        stem = re.sub(r"\.m?js$", "", bare.removeprefix("./"))
        spelt = (*(stem + ending for ending in _SCRIPT_ENDINGS), bare.removeprefix("./"))
        return next((name for name in spelt if name in names), "")
    return ""


def _python_file(imported: str, place: tuple[str, ...], packaged: bool) -> str:
    """The module in the directory at `place`; an absolute name of one step is one when the
    directory is not a package."""
    if imported.startswith("."):
        return "" if imported.startswith("..") else f"{imported[1:].partition('.')[0]}.py"
    parts = imported.split(".")
    for start in range(len(place)):
        own = place[start:]
        if tuple(parts[: len(own)]) == own:
            return f"{parts[len(own)]}.py" if len(parts) > len(own) else ""
    return "" if packaged else f"{parts[0]}.py"


def _most_used(files: Mapping[str, FileFacts], resolve: Callable[[str, str], str]) -> list[str]:
    """What `resolve` says of each import and its file's language, by the number of files."""
    counts: Counter[str] = Counter()
    for file in files.values():
        counts.update({resolve(imported, _language(file)) for imported in _imports(file)})
    return [name for name, _ in _ranked(counts) if name]


def _elsewhere(imported: str, language: str, directory: str, place: tuple[str, ...]) -> str:
    """What `imported` names elsewhere in the project, or "". Python: as far as a dotted name
    differs from this directory's. Scripts: the folder of a relative path."""
    if language == "python":
        return _python_elsewhere(imported, place)
    return _folder(imported, directory) if language in _SCRIPTS else ""


def _python_elsewhere(imported: str, place: tuple[str, ...]) -> str:
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
        if shared:
            is_elsewhere = len(own) > shared and len(parts) > shared
            return ".".join(parts[: shared + 1]) if is_elsewhere else ""
    return ""


def _folder(imported: str, directory: str) -> str:
    """The folder in the target that "../a/b" names, or the file when it is in the root."""
    bare = imported.strip("'\"")
    path = posixpath.normpath(posixpath.join(directory, bare))
    if not bare.startswith("../") or path.startswith("..") or path == ".":
        return ""
    folder = posixpath.dirname(path)
    return f"{folder}/" if folder else path


def _package(imported: str, language: str) -> str:
    """The package `imported` belongs to when it is not of the standard library, or "". Also "" for
    languages whose imports do not tell the two apart."""
    bare = imported.strip("'\"")
    if language == "python":
        top = bare.partition(".")[0]
        return "" if top in sys.stdlib_module_names or top == "__main__" else top
    if language in _JAVASCRIPT:
        if bare.startswith((".", "/", "node:", "#", "~", "@/")):
            return ""
        name = "/".join(bare.split("/")[: 2 if bare.startswith("@") else 1])
        return "" if name in _NODE else name
    if language == "go":
        return bare if "." in bare.partition("/")[0] else ""
    if language == "rust":
        top = re.split(r"::|\s", bare)[0]
        return "" if top in _LOCAL_RUST else top
    return ""
