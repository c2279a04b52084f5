"""What the words around a name in a document say of it."""

import re2

_MADE = re2.compile(  # by whoever reads it, or by a program; or it is one of many that could be
    r"(?i)\b(?:creat(?:e[sd]?|ing)|add(?:s|ed|ing)?|generat(?:e[sd]?|ing)|writes?|written|writing"
    r"|saved?|puts?|place[sd]?|cop(?:y|ies|ied)|renamed?|touch|will|if|your|you|e\.g|for example"
    r"|for instance|such as|something|like|optional(?:ly)?|remov(?:e[sd]?|ing)|deleted?|deprecated"
    r"|no longer|used to|formerly|instead|previously|exists?|missing|download(?:s|ed)?|wget|curl"
    r"|imagine|suppose|say|named?|called|would|could|may|might|should|old|new|todo|not yet|planned"
    r"|extract(?:s|ed)?|unpack(?:s|ed)?|installed|output|produces?|built|compiled|defaults?)\b"
)
_MADE_RIGHT_THERE = re2.compile(r"(?i)\b(?:builds?|makes?|renders?|emits?|exports?)\W*$")
_LOCATED = re2.compile(
    r"(?i)\b(?:(?:is|are|lives?|live|found|kept|described|documented|defined|configured|listed"
    r"|declared|explained|stored|located|stands?)"
    r"\s+(?:in|at|by|under|below)|see|run)\b"
)
_ENTRY_POINT = re2.compile(r"(?i)\bentry[ -]?point\b|\bmain (?:file|module|script)\b")
_STEP = re2.compile(r"(?m)^\s*(?:\d+[.)]|[-*+])\s+(?:run\s+)?`[^`]+`[.;]?\s*$")
_SERVED = re2.compile(
    r"(?i)\b(?:is|are|be|now|listen(?:s|ing)?|runs?|running|serve[sd]?|available|starts?|started"
    r"|visit|open|opens|browse|browser|reach(?:ed|able)?|expose[sd]?|answers|go|access|found|see)\b"
)
_ASKED = re2.compile(r"^\s*(?:curl|wget|http|https|open|xdg-open|start)\s")
_NEEDED = re2.compile(
    r"(?i)\b(?:requires?|required|requirements?|needs?|needed|must|at least|minimum|prerequisites?"
    r"|depends on|or (?:later|newer|higher|above|greater|better)|and (?:later|newer|up|above)"
    r"|supports?|works? (?:with|on))\b|>=|\d\+"
)
_BRACKETS = re2.compile(r"\([^()]*\)")
_OR_LATER = re2.compile(
    r"(?i)\b(?:at least|minimum|(?:or|and) (?:later|newer|higher|above|greater|better|up))\b"
    r"|>=|\d\+"
)
_OTHER_RELEASE = re2.compile(  # of the project itself, or of a part of it
    r"(?i)\b(?:v|versions?|releases?)\s?\d|\^\d|\b\d+\.x\b|\bbranch|\bonly supports?\b"
)
_LATEST = re2.compile(r"(?i)\b(?:current|latest|stable|newest)\b")
_FOR_DEVELOPERS = re2.compile(
    r"(?i)\b(?:contribut\w*|develop\w*|hack\w*|build\w*|compil\w*|test\w*|install\w*|set\s?-?up"
    r"|getting started|quick\s?start|running|deploy\w*|from source|scripts?|commands)\b"
)
_DEVELOPERS_FILE = re2.compile(r"(?i)(?:^|/)(?:contributing|hacking|install|develop)[^/]*$")


_ENDS = (". ", ".\n", "; ")


def is_made(said: str, name: str) -> bool:
    """Whether what a sentence names need not be there: it is made, removed, or an example."""
    return bool(
        _MADE.search(_sentence(said, name)) or _MADE_RIGHT_THERE.search(said.partition(name)[0])
    )


def is_located(said: str) -> bool:
    """Whether it says where something of the project is, or is a step on the way to run it."""
    return bool(_LOCATED.search(said) or _STEP.search(said))


def is_entry_point(said: str) -> bool:
    """Whether it says where the program begins, which is never the reader's."""
    return bool(_ENTRY_POINT.search(said))


def is_served(said: str, *, in_code: bool) -> bool:
    """Whether somebody is sent to the port that it names."""
    return bool((_ASKED if in_code else _SERVED).search(said))


def is_requirement(said: str, release: str) -> bool:
    """Whether it says what this project needs now; `release` is what it may need. In brackets after
    a feature it is what that needs."""
    rest = re2.sub(rf"v?{re2.escape(release)}\b", "", said)
    return bool(_NEEDED.search(_BRACKETS.sub("", said))) and not _OTHER_RELEASE.search(rest)


def is_open(said: str) -> bool:
    """Whether it names the least of several releases."""
    return bool(_OR_LATER.search(said))


def is_latest(said: str) -> bool:
    return bool(_LATEST.search(said))


def is_for_developers(path: str, section: str) -> bool:
    """Whether a part of a document is for those who build or change the project."""
    return bool(_DEVELOPERS_FILE.search(path) or _FOR_DEVELOPERS.search(section))


def _sentence(said: str, name: str) -> str:
    """The sentence of `said` in which `name` stands."""
    before, _, after = said.partition(name)
    start = max((before.rfind(mark) + len(mark) for mark in _ENDS if mark in before), default=0)
    ends = [after.find(mark) for mark in _ENDS if mark in after]
    return f"{before[start:]} {after[: min(ends, default=len(after))]}"
