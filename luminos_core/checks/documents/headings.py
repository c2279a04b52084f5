"""The headings of a document, and the anchors that GitHub makes of them."""

from collections import Counter

import re2

_HEADING = re2.compile(r"^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_UNDERLINE = re2.compile(r"^\s*(?:={2,}|-{2,}|~{2,}|\^{2,}|\*{3,})\s*$")
_HTML_HEADING = re2.compile(r"(?i)<h[1-6][^>]*>(.*?)</h[1-6]>")
_ANCHOR = re2.compile(r"""(?i)<\w+\s[^>]*?\b(?:name|id)\s*=\s*["']?([^"'\s>]+)""")
_OWN_ANCHOR = re2.compile(r"\{:?\s*#([\w.-]+)[^}]*\}\s*$")
_TAG = re2.compile(r"<[^>]+>")
_MARKS = re2.compile(r"[`*~]|!?\[([^\]]*)\]\([^)]*\)|:[a-z0-9_+-]+:")
_NO_PART = re2.compile(r"[^\pL\pN\pM _-]")


class Headings:
    """Takes the lines of prose, one after the other."""

    def __init__(self) -> None:
        self.anchors: set[str] = set()
        self.last = ""
        self._seen: Counter[str] = Counter()
        self._line = ""

    def take(self, line: str) -> None:
        found = _HEADING.match(line) or _HTML_HEADING.search(line)
        if found:
            self._add(found.group(1))
        elif self._line.strip() and _UNDERLINE.match(line):
            self._add(self._line)
        self.anchors.update(map(slug, _ANCHOR.findall(line)))
        self._line = line

    def _add(self, heading: str) -> None:
        """A heading that is there before gets a number."""
        if own := _OWN_ANCHOR.search(heading):
            self.anchors.add(slug(own.group(1)))
        self.last = heading.strip()
        name = slug(self.last)
        count = self._seen[name]
        self._seen[name] += 1
        self.anchors.add(f"{name}-{count}" if count else name)


def slug(heading: str) -> str:
    """The anchor of a heading. Some sites join its words by one hyphen, and GitHub keeps those
    beside a sign that it leaves out: both are given the same name here."""
    plain = str(_MARKS.sub(r"\1", _TAG.sub("", heading.lower())))
    words = str(_NO_PART.sub("", plain)).replace("-", " ").replace("_", " ").split()
    return "-".join(words)
