"""What is in a tree and should not be, or is missing from it: compiled programs without source,
output of builds, copies, folders of submodules, tests that were renamed away."""

from collections import defaultdict
from collections.abc import Iterator

import re2

from luminos_core.checks.check import is_example_path, is_test_path, path_flag
from luminos_core.checks.project import Project, ProjectCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import Category, FileKind, FileRecord

_COMPILED = re2.compile(
    r"(?i)\.(?:exe|dll|so(?:\.[\d.]+)?|dylib|jar|war|class|pyc|pyd|o|a|lib|node|wasm)$"
)
_PROGRAM_MIME = re2.compile(
    r"application/x-(?:executable|pie-executable|sharedlib|mach-binary|dosexec)"
)
_USUAL_BINARY = re2.compile(
    r"(?:^|/)(?:gradle/wrapper/gradle-wrapper|\.mvn/wrapper/maven-wrapper)\.jar$"
)
_BUILD_OUTPUT = re2.compile(
    r"(?:^|/)(?:dist|build|out|target)/.*(?:\.bundle\.|\.min\.|\.map$|\.chunk\.|bundle\.js$)"
)
_MINIFIED = re2.compile(r"(.*)[.-]min\.(js|css)$")
_RELEASE = re2.compile(r"[-_.@v]\d+\.\d+")
_SOURCES = ("js", "ts", "jsx", "tsx", "css", "scss", "less")
_LIBRARY_NAME = re2.compile(
    r"(?i)(?:^|/)(?:jquery|bootstrap|angular|react|vue|lodash|moment|d3|popper|font-?awesome|three"
    r"|underscore|backbone|handlebars|mustache|require|modernizr|html5shiv|respond|select2|chart"
    r"|datatables|codemirror|highlight|prism|mathjax|katex|leaflet|swagger|redoc|polyfill"
    r"|socket\.io)[\w.-]*$"
)
_VENDORED = re2.compile(
    r"(?i)(?:^|/)(?:vendors?|third[_-]?party|external|deps|libs?|node_modules)/"
)
_COPY_NAME = re2.compile(
    r"(?i)(?:[ _-](?:copy|copie|backup|bak|old|orig|original|save)|\(\d+\)"
    r"|\.(?:bak|orig|old|copy|save))(?:[ _-]?\d+)?(?:\.\w+)?$|^copy[ _-]of[ _-]"
)
_DISABLED_TEST = re2.compile(
    r"(?i)(?:^|/)(?:test_[^/]*|[^/]*[._-](?:test|spec|tests))\.\w+"
    r"\.(?:disabled|skip|off|bak|broken|old|todo)$"
)
_SUBMODULE = re2.compile(r"^\s*path\s*=\s*(.+?)\s*$")
_LEAST = 64  # bytes of a file whose copy is worth a word


_COMPRESSED = (".br", ".gz", ".zst", ".xz", ".bz2", ".lz4")  # may begin as anything


def find_leftovers(project: Project) -> Iterator[Flag]:
    for file in project.snapshot.files:
        if file.kind is FileKind.FILE and (found := _leftover(file, project)):
            rule, finding, severity = found
            yield path_flag(file.path, rule, finding, severity)
    yield from _copies(project)
    yield from _missing_submodules(project)


def _leftover(file: FileRecord, project: Project) -> tuple[str, str, Severity] | None:
    path = file.path
    if _DISABLED_TEST.search(path):
        return (
            "disabled-tests",
            "A file of tests is renamed so that no runner finds it.",
            Severity.CONCERN,
        )
    if is_test_path(path):
        return None
    if _is_program(file) and not path.endswith(_COMPRESSED):
        return (
            "binary-without-source",
            "A binary program or library is in the tree: it cannot be reviewed, and nothing says"
            " what it was built from.",
            Severity.INFO if is_example_path(path) or project.is_stripped else Severity.CONCERN,
        )
    if _BUILD_OUTPUT.search(path):
        return (
            "build-output",
            "The output of a build is in the tree: it can differ from what its source builds.",
            Severity.CONCERN,
        )
    return _minified(path, project)


def _is_program(file: FileRecord) -> bool:
    if _USUAL_BINARY.search(file.path) or not (file.binary or file.category is Category.ARCHIVE):
        return False
    return bool(_COMPILED.search(file.name) or _PROGRAM_MIME.search(file.mime))


def _minified(path: str, project: Project) -> tuple[str, str, Severity] | None:
    found = _MINIFIED.fullmatch(path)
    if not found or _LIBRARY_NAME.search(path) or _VENDORED.search(path):
        return None
    if found.group(2) == "css" or _RELEASE.search(path.rpartition("/")[2]):
        return None  # no program; or another project's, which is published under that number
    name = found.group(1).rpartition("/")[2]
    sources = tuple(f"/{name}.{ending}" for ending in _SOURCES)
    if any(f"/{other}".endswith(sources) for other in project.files):
        return None
    return (
        "minified-without-source",
        "A minified file is in the tree without its source: it cannot be reviewed.",
        Severity.INFO,  # nearly always a library's own release
    )


def _copies(project: Project) -> Iterator[Flag]:
    """Source files that are the same as another, byte by byte."""
    alike: dict[str, list[FileRecord]] = defaultdict(list)
    for file in project.snapshot.files:
        is_source = file.category is Category.SOURCE and not file.vendored and not file.generated
        if is_source and file.digest and file.size >= _LEAST and not is_test_path(file.path):
            alike[file.digest].append(file)
    for files in alike.values():
        named = [file for file in files if _COPY_NAME.search(file.name)]
        kept = next((file for file in files if file not in named), None)
        for file in named if kept else ():
            finding = f"This is the same as {kept.path}, byte by byte." if kept else ""
            yield path_flag(file.path, "copied-file", finding, Severity.CONCERN)


def _missing_submodules(project: Project) -> Iterator[Flag]:
    if ".gitmodules" not in project.files:
        return
    lines = project.text(".gitmodules").split("\n")
    every = [found.group(1) for line in lines if (found := _SUBMODULE.match(line))]
    is_archive = len(every) > 1 and not any(_has_files(project, each) for each in every)
    for number, line in enumerate(lines, start=1):
        found = _SUBMODULE.match(line)
        if not found or _has_files(project, found.group(1)):
            continue
        flag = path_flag(
            ".gitmodules",
            "missing-submodule",
            f"The submodule {found.group(1)} is not there, so nothing of it was read.",
            Severity.INFO if is_archive or _may_come(project, found.group(1)) else Severity.CONCERN,
        )
        yield flag.model_copy(
            update={"line": number, "end_line": number, "quotation": line.strip()}
        )


def _may_come(project: Project, folder: str) -> bool:
    """Whether only its content is missing, as from a copy or an archive without submodules."""
    return folder in project.directories or project.is_stripped


def _has_files(project: Project, folder: str) -> bool:
    return any(path.startswith(f"{folder}/") for path in project.files)


LEFTOVERS = ProjectCheck("leftovers", 4, find_leftovers)
