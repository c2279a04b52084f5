"""Prose from docstrings, comments and documents: one line, without control characters, HTML,
Markdown or reStructuredText."""

import re

from luminos_core.offline.english import as_sentence, first_sentence, sentences
from luminos_core.text.escape import drop_invisible

_SUBSTITUTIONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"<!--.*?-->", re.DOTALL), " "),
    (re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"), " "),  # images, badges
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),  # [text](url)
    (re.compile(r"\[([^\]]+)\]\[[^\]]*\]"), r"\1"),  # [text][reference]
    (re.compile(r"\[\^[^\]]*\]"), ""),  # footnotes
    (re.compile(r"`([^`<]+?)\s*<[^`>]*>`__?"), r"\1"),  # RST links
    (re.compile(r"\s*<(?:https?|ftp|mailto):[^>\s]*>"), ""),  # autolinks
    (re.compile(r"\{@(?:link|code|linkplain|literal)\s+([^}]*)\}"), r"`\1`"),  # Javadoc
    (re.compile(r"(?<!`):(?:\w+:)?\w+:`~?([^`<]+?)\s*(?:<[^`>]*>)?`"), r"`\1`"),  # RST roles
    (re.compile(r"``([^`]+)``"), r"`\1`"),
    (re.compile(r"`([^`]+)`__?(?!\w)"), r"`\1`"),
    (re.compile(r"\|([\w ]+)\|_?"), r"\1"),  # RST substitutions
    (re.compile(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>"), " "),  # HTML tags
    (re.compile(r"(?<![\w*])\*{1,3}(?=\S)([^*]+?)(?<=\S)\*{1,3}(?![\w*])"), r"\1"),  # emphasis
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_]+?)(?<=[^\s_])_(?![\w_])"), r"\1"),
    (re.compile(r"(?<![\w_])__(?=[^\s_])([^_]* [^_]*?)(?<=[^\s_])__(?![\w_])"), r"\1"),
    (re.compile(r"^\s*(?:[@\\](?:file|brief|fileoverview|module|package|description))\b:?\s*"), ""),
    (re.compile(r"\s@[a-z]\w+\b(?!\.).*$"), ""),  # tags of JSDoc, Javadoc, Doxygen
    (re.compile(r"^\s*(?:summary|description|purpose|synopsis):\s+", re.I), ""),
    (re.compile(r"(?:&nbsp;|&#160;)"), " "),
    (re.compile(r"&lt;"), "<"),
    (re.compile(r"&gt;"), ">"),
    (re.compile(r"&quot;"), '"'),
    (re.compile(r"&amp;"), "&"),
)
_MARKED = re.compile(r"[\[\]<>`*_|&@\\{]|^\s*[A-Za-z]+:")  # any sign that the above look for
_NO_PROSE = re.compile(
    r"^\W*(?:usage:|readme\b|todo\b|xxx\b|fixme\b|dummy file\b|make this directory a |"
    r"this directory is a (?:python )?package|copyright\b|\(c\)\s|©|licen[sc]ed\b|"
    r"licen[sc]e\s*[:.]|spdx-|this file is part of\b|"
    r"all rights reserved|permission is hereby|permission to use|redistribution and use|"
    r"the mit licen[sc]e|mit licen[sc]e|apache licen[sc]e|gnu (?:lesser )?general public|"
    r"use of this source code|this (?:program|library|software|code) is free software|"
    r"written by\b|author\b|authors?:|created (?:on|by)\b|contact:|maintainer|@author|@license|"
    r"-\*-|vim?:|coding[:=]|eslint|jshint|prettier|pylint|mypy:|type:|ruff:|flake8|isort|noqa|"
    r"fmt:|@ts-|@flow|@jsx|use strict|<reference|shellcheck|clang-format|nolint|go:build|\+build|"
    r"\$id\b|\$revision|!/)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"(?:^|\s)(?:a|an|the|of|to|and|or|with|for|in|on|at|by|is|are|be|as|that|which|from|into|if|"
    r"when|its|it|this|can|will|not|than|but|using|via|between)$|[,(\-]$",
    re.IGNORECASE,
)
_NAME_LEAD = re.compile(
    r"[`'\"]?(?:(?:module|package|file)\s+)?([\w./-]*\w)[`'\"]?(?:\s*(?:--?|\u2013|\u2014)|:)\s+",
    re.I,
)
_ANNOUNCES = re.compile(r"\b(?:following|these|below|usage|examples?|follows|contents)\b", re.I)


def strip_markup(text: str) -> str:
    """`text` on one line, without its markup."""
    text = drop_invisible(text)
    if _MARKED.search(text):
        for pattern, replacement in _SUBSTITUTIONS:
            text = pattern.sub(replacement, text)
    text = " ".join(text.split())
    return re.sub(r" (?=[,.;:!?](?:\s|$))", "", text)


def documentation(text: str, name: str, limit: int = 240) -> str:
    """The first sentence of a docstring that says something about `name`, or "".

    `name` is a file's or a definition's; a docstring that begins "name -- ..." loses that part.
    """
    for sentence in sentences(_without_name(strip_markup(text), name)):
        if _NO_PROSE.match(sentence):
            return ""  # what follows a notice belongs to the notice
        if not is_prose(sentence):
            continue
        shown = first_sentence(sentence.rstrip(":").rstrip(), limit)
        return as_sentence(shown)
    return ""


def first_line_documentation(text: str, name: str, limit: int = 160) -> str:
    """As `documentation`, of a docstring's first line alone, which may break a sentence off."""
    line = strip_markup(text)
    whole = line.endswith((".", "!", "?")) or (len(line) < 60 and not _DANGLING.search(line))
    return documentation(line, name, limit) if whole else ""


def is_prose(sentence: str) -> bool:
    """Whether it is words about something: no notice, no rule, no announcement of a list."""
    if _NO_PROSE.match(sentence):
        return False
    if sentence.endswith(":") and (_ANNOUNCES.search(sentence) or len(sentence.split()) < 3):
        return False
    letters = sum(char.isalpha() for char in sentence)
    return letters >= 6 and letters * 2 > len(sentence) and " " in sentence


def _without_name(text: str, name: str) -> str:
    """`text` without a leading "name: " or "name.py -- "."""
    lead = _NAME_LEAD.match(text)
    if lead is None:
        return text
    last = re.split(r"[/.](?=[^/.]*\w)", lead.group(1).lower())
    stem = name.lower().partition(".")[0] or name.lower()
    known = lead.group(1).lower().endswith(name.lower()) or last[-1] == stem
    return text[lead.end() :] if known else text
