"""Copies of libraries in the tree, by the release that their head names."""

from collections.abc import Iterator

import re2

from luminos_core.catalogue.known_packages import known_bad
from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

_HEAD = 4_000  # characters
_BANNER = re2.compile(
    r"(?i)\b(jquery|bootstrap|angularjs|lodash|moment(?:\.js)?|handlebars|underscore|dompurify|marked"
    r"|axios|knockout|prototype|mustache)(?:\.js)?(?: (?:javascript|js|library|core|framework|slim"
    r"|version|build|css)){0,3}[ @]v?(\d+\.\d+\.\d+)"
)
_NEEDED = re2.compile(
    r"(?i)\b(?:requires?|needs?|depends|dependency|compatible|for|tested)\b[^\n]*$"
)
_OR_LATER = re2.compile(r"(?i)^\s*(?:\+|or\s+(?:later|newer|higher|above))")
_CONSTANTS = (  # of C libraries: the package, and what its header defines
    ("zlib", re2.compile(r'#define\s+ZLIB_VERSION\s+"([\d.]+)"')),
    ("xz_utils", re2.compile(r'#define\s+LZMA_VERSION_STRING\s+"([\d.]+)"')),
    ("openssl", re2.compile(r'#\s*define\s+OPENSSL_VERSION_TEXT\s+"OpenSSL ([\d.]+\w*)')),
    ("libwebp", re2.compile(r"#define\s+WEBP_VERSION\s+\"?([\d.]+)")),
)


def may_be_a_copy(file: FileRecord) -> bool:
    return file.name.endswith((".js", ".css", ".h"))


def find_old_copies(checked: CheckedFile) -> Iterator[Flag]:
    head = checked.text[:_HEAD]
    for ecosystem, name, version, start in _named(head, checked.file.name):
        bad = known_bad(ecosystem, name, version)
        if bad and bad.versions:
            line = head.count("\n", 0, start) + 1
            finding = (
                f"A copy of {name} {version} is in the tree: {bad.what}"
                f" ({bad.source}, {bad.since:%B %Y})."
            )
            severity = checked.severity(Severity.CONCERN)
            yield checked.flag("old-copy", finding, severity, line, line)


def _named(head: str, name: str) -> Iterator[tuple[str, str, str, int]]:
    if not name.endswith(".h"):
        found = _BANNER.search(head)
        if found and not _is_needed(head, found.start(), found.end()):
            library = found.group(1).lower().removesuffix(".js")
            yield "npm", library, found.group(2), found.start()
        return
    for package, pattern in _CONSTANTS:
        if found := pattern.search(head):
            yield "conan", package, found.group(1), found.start()


def _is_needed(head: str, start: int, end: int) -> bool:
    """Whether the release is one that the file needs."""
    before = head[max(start - 80, 0) : start]
    return bool(_NEEDED.search(before) or _OR_LATER.search(head[end : end + 20]))


OLD_COPIES = FileCheck("old-copy", 2, find_old_copies, may_be_a_copy)
