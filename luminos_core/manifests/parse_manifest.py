"""The reader of each kind of manifest: in the child process alone."""

import configparser
from collections.abc import Callable
from xml.etree.ElementTree import ParseError

from luminos_core.manifests.compiled_languages import (
    read_cargo,
    read_cmake,
    read_csproj,
    read_go_mod,
    read_gradle,
    read_pom,
)
from luminos_core.manifests.json_formats import read_composer_json, read_package_json
from luminos_core.manifests.line_formats import (
    read_dockerfile,
    read_gemfile,
    read_gemspec,
    read_makefile,
)
from luminos_core.manifests.manifest import Manifest, ParsedManifest
from luminos_core.manifests.python import (
    read_pyproject,
    read_requirements,
    read_setup_cfg,
    read_setup_py,
)

_PROBLEMS = (
    ValueError,  # JSON's, TOML's and Unicode's errors are of this class
    SyntaxError,
    ParseError,
    configparser.Error,
)
_READERS: dict[str, Callable[[str], Manifest | None]] = {
    "pyproject.toml": read_pyproject,
    "setup.cfg": read_setup_cfg,
    "setup.py": read_setup_py,
    "requirements.txt": read_requirements,
    "package.json": read_package_json,
    "composer.json": read_composer_json,
    "Cargo.toml": read_cargo,
    "go.mod": read_go_mod,
    "pom.xml": read_pom,
    "build.gradle": read_gradle,
    "csproj": read_csproj,
    "CMakeLists.txt": read_cmake,
    "Gemfile": read_gemfile,
    "gemspec": read_gemspec,
    "Dockerfile": read_dockerfile,
    "Makefile": read_makefile,
}


def parse_manifest(content: bytes, kind: str) -> ParsedManifest:
    try:
        return ParsedManifest(manifest=_READERS[kind](content.decode()))
    except _PROBLEMS as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        return ParsedManifest(manifest=Manifest(kind=kind, problem=f"does not parse: {reason}"))
