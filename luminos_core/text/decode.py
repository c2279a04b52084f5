"""Bytes of a text file as text, in the encoding that its bytes, or the file itself, say it has."""

import codecs
from dataclasses import dataclass
from functools import cache
from typing import Any

import re2

_BOMS = (  # UTF-32 first: its byte order mark begins with that of UTF-16
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
BOM_STARTS = frozenset(bom[:1] for bom, _ in _BOMS)
_DECLARED_WITHIN = 1_024  # bytes from the start
_SAMPLE = 64 << 10  # bytes that the detection looks at
_GUESSES = (  # what sources are written in when they are not UTF-8 and do not say so
    "cp1252",
    "cp932",
    "euc_jp",
    "cp949",
    "gb18030",
    "big5",
    "cp1251",
    "koi8_r",
    "cp1250",
)
# What files in these are really in: vendors added characters.
_WIDER = {"euc_kr": "cp949", "shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030"}


@dataclass(frozen=True)
class Decoded:
    """`text` has no byte order mark. `encoding` is a Python codec; with `exact` False some bytes
    are not of it, and stand as U+FFFD."""

    text: str
    encoding: str
    exact: bool = True

    @property
    def remark(self) -> str:
        """What a reader must know before quoting; "" for UTF-8, and for text that has a BOM."""
        if not self.exact:
            return "its encoding is not known: bytes that are not UTF-8 are shown as \ufffd"
        return "" if self.encoding.startswith("utf") else f"decoded as {self.encoding}"


def decode(content: bytes, *, cut: bool = False) -> Decoded:
    """By the byte order mark, as UTF-8, as declared in its first lines, or as detected. With `cut`,
    its last character may be incomplete."""
    marked = bom_encoding(content)
    if marked:
        text = content.decode(marked, "replace").removeprefix("\ufeff")
        return Decoded(text, marked, exact="\ufffd" not in text)
    for encoding_of in (_plain, _declared, _detected):
        encoding = encoding_of(content)
        decoded = _strict(content, encoding, cut) if encoding else None
        if decoded is not None:
            return Decoded(decoded, encoding)
    return Decoded(content.decode("utf-8", "replace"), "utf-8", exact=False)


def bom_encoding(head: bytes) -> str | None:
    """The encoding that a byte order mark at the start names; None without one."""
    if head[:1] not in BOM_STARTS:
        return None
    return next((name for bom, name in _BOMS if head.startswith(bom)), None)


def _strict(content: bytes, encoding: str, cut: bool) -> str | None:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(content, final=not cut)
    except (UnicodeDecodeError, ValueError):
        return None


def _plain(_content: bytes) -> str:
    return "utf-8"


def _declared(content: bytes) -> str:
    """A coding line, or what XML, HTML or CSS declares; "" when there is none that is known."""
    found = _declaration().search(content[:_DECLARED_WITHIN])
    name = next(group for group in found.groups() if group).decode() if found else ""
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return ""
    encoding = codec.name.replace("-", "_")
    # A codec from text to text, like rot13, or one that runs escapes, is no encoding.
    if not codec._is_text_encoding or "escape" in encoding or encoding.startswith("utf"):
        return ""
    return _WIDER.get(encoding, encoding)


def _detected(content: bytes) -> str:
    """The likely encoding; "" when there is none, or when it is UTF-8 with a few wrong bytes."""
    if _is_damaged_utf8(content):
        return ""
    if not _high_pairs().search(content):  # no two in a row: single letters or marks among ASCII
        return "cp1252" if _strict(content, "cp1252", cut=False) is not None else "latin_1"
    from charset_normalizer import from_bytes  # noqa: PLC0415 - slow, and few trees need it

    found = from_bytes(content[:_SAMPLE], cp_isolation=list(_GUESSES), enable_fallback=False)
    likely = [match.encoding for match in found]
    if likely[:1] == ["cp1250"] and "cp1252" in likely:
        return "cp1252"  # the two look alike, and this one is the usual one
    return likely[0] if likely else ""


def _is_damaged_utf8(content: bytes) -> bool:
    text = content[:_SAMPLE].decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(char > "\x7f" for char in text) - wrong > wrong


@cache
def _declaration() -> Any:
    return _compiled(
        rb"\A(?:[^\n]*\n)?[ \t\f]*(?:#|//|/\*|\*|--|;|%|<!--|\"|\.\.)"
        rb".{0,200}?coding[:=][ \t]*([-\w.]+)"
        rb"|\A\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([-\w.]+)"
        rb"|<meta\b[^>]{0,200}?\bcharset\s*=\s*[\"']?([-\w.]+)"
        rb"|\A@charset \"([-\w.]+)\""
    )


@cache
def _high_pairs() -> Any:
    return _compiled(rb"[\x80-\xff][\x80-\xff]")


def _compiled(pattern: bytes) -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # a byte is a character
    options.case_sensitive = False
    return re2.compile(pattern, options)
