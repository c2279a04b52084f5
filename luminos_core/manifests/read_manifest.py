"""The registry of manifest kinds, and reading one with any content."""

import configparser
import warnings
from collections.abc import Callable
from xml.etree.ElementTree import ParseError

import re2

from luminos_core.manifests.compiled_languages import (
    read_cargo,
    read_cmake,
    read_csproj,
    read_go_mod,
    read_gradle,
    read_pom,
)
from luminos_core.manifests.json_formats import read_composer_json, read_package_json
from luminos_core.manifests.line_formats import read_dockerfile, read_gemfile, read_makefile
from luminos_core.manifests.manifest import Manifest
from luminos_core.manifests.python import (
    read_pyproject,
    read_requirements,
    read_setup_cfg,
    read_setup_py,
)

LIMIT = 1_000_000  # characters; more than anyone writes
_PROBLEMS = (
    ValueError,  # JSON's, TOML's and Unicode's errors are of this class
    SyntaxError,
    ParseError,
    configparser.Error,
    RecursionError,
    MemoryError,
)

_Reader = Callable[[str], Manifest | None]
KINDS: tuple[tuple[str, str, _Reader], ...] = (  # pattern of the file name, kind, reader
    (r"pyproject\.toml", "pyproject.toml", read_pyproject),
    (r"setup\.cfg", "setup.cfg", read_setup_cfg),
    (r"setup\.py", "setup.py", read_setup_py),
    (r"requirements[\w.-]*\.(?:txt|in)", "requirements.txt", read_requirements),
    (r"package\.json", "package.json", read_package_json),
    (r"composer\.json", "composer.json", read_composer_json),
    (r"Cargo\.toml", "Cargo.toml", read_cargo),
    (r"go\.mod", "go.mod", read_go_mod),
    (r"pom\.xml", "pom.xml", read_pom),
    (r"build\.gradle(?:\.kts)?", "build.gradle", read_gradle),
    (r"[^/]+\.csproj", "csproj", read_csproj),
    (r"CMakeLists\.txt", "CMakeLists.txt", read_cmake),
    (r"Gemfile", "Gemfile", read_gemfile),
    (r"Dockerfile(?:\.[\w-]+)?|Containerfile", "Dockerfile", read_dockerfile),
    (r"(?:GNU)?[Mm]akefile", "Makefile", read_makefile),
)
_NAMES = {pattern: re2.compile(pattern) for pattern, _, _ in KINDS}


def is_manifest(name: str) -> bool:
    """Whether `name`, without folders, is the name of a manifest."""
    return _kind(name) is not None


def read_manifest(name: str, text: str) -> Manifest | None:
    """The manifest; None when the file is not one. Does not raise, whatever the content."""
    known = _kind(name)
    if known is None:
        return None
    kind, read = known
    if len(text) > LIMIT:
        return Manifest(kind=kind, problem=f"over {LIMIT:,} characters")
    try:
        with warnings.catch_warnings(action="ignore"):  # those of Python for a parsed setup.py
            return read(text.removeprefix("\ufeff"))
    except _PROBLEMS as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        return Manifest(kind=kind, problem=f"does not parse: {reason}")


def _kind(name: str) -> tuple[str, _Reader] | None:
    for pattern, kind, read in KINDS:
        if _NAMES[pattern].fullmatch(name):
            return kind, read
    return None
