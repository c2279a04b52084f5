"""Which language a file is in, in Linguist's order: what a modeline says, then its name, its
shebang, its extension, and where several languages are left, its content."""

import re
from codecs import BOM_UTF8
from collections.abc import Sequence

from luminos_core.scan.classify.heuristics import decide, preferred
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.classify.modeline import modeline_language
from luminos_core.scan.classify.shebang import shebang_languages

# Names that go on after a dot: Dockerfile.prod, Makefile.local, Jenkinsfile.release.
_FAMILIES = {
    "Dockerfile": "Dockerfile",
    "Containerfile": "Dockerfile",
    "Makefile": "Makefile",
    "makefile": "Makefile",
    "GNUmakefile": "Makefile",
    "Jenkinsfile": "Groovy",
}
_VAGUE = (None, ".inc", ".txt")  # endings, or none, that a family's name outweighs
_MANUAL = re.compile(r"\.(?:[1-9][a-z_]\w*|[1-9]\.in|0p|(?:man|mdoc)\.in)\Z")  # of manual pages
_SOURCE = ("programming", "markup", "prose")  # Linguist's types of what people write
_XML_LINES = 2  # in which an XML declaration stands


def language_of(name: str, head: bytes, tail: bytes = b"") -> str | None:
    """The language of a text file called `name` that starts with `head` and ends with `tail` (at
    least 1 KB of it, where `head` is not all); None when unknown."""
    if head.startswith(BOM_UTF8):
        head = head[len(BOM_UTF8) :]
    if language := modeline_language(head, tail or head):
        return language
    table = linguist()
    candidates: Sequence[str] = table.filenames.get(name, ())
    if len(candidates) != 1 and head.startswith(b"#!"):
        candidates = _narrowed(candidates, shebang_languages(head))
    if len(candidates) == 1:
        return candidates[0]
    ending = _ending(name)
    if ending in _VAGUE and not candidates and (family := _family(name)):
        return family
    if ending is None:
        return candidates[0] if candidates else _xml(head)
    claims = table.extensions[ending]
    return decide(ending, _narrowed(candidates, claims) if candidates else claims, head)


def language_by_extension(name: str) -> str | None:
    """What the longest known ending says: "a.html.erb" before "a.erb"."""
    ending = _ending(name)
    return preferred(ending, linguist().extensions[ending]) if ending else None


def is_source_name(name: str) -> bool:
    """Whether the name alone says that the file is a program's or a document's source."""
    named = linguist().filenames.get(name)
    language = named[0] if named else language_by_extension(name) or _family(name)
    return language is not None and linguist().types[language] in _SOURCE


def _narrowed(candidates: Sequence[str], found: Sequence[str]) -> Sequence[str]:
    """Those of `candidates` that a further sign also speaks for, if any; the sign's own where
    there are no candidates yet."""
    return [name for name in candidates if name in found] or candidates or found


def _ending(name: str) -> str | None:
    """The longest ending of `name` that the table knows; a manual page's counts as ".man"."""
    table = linguist().extensions
    lowered = name.lower()
    dot = lowered.find(".")
    while dot >= 0:
        ending = lowered[dot:]
        if ending in table:
            return ending
        dot = lowered.find(".", dot + 1)
    return ".1" if _MANUAL.search(lowered) else None


def _family(name: str) -> str | None:
    """By a well-known name before the first dot."""
    stem, dot, _ = name.partition(".")
    return _FAMILIES.get(stem) if dot else None


def _xml(head: bytes) -> str | None:
    opening = head[:512].split(b"\n", _XML_LINES)[:_XML_LINES]
    return "XML" if any(b"<?xml version=" in line for line in opening) else None
