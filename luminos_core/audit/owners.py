"""Who is to be asked about each flagged file: by CODEOWNERS, else by most of its commits."""

import json
from collections import Counter
from collections.abc import Collection, Mapping

from luminos_core.errors import ToolError
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.parsed import OwnedPaths
from luminos_core.records.project import ProjectFacts
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.source_text import read_text
from luminos_core.text.tree_paths import lineage, parent_of

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


def with_owners(facts: ProjectFacts, snapshot: Snapshot, files: ScannedFiles) -> ProjectFacts:
    """Each part with its owners: by CODEOWNERS those of its own directory, else who is the main
    author of most of its files."""
    known = {file.path for file in snapshot.files}
    firsts = _first_files(known) if facts.parts else {}
    asked = {part.path: firsts.get(part.path, "") for part in facts.parts}
    owned = _by_code_owners(sorted(filter(None, asked.values())), known, files)
    mains = _main_authors(facts, snapshot)
    parts = (
        part.model_copy(update={"owners": owners})
        if (owners := tuple(owned.get(asked[part.path], "").split()) or mains.get(part.path, ()))
        else part
        for part in facts.parts
    )
    return facts.model_copy(update={"parts": tuple(parts)})


def _first_files(known: Collection[str]) -> dict[str, str]:
    """A file of each directory's own, since owners are those of files."""
    firsts: dict[str, str] = {}
    for path in sorted(known, reverse=True):
        firsts[parent_of(path)] = path
    return firsts


def _main_authors(facts: ProjectFacts, snapshot: Snapshot) -> dict[str, tuple[str, ...]]:
    files: dict[str, Counter[str]] = {part.path: Counter() for part in facts.parts}
    for path, author in snapshot.main_authors.items() if files else ():
        holder = next((each for each in lineage(parent_of(path)) if each in files), None)
        if holder is not None:
            files[holder][author] += 1
    ranked = {
        path: sorted(found, key=lambda name: (-found[name], name)) for path, found in files.items()
    }
    return {path: (names[0],) for path, names in ranked.items() if names}


def named_owners(snapshot: Snapshot, files: ScannedFiles) -> tuple[str, ...]:
    """Whom CODEOWNERS names; nobody when there is no such file, or when it cannot be read."""
    return _code_owners([], {file.path for file in snapshot.files}, files).named


def _by_code_owners(
    paths: list[str], known: Collection[str], files: ScannedFiles
) -> Mapping[str, str]:
    return _code_owners(paths, known, files).owners if paths else {}


def _code_owners(paths: list[str], known: Collection[str], files: ScannedFiles) -> OwnedPaths:
    nobody = OwnedPaths(owners={})
    place = next((path for path in _PLACES if path in known), None)
    if place is None:
        return nobody
    try:
        text = read_text(files, place).text
    except ToolError:
        return nobody
    found = parse(_PARSER, json.dumps([text[:_LIMIT], *paths]).encode())
    return nobody if isinstance(found, NotParsed) else found
