"""Who is to be asked about each flagged file: by CODEOWNERS, else by most of its commits."""

import json
from collections.abc import Collection, Mapping

from luminos_core.errors import ToolError
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.parsed import OwnedPaths
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.source_text import read_text

# Where GitHub, GitLab and others look for it; the first that is there counts.
_PLACES = (".github/CODEOWNERS", ".gitlab/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
_PARSER = Parser("code owners", OwnedPaths)
_LIMIT = 3_000_000  # bytes, the most that GitHub reads
_PATHS = 20_000


def owners_of(paths: Collection[str], snapshot: Snapshot, files: ScannedFiles) -> dict[str, str]:
    """By path. A file without an owner has that of most of its commits, "" when git tells none."""
    known = {file.path for file in snapshot.files}
    asked = sorted(known.intersection(paths))[:_PATHS]
    owned = _by_code_owners(asked, known, files)
    mains = snapshot.main_authors
    return {path: owner for path in asked if (owner := owned.get(path) or mains.get(path, ""))}


def _by_code_owners(
    paths: list[str], known: Collection[str], files: ScannedFiles
) -> Mapping[str, str]:
    """Nothing when there is no such file, or when it cannot be read."""
    place = next((path for path in _PLACES if path in known), None)
    if place is None or not paths:
        return {}
    try:
        text = read_text(files, place).text
    except ToolError:
        return {}
    found = parse(_PARSER, json.dumps([text[:_LIMIT], *paths]).encode())
    return {} if isinstance(found, NotParsed) else found.owners
