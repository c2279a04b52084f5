"""What the files of one directory import from elsewhere: the rest of the project, and beyond."""

import posixpath
import re
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile

from luminos_core.offline.static_model.place import SCRIPTS, is_python, place_of
from luminos_core.records.outline import Outline

_LOCAL_RUST = frozenset({"crate", "self", "super", "std", "core", "alloc"})
_NODE = frozenset(  # modules of Node itself that are also named without "node:"
    {
        "assert", "buffer", "child_process", "cluster", "console", "crypto", "dgram", "dns",
        "events", "fs", "http", "http2", "https", "module", "net", "os", "path", "perf_hooks",
        "process", "querystring", "readline", "stream", "string_decoder", "timers", "tls", "tty",
        "url", "util", "v8", "vm", "worker_threads", "zlib",
    }
)  # fmt: skip


def project_imports(directory: str, target: str, outlines: Mapping[str, Outline]) -> list[str]:
    """What is imported from elsewhere in the project, most used first. Python: as far as a dotted
    name differs from this directory's. Scripts: the folder of a relative path."""
    place = place_of(directory, target)
    counted: Counter[str] = Counter()
    for outline in outlines.values():
        if is_python(outline):
            found = {_elsewhere(imported, place) for imported in outline.imports}
        elif outline.language.lower() in SCRIPTS:
            found = {_folder(imported, directory) for imported in outline.imports}
        else:
            continue
        counted.update(name for name in found if name)
    return [name for name, _ in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))]


def outside_imports(directory: str, target: str, outlines: Mapping[str, Outline]) -> list[str]:
    """Packages imported from beyond the standard library and the directory's own package, most
    used first. Empty for languages whose imports do not tell the two apart."""
    own = {target, *directory.split("/")} | {name.partition(".")[0] for name in outlines}
    counted: Counter[str] = Counter()
    for outline in outlines.values():
        packages = {_package(imported, outline.language.lower()) for imported in outline.imports}
        counted.update(package for package in packages if package and package not in own)
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
