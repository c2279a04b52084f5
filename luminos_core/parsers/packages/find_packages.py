"""The packages and runtimes that one file declares."""

from collections.abc import Callable, Iterator

import re2

from luminos_core.parsers.documents.node import Node
from luminos_core.parsers.documents.read import read_documents
from luminos_core.parsers.packages.line_formats import LINE_FORMATS, find_in_lines
from luminos_core.parsers.packages.structured_formats import STRUCTURED_FORMATS
from luminos_core.records.parsed import DeclaredPackage, DeclaredPackages

Reader = Callable[[Node], Iterator[DeclaredPackage]]
_REQUIREMENTS = r"(?:.*/)?requirements/[^/]*\.(?:txt|in)"  # whatever they are called


def find_packages(content: bytes, language: str, path: str) -> DeclaredPackages:
    """In the order of their lines. A file that cannot be read declares none."""
    text, name = content.decode("utf-8", "replace"), path.rpartition("/")[2]
    if re2.fullmatch(_REQUIREMENTS, path):
        name = "requirements.txt"
    found: list[DeclaredPackage] = []
    for pattern, reader in STRUCTURED_FORMATS.items():
        if re2.fullmatch(pattern, name):
            found += _structured(text, language, name, reader)
    for pattern, format_ in LINE_FORMATS.items():
        if re2.fullmatch(pattern, name):
            found += find_in_lines(text, format_)
    return DeclaredPackages(packages=tuple(sorted(found, key=lambda each: each.line)))


def _structured(text: str, language: str, name: str, reader: Reader) -> list[DeclaredPackage]:
    try:
        documents = read_documents(text, language, name)
    except ValueError:
        return []
    return [package for document in documents for package in reader(document)]
