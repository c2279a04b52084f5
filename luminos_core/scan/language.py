"""Which language a file is in, in Linguist's order: what a modeline says, then its name, its
shebang, its extension, and where several languages are left, its content."""

import codecs
import re
from collections.abc import Sequence

from luminos_core.scan.heuristics import decide, preferred
from luminos_core.scan.linguist import linguist
from luminos_core.scan.modeline import modeline_language
from luminos_core.scan.shebang import shebang_languages

# Names that go on after a dot: Dockerfile.prod, Makefile.local, Jenkinsfile.release.
_FAMILIES = {
    "Dockerfile": "Dockerfile",
    "Containerfile": "Dockerfile",
    "Makefile": "Makefile",
    "makefile": "Makefile",
    "GNUmakefile": "Makefile",
    "Jenkinsfile": "Groovy",
}
_VAGUE = (".inc", ".txt")  # endings that a family's name outweighs
_MANUAL = re.compile(r"\.(?:[1-9][a-z_]\w*|[1-9]\.in|0p|(?:man|mdoc)\.in)\Z")  # of manual pages
_XML_LINES = 2  # in which an XML declaration stands


def language_of(name: str, head: bytes, tail: bytes = b"") -> str | None:
    """The language of a text file called `name` that starts with `head` and ends with `tail` (at
    least 1 KB of it, where `head` is not all); None when unknown."""
    if head.startswith(codecs.BOM_UTF8):
        head = head[len(codecs.BOM_UTF8) :]
    if language := modeline_language(head, tail or head):
        return language
    candidates: Sequence[str] = linguist().filenames.get(name, ())
    if len(candidates) != 1 and head.startswith(b"#!"):
        candidates = _narrowed(candidates, shebang_languages(head))
    if len(candidates) == 1:
        return candidates[0]
    if not candidates and (family := _family(name)):
        return family
    if ending := _ending(name):
        return decide(ending, _narrowed(candidates, _claims(ending)), head)
    return candidates[0] if candidates else _xml(head)


def language_by_extension(name: str) -> str | None:
    """What the longest known ending says: "a.html.erb" before "a.erb"."""
    ending = _ending(name)
    return preferred(ending, _claims(ending)) if ending else None


def is_source_name(name: str) -> bool:
    """Whether the name alone says that the file is a program's or a document's source."""
    named = linguist().filenames.get(name)
    language = named[0] if named else _family(name) or language_by_extension(name)
    return language is not None and linguist().types[language] in ("programming", "markup", "prose")


def _narrowed(candidates: Sequence[str], found: Sequence[str]) -> Sequence[str]:
    """Those of `candidates` that a further sign also speaks for; the sign's own where there are
    none yet."""
    if not candidates:
        return found
    return [name for name in candidates if name in found] or candidates


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


def _claims(ending: str) -> Sequence[str]:
    return linguist().extensions[ending]


def _family(name: str) -> str | None:
    """By a well-known name before the first dot, unless the ending says more: Makefile.py."""
    stem, dot, _ = name.partition(".")
    family = _FAMILIES.get(stem) if dot else None
    return family if family and _ending(name) in (None, *_VAGUE) else None


def _xml(head: bytes) -> str | None:
    opening = head[:512].split(b"\n", _XML_LINES)[:_XML_LINES]
    return "XML" if any(b"<?xml version=" in line for line in opening) else None
