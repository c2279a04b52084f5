"""Which files are manifests, and reading one with any content."""

import re2

from luminos_core.manifests.manifest import Manifest, ParsedManifest
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse

LIMIT = 1_000_000  # characters; more than anyone writes
KINDS = (  # pattern of the file name, kind
    (r"pyproject\.toml", "pyproject.toml"),
    (r"setup\.cfg", "setup.cfg"),
    (r"setup\.py", "setup.py"),
    (r"requirements[\w.-]*\.(?:txt|in)", "requirements.txt"),
    (r"package\.json", "package.json"),
    (r"composer\.json", "composer.json"),
    (r"Cargo\.toml", "Cargo.toml"),
    (r"go\.mod", "go.mod"),
    (r"pom\.xml", "pom.xml"),
    (r"build\.gradle(?:\.kts)?", "build.gradle"),
    (r"[^/]+\.csproj", "csproj"),
    (r"CMakeLists\.txt", "CMakeLists.txt"),
    (r"Gemfile", "Gemfile"),
    (r"[^/]+\.gemspec", "gemspec"),
    (r"Dockerfile(?:\.[\w-]+)?|Containerfile", "Dockerfile"),
    (r"(?:GNU)?[Mm]akefile", "Makefile"),
)
_NAMES = {kind: re2.compile(pattern) for pattern, kind in KINDS}
_ANY = re2.compile("|".join(f"(?:{pattern})" for pattern, _ in KINDS))
_PARSER = Parser("manifest", ParsedManifest)


def is_manifest(name: str) -> bool:
    """Whether `name`, without folders, is the name of a manifest."""
    return _ANY.fullmatch(name) is not None


def read_manifest(name: str, text: str) -> Manifest | None:
    """The manifest; None when the file is not one. Does not raise, whatever the content."""
    kind = _kind(name)
    if kind is None:
        return None
    if len(text) > LIMIT:
        return Manifest(kind=kind, problem=f"over {LIMIT:,} characters")
    found = parse(_PARSER, text.removeprefix("\ufeff").encode("utf-8", "replace"), kind=kind)
    if isinstance(found, NotParsed):
        return Manifest(kind=kind, problem=f"was not parsed: {found.reason}")
    return found.manifest


def _kind(name: str) -> str | None:
    return next((kind for kind, pattern in _NAMES.items() if pattern.fullmatch(name)), None)
