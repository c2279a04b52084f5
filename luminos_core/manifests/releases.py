"""Names and versions of packages, as their ecosystems read them."""

import re2

from luminos_core.records.project import Dependency

_SEPARATORS = re2.compile(r"[-_.]+")
_EXACT = {  # by ecosystem, a version that is one release
    "pypi": re2.compile(r"={2,3}\s*([\w.!+-]+)"),
    "go": re2.compile(r"(v[\w.+-]+)"),
    "cargo": re2.compile(r"=\s*(\d+\.\d+\.\d[\w.+-]*)"),
}
_PLAIN = re2.compile(r"=?v?(\d[\w.+-]*)")  # elsewhere, where a number alone is no range
_RANGED = ("pub", "hex", "rubygems", "cocoapods", "swift")
_WHOLE = re2.compile(r"v?(\d+\.\d+\.\d[\w.+-]*)")  # where fewer numbers are a range


def release_of(dependency: Dependency) -> str:
    """The one release that is meant, by the lock file or because the manifest names it; "" when
    there may be several."""
    if dependency.locked or dependency.source:
        return dependency.locked
    ecosystem = dependency.ecosystem
    usual = _WHOLE if ecosystem in ("npm", "composer") else _PLAIN
    pattern = _EXACT.get(ecosystem) or (usual if ecosystem not in _RANGED else None)
    found = pattern.fullmatch(dependency.version.strip()) if pattern else None
    return found.group(1) if found else ""


def normalised(ecosystem: str, name: str) -> str:
    """The name as two manifests may write it differently."""
    return _SEPARATORS.sub("-", name.lower()) if ecosystem == "pypi" else name.lower()
