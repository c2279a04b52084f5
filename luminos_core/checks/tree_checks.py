"""Checks of the snapshot alone: large binaries, files that hold secrets, missing project files."""

from collections.abc import Iterator

import re2

from luminos_core.checks.check import TreeCheck, is_example_path, is_test_path, path_flag
from luminos_core.checks.project import is_wheel
from luminos_core.manifests.read_manifest import is_manifest
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import Category, FileKind, FileRecord, Snapshot

_LARGE = 1_000_000  # bytes
_HUGE = 10_000_000
_NO_STORES = (
    "application/zip",
    "application/pdf",
    "image/",
    "video/",
    "audio/",
)  # slides are ".key"
_FONTS = (".ttf", ".otf", ".ttc", ".woff", ".woff2", ".eot")
_FOR_SHOW = re2.compile(
    r"(?i)dummy|fake|sample|example|\bdemo\b|\bempty|trust[_-]?store|cacerts"
)  # or no key
_README = re2.compile(r"(?i)readme(?:[._-].*)?")
_LICENCE = re2.compile(r"(?i)(?:un)?licen[cs]es?(?:[._-].*)?|copying(?:[._-].*)?")


def find_large_binaries(snapshot: Snapshot) -> Iterator[Flag]:
    for file in snapshot.files:
        limit = _HUGE if file.category is Category.MEDIA else _LARGE
        binary = file.binary or file.category is Category.ARCHIVE
        if binary and file.kind is FileKind.FILE and file.size > limit:
            what = "An archive" if file.category is Category.ARCHIVE else "A binary file"
            yield path_flag(
                file.path,
                "large-binary",
                f"{what} of {file.size / 1e6:.1f} MB is in the tree: it cannot be reviewed, and"
                " every version of it stays in the history.",
                Severity.CONCERN if _is_huge(file) else Severity.INFO,
            )


def _is_huge(file: FileRecord) -> bool:
    """Data of tests, fonts and what comes from elsewhere are as large as they have to be."""
    is_meant = file.vendored or is_test_path(file.path) or file.name.lower().endswith(_FONTS)
    return file.size > _HUGE and not is_meant


def find_key_stores(snapshot: Snapshot) -> Iterator[Flag]:
    """What the check of secrets cannot read. The snapshot has no ignored files, so no ignore rule
    covers these."""
    for file in snapshot.files:
        is_for_show = _FOR_SHOW.search(file.name) or is_example_path(file.path)
        is_shown = is_test_path(file.path) or is_for_show
        if file.withheld and file.binary and not file.mime.startswith(_NO_STORES):
            yield path_flag(
                file.path,
                "secret-file",
                f"{file.name} is a binary file of a kind that holds keys or passwords, and no"
                " ignore rule keeps it out of the repository.",
                Severity.INFO if is_shown or file.vendored else Severity.CONCERN,
            )


def find_missing_project_files(snapshot: Snapshot) -> Iterator[Flag]:
    root = snapshot.directory(".")
    names = [file.name for file in root.files]
    if root.problem or not _is_project_root(snapshot, names):
        return
    if not any(_README.fullmatch(name) for name in names):
        yield _missing("readme", "There is no README at the root: nothing says what this is.")
    # A folder too: some projects have LICENSES/ (the REUSE convention).
    if not any(_LICENCE.fullmatch(name) for name in (*names, *root.children)):
        yield _missing("licence", "There is no licence at the root: nobody may use this code.")
    is_whole = not any(directory.problem for directory in snapshot.directories)
    if is_whole and not any(is_test_path(file.path) for file in snapshot.files):
        yield _missing("tests", "No file looks like a test.")


def _is_project_root(snapshot: Snapshot, names: list[str]) -> bool:
    """A manifest or source code; but a Python package alone is a part of some project, and a wheel
    has these files in its `.dist-info`."""
    if any(is_manifest(name) for name in names):
        return True
    if is_wheel(snapshot):
        return False
    has_source = any(file.category is Category.SOURCE for file in snapshot.files)
    return has_source and "__init__.py" not in names


def _missing(what: str, finding: str) -> Flag:
    return path_flag("general", f"missing-{what}", finding, Severity.INFO)


LARGE_BINARIES = TreeCheck("large-binary", 2, find_large_binaries)
SECRET_FILES = TreeCheck("secret-file", 5, find_key_stores)
MISSING_PROJECT_FILES = TreeCheck("missing-project-file", 3, find_missing_project_files)
