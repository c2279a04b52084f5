"""Prose from docstrings, comments and documents: one line, without control characters, HTML,
Markdown or reStructuredText."""

import re

import re2

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.offline.english import as_sentence, first_sentence, sentences
from luminos_core.offline.tables import tables
from luminos_core.text.escape import drop_invisible

_MARKED = re2.compile(r"[\[\]<>`*_|&@\\{]|^\s*[A-Za-z]+:")  # any sign of markup
_NAME_LEAD = re2.compile(
    r"(?i)[`'\"]?(?:(?:module|package|file)\s+)?([\pL\pN_./-]*[\pL\pN_])[`'\"]?"
    r"(?:\s*(?:--?|\x{2013}|\x{2014})|:)\s+"
)
_DEFINES = re2.compile(  # "X is a …", "This package provides …": a subject of few words, no clause
    r"(?i)(?:[^\s,;:]+\s+){1,6}?(?:\([^()]*\)\s+)?"
    r"(?:(?:is|are)\s+(?:[a-z]+ly\s+)?(?:often\s+)?(?:(?:referred to|known) as\s+)?"
    r"(?:an?|the|one of)\s|(?:provides|implements|lets|allows|enables|helps|contains)\s)"
)
_NO_SUBJECT = re2.compile(
    r"(?i)(?:if|when|while|as|because|since|for|in|on|to|with|it|an?|there|the reason|here|what|"
    r"which|that|these|those|we|you|they|i|he|she|who|note|our|your|my|one|each|every|but|and|so|also|"
    r"this (?:readme|document|page|file|section|guide|table|list|is (?:a|an|the) (?:list|quick)))\b"
)
_NO_PREDICATE = re2.compile(
    r"(?i)\b(?:to|for) (?:me|us)\b|\b(?:is|are) (?:an?|the) (?:[a-z]+ )?(?:registered )?"
    r"(?:trademark|member|good|great|bad|must|work in progress|result|following|default|same|"
    r"only|first|best|easiest|recommended|preferred)\b"
)
_NEWS = re2.compile(
    r"(?i)(?:\S+ ){1,4}(?:is|are|has been|was) (?:now )?"
    r"(?:released|moved|deprecated|out|available|live|hiring|looking)\b"
)
_ANNOUNCES = re.compile(r"\b(?:following|these|below|usage|examples?|follows|contents)\b", re.I)


def strip_markup(text: str) -> str:
    """`text` on one line, without its markup, and without what it tells a model to do."""
    text = drop_invisible(without_injections(text))
    if _MARKED.search(text):
        for pattern, replacement in tables().markup:
            text = pattern.sub(replacement, text)
    text = without_injections(" ".join(text.split()))  # which markup may have interrupted
    return re.sub(r" (?=[,.;:!?](?:\s|$))", "", text)


def documentation(text: str, name: str) -> str:
    """The first sentence of a docstring that says something about `name`, or "".

    `name` is a file's or a definition's; a docstring that begins "name -- ..." loses that part.
    """
    for sentence in sentences(_without_name(strip_markup(text), name)):
        if tables().notices.match(sentence):
            return ""  # what follows a notice belongs to the notice
        if is_prose(sentence):
            return as_sentence(first_sentence(sentence.rstrip(":").rstrip()))
    return ""


def first_line_documentation(text: str, name: str) -> str:
    """As `documentation`, of a docstring's first line alone, which may break a sentence off."""
    line = strip_markup(text)
    if not line.endswith((".", "!", "?")) and (len(line) >= 60 or _breaks_off(line)):
        return ""
    return documentation(line, name)


def is_prose(sentence: str) -> bool:
    """Whether it is words about something: no notice, no rule, no announcement of a list."""
    if tables().notices.match(sentence) or _NEWS.match(sentence):
        return False
    if sentence.endswith(":") and (_ANNOUNCES.search(sentence) or len(sentence.split()) < 3):
        return False
    letters = sum(char.isalpha() for char in sentence)
    return letters >= 6 and letters * 2 > len(sentence) and " " in sentence


def defines(sentence: str) -> bool:
    """Whether it says of a thing what it is: "X is a …"."""
    found = _DEFINES.match(sentence) and not _NO_SUBJECT.match(sentence)
    return bool(found) and not _NO_PREDICATE.search(sentence) and is_prose(sentence)


def _breaks_off(line: str) -> bool:
    last_word = line.rpartition(" ")[2].lower()
    return last_word in tables().dangling_words or line.endswith((",", "(", "-"))


def _without_name(text: str, name: str) -> str:
    """`text` without a leading "name: " or "name.py -- "."""
    lead = _NAME_LEAD.match(text)
    if lead is None:
        return text
    path = lead[1].lower()
    stem = name.lower().partition(".")[0] or name.lower()
    known = path.endswith(name.lower()) or path.replace("/", ".").rpartition(".")[2] == stem
    return text[lead.end() :] if known else text
