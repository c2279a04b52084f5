"""Which files of a directory to look at, most telling first, and with which tool."""

from luminos_core.manifests.read_manifest import is_manifest
from luminos_core.offline.static_model.kinds import DOCUMENTS
from luminos_core.records.plan import Tier
from luminos_core.records.snapshot import Category, DirectoryRecord, FileKind, FileRecord

_FILES = {Tier.PRIORITY: 120, Tier.DEFAULT: 60, Tier.SHALLOW: 30, Tier.SKIP: 0}  # looked at
_OUTLINED = frozenset(
    {
        "C", "C#", "C++", "Go", "Java", "JavaScript", "Markdown", "PHP", "Python", "Ruby", "Rust",
        "Shell", "TSX", "TypeScript", "reStructuredText",
    }
)  # fmt: skip
PACKAGE_FILES = frozenset(
    {
        "__init__.py", "doc.go", "index.js", "index.jsx", "index.mjs", "index.ts", "index.tsx",
        "lib.rs", "mod.rs", "package-info.java",
    }
)  # fmt: skip
_ENTRY_FILES = frozenset({"__main__.py", "app.py", "cli.py", "main.go", "main.py", "main.rs"})


def files_to_look_at(directory: DirectoryRecord, tier: Tier) -> tuple[FileRecord, ...]:
    """At most 120, 60 or 30 files by tier; never one that cannot or must not be read."""
    readable = [file for file in directory.files if is_readable(file)]
    return tuple(sorted(readable, key=_rank)[: _FILES[tier]])


def is_readable(file: FileRecord) -> bool:
    """Text that may be shown and is not empty."""
    return (
        file.kind is FileKind.FILE
        and not file.withheld
        and not file.binary
        and file.lines is not None
        and file.size > 0
    )


def is_outlined(file: FileRecord) -> bool:
    """Whether parse_structure knows the file's language."""
    return file.language in _OUTLINED


def is_document(file: FileRecord) -> bool:
    return file.category is Category.DOCUMENT or file.language in DOCUMENTS


def is_readme(file: FileRecord) -> bool:
    return file.name.lower().partition(".")[0] == "readme"


def wants_reading(file: FileRecord) -> bool:
    """Whether the file's own words say more than its outline."""
    return is_document(file) or is_manifest(file.name) or not is_outlined(file)


def _rank(file: FileRecord) -> tuple[int, int, str]:
    """Groups by how much a file tells; in a group the larger first, then by name."""
    name = file.name
    if is_readme(file) or name in PACKAGE_FILES or is_manifest(name):
        group = 0
    elif name in _ENTRY_FILES:
        group = 1
    elif file.generated or file.vendored:
        group = 6
    elif file.category is Category.SOURCE:
        group = 2
    elif is_document(file):
        group = 3
    elif file.category is Category.CONFIG:
        group = 4
    else:
        group = 5
    return group, -file.size, name
