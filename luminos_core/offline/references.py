"""Marks of links whose address is elsewhere in the document: "[Flask]" and "Scrapy_"."""

from typing import Any

import re2

_MARKDOWN = re2.compile(r"(?m)^ {0,3}\[([^\[\]^]+)\]:[ \t]*\S")
_RST = re2.compile(r"(?m)^\.\. _`?([^:`\n]+)`?:")
_BRACKETED = re2.compile(r"\[([^\[\]\n]+)\](\(|\[|:|)")
_UNDERLINED = re2.compile(r"\b(\w[\w.+-]*)_([\s,.;:!?)]|\z)")


def without_reference_marks(text: str) -> str:
    """`text` with the words of such links alone. Brackets and underscores of other words stay."""
    markdown = {name.lower() for name in _MARKDOWN.findall(text)}
    rst = {name.lower() for name in _RST.findall(text)}

    def bare(found: Any) -> str:
        is_mark = found[1].lower() in markdown and not found[2]
        return str(found[1] if is_mark else found[0])

    def word(found: Any) -> str:
        return f"{found[1]}{found[2]}" if found[1].lower() in rst else str(found[0])

    text = _BRACKETED.sub(bare, text) if markdown else text
    return str(_UNDERLINED.sub(word, text) if rst else text)
