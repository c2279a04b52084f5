"""Licences that contradict each other: a manifest, the licence's text, the heads of files."""

from collections.abc import Iterator

import re2
from license_expression import ExpressionError, get_spdx_licensing

from luminos_core.checks.check import is_test_path, path_flag
from luminos_core.checks.project import Project, ProjectCheck
from luminos_core.manifests.read_manifest import is_manifest, read_manifest
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import Category, FileRecord

_LICENCE_FILE = re2.compile(r"(?i)(?:un)?licen[cs]e(?:[._-].*)?|copying(?:\..*)?")
_ABOUT_LICENCE = re2.compile(r"(?i)(?:[^/]*(?:licen[cs]e|copying|copyright)[^/]*)")
_FEW = 10  # files
_TEXTS = (  # family, and what only its text says; the first that is found counts
    ("AGPL", re2.compile(r"GNU AFFERO GENERAL PUBLIC LICENSE")),
    ("LGPL", re2.compile(r"GNU (?:LESSER|LIBRARY) GENERAL PUBLIC LICENSE")),
    ("GPL", re2.compile(r"GNU GENERAL PUBLIC LICENSE")),
    ("MPL", re2.compile(r"Mozilla Public License")),
    ("Apache", re2.compile(r"Apache License")),
    ("MIT", re2.compile(r"Permission is hereby granted, free of charge, to any person obtaining")),
    ("BSD", re2.compile(r"Redistribution and use in source and binary forms")),
    (
        "ISC",
        re2.compile(r"Permission to use, copy, modify, and/or distribute this software"),
    ),
    ("Unlicense", re2.compile(r"This is free and unencumbered software")),
)
_PERMISSIVE = frozenset(("MIT", "BSD", "ISC", "Apache", "Unlicense", "CC0", "Zlib", "0BSD"))
_COPYLEFT = frozenset(("GPL", "AGPL"))
_SPDX = re2.compile(r"SPDX-License-Identifier:\s*([\w.+() -]+)")
_GPL_HEAD = re2.compile(r"(?i)GNU (?:Affero )?General Public License|\bGPL-?[23]\b|\bGPLv[23]\b")
_OTHER_CHOICE = re2.compile(  # under which a permissive project may take the file
    r"(?i)\balternatively\b|\bdual\b|exception|Redistribution and use in source|\bMIT\b|\bBSD\b"
)
_OF_BUILD_TOOLS = re2.compile(  # which allow their use under any licence
    r"(?:^|/)(?:aclocal\.m4|[^/]+\.m4|configure|config\.(?:guess|sub|rpath)|ltmain\.sh|libtool|depcomp"
    r"|missing|compile|ylwrap|test-driver|ar-lib|install-sh|mdate-sh|py-compile|texinfo\.tex)$"
)
_HEAD = 2_000  # characters
_LICENCE_WORDS = (b"spdx-license-identifier", b"gpl", b"general public license")


def find_licence_conflicts(project: Project) -> Iterator[Flag]:
    roots = [name for name in project.files if "/" not in name and _LICENCE_FILE.fullmatch(name)]
    families = {name: licence_family(project.text(name)) for name in sorted(roots)}
    known = {name: family for name, family in families.items() if family}
    declared = _declared(project)
    if len(known) == 1 and declared:
        [(name, family)] = known.items()
        if family not in declared and not _same_family(family, declared):
            said = " or ".join(sorted(declared))
            finding = f"The manifest says {said}, this is the text of the {family} licence."
            yield path_flag(name, "licence-conflict", finding, Severity.CONCERN)
    allowed = set(known.values()) | declared
    if allowed and allowed <= _PERMISSIVE and not _names_copyleft(project):
        found = list(_copyleft_files(project, " and ".join(sorted(allowed))))
        if len(found) <= max(_FEW, _sources(project) // 10):  # of more, the project itself is
            yield from found


def _names_copyleft(project: Project) -> bool:
    """Whether a text about the project's licence names the GPL, as one that has exceptions does."""
    texts = (project.text(path) for path in project.files if _ABOUT_LICENCE.fullmatch(path))
    return any(map(_GPL_HEAD.search, texts))


def _sources(project: Project) -> int:
    return sum(file.category is Category.SOURCE for file in project.snapshot.files)


def _declared(project: Project) -> set[str]:
    """Families that the manifests at the root name."""
    found: set[str] = set()
    for path, file in project.files.items():
        if "/" not in path and is_manifest(file.name):
            manifest = read_manifest(file.name, project.text(path))
            if manifest and manifest.license:
                found |= _families(manifest.license)
    return found


def _families(expression: str) -> set[str]:
    """ "Apache-2.0 OR MIT" are two; none when it is no SPDX expression."""
    if expression.upper().startswith("SEE "):  # npm's way to name a file
        return set()
    try:
        keys = get_spdx_licensing().license_keys(expression)
    except (ExpressionError, AttributeError, TypeError):
        return set()
    return {re2.split(r"-\d|-only|-or-|-Clause", key)[0] for key in keys if key != "NOASSERTION"}


def _same_family(family: str, declared: set[str]) -> bool:
    return any(family in name or name in family for name in declared)


def licence_family(text: str) -> str:
    """ "MIT"; "" for a text that is no known licence's."""
    return next((family for family, pattern in _TEXTS if pattern.search(text[:20_000])), "")


def _copyleft_files(project: Project, allowed: str) -> Iterator[Flag]:
    for file in project.snapshot.files:
        if file.category is not Category.SOURCE or file.is_hidden or is_test_path(file.path):
            continue
        if _OF_BUILD_TOOLS.search(file.path):
            continue
        if not _may_name_licence(file, project):
            continue
        head = project.text(file.path)[:_HEAD]
        spdx = _SPDX.search(head)
        families = _families(spdx.group(1).strip(" */")) if spdx else set()
        is_gpl = bool(families) and families <= _COPYLEFT
        if is_gpl or (not spdx and _GPL_HEAD.search(head) and not _OTHER_CHOICE.search(head)):
            found = spdx or _GPL_HEAD.search(head)
            line = head.count("\n", 0, found.start()) + 1
            finding = (
                f"This file is under the GPL, the project under {allowed}: together they are under"
                " the GPL."
            )
            flag = path_flag(file.path, "licence-conflict", finding, Severity.CONCERN)
            yield flag.model_copy(update={"line": line, "end_line": line})


def _may_name_licence(file: FileRecord, project: Project) -> bool:
    """Whether a word of the patterns is in its head, which is known sooner than its text."""
    if file.encoding != "utf-8":
        return True
    head = (project.read(file.path) or b"")[: 4 * _HEAD].lower()  # bytes of so many characters
    return any(word in head for word in _LICENCE_WORDS)


LICENCES = ProjectCheck("licences", 3, find_licence_conflicts)
