"""The language of a file, in Linguist's order: modeline, name, shebang, extension, and content
where several languages remain."""

import re
from codecs import BOM_UTF8
from collections.abc import Sequence

from luminos_core.scan.classify.heuristics import choose_language, preferred_language
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.classify.modeline import modeline_language
from luminos_core.scan.classify.shebang import shebang_languages

# Names with any extension: Dockerfile.prod, Makefile.local, Jenkinsfile.release.
_BASE_NAMES = {
    "Dockerfile": "Dockerfile",
    "Containerfile": "Dockerfile",
    "Makefile": "Makefile",
    "makefile": "Makefile",
    "GNUmakefile": "Makefile",
    "Jenkinsfile": "Groovy",
}
_GENERIC = (None, ".inc", ".txt")  # extensions, or none, over which the base name takes precedence
_MANUAL_PAGE = re.compile(r"\.(?:[1-9][a-z_]\w{0,30}|[1-9]\.in|0p|(?:man|mdoc)\.in)\Z")
_SOURCE = ("programming", "markup", "prose")  # Linguist's types of what people write
_XML_LINES = 2  # that may hold an XML declaration


def language_of(name: str, head: bytes, tail: bytes = b"") -> str | None:
    """The language of a text file called `name` that starts with `head` and ends with `tail` (at
    least 1 KB of it, unless `head` is the whole text); None when unknown."""
    if head.startswith(BOM_UTF8):
        head = head[len(BOM_UTF8) :]
    if language := modeline_language(head, tail or head):
        return language
    table = linguist()
    candidates: Sequence[str] = table.filenames.get(name, ())
    if len(candidates) != 1 and head.startswith(b"#!"):
        candidates = _narrow(candidates, shebang_languages(head))
    if len(candidates) == 1:
        return candidates[0]
    extension = _extension(name)
    if extension in _GENERIC and not candidates and (language := _by_base_name(name)):
        return language
    if extension is None:
        return candidates[0] if candidates else _xml_declaration(head)
    return choose_language(extension, _narrow(candidates, table.extensions[extension]), head)


def language_by_extension(name: str) -> str | None:
    """By the longest known extension: "a.html.erb" before "a.erb"."""
    extension = _extension(name)
    return preferred_language(extension, linguist().extensions[extension]) if extension else None


def is_source_name(name: str) -> bool:
    """Whether the name alone means source code or prose."""
    named = linguist().filenames.get(name)
    language = named[0] if named else language_by_extension(name) or _by_base_name(name)
    return language is not None and linguist().types[language] in _SOURCE


def _narrow(candidates: Sequence[str], found: Sequence[str]) -> Sequence[str]:
    """The candidates that are also in `found`, if any; `found` when there are no candidates."""
    return [name for name in candidates if name in found] or candidates or found


def _extension(name: str) -> str | None:
    """The longest extension of `name` in the table; ".1" for a manual page."""
    table = linguist().extensions
    lowered = name.lower()
    dot = lowered.find(".")
    while dot >= 0:
        extension = lowered[dot:]
        if extension in table:
            return extension
        dot = lowered.find(".", dot + 1)
    return ".1" if _MANUAL_PAGE.search(lowered) else None


def _by_base_name(name: str) -> str | None:
    """By a known name before the first dot."""
    stem, dot, _ = name.partition(".")
    return _BASE_NAMES.get(stem) if dot else None


def _xml_declaration(head: bytes) -> str | None:
    opening = head[:512].split(b"\n", _XML_LINES)[:_XML_LINES]
    return "XML" if any(b"<?xml version=" in line for line in opening) else None
