"""Text: whether bytes are text, their encoding and their lines; chunk by chunk."""

import codecs
from collections.abc import Callable
from typing import NamedTuple

import stringzilla

from luminos_core.records.snapshot import UNKNOWN_ENCODING
from luminos_core.text.decode import BOM_STARTS, bom_encoding

BINARY_PROBE = 8000  # bytes; where git looks for a NUL
_CONTROL_PROBE = 1000  # bytes
_CONTROL_CHARACTERS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\b\x1b"))
_CONTROL_SHARE = 0.1  # of the probe; with more control characters it is not text
_PDF = b"%PDF-"  # text by its bytes, but not for people
_SPECIAL_STARTS = BOM_STARTS | {_PDF[:1]}
_LINE_FEED = ord("\n")


def is_binary(head: bytes, is_source: Callable[[], bool]) -> bool:
    """Whether a file that starts with `head` is not text. A source file may contain NULs if the
    rest is text; `is_source` is called only when there is one."""
    if bom_encoding(head):
        return False
    if head.startswith(_PDF):
        return True
    if head.find(b"\0", 0, BINARY_PROBE) < 0:
        return _has_many_control_characters(head[:_CONTROL_PROBE])
    return not is_source() or _has_many_control_characters(head[:BINARY_PROBE])


def _has_many_control_characters(probe: bytes) -> bool:
    count = len(probe) - len(probe.translate(None, _CONTROL_CHARACTERS))
    return count > _CONTROL_SHARE * len(probe)


class TextFacts(NamedTuple):
    lines: int
    encoding: str
    has_nul: bool


def plain_facts(content: bytes) -> TextFacts | None:
    """The facts that TextReader would return for a whole file, in a tenth of the time, if it is
    plain: ASCII or UTF-8 with line feeds, without a byte order mark or a NUL. None if it is not
    certainly so; it may then be binary."""
    if content[:1] in _SPECIAL_STARTS or b"\0" in content:
        return None
    if _has_many_control_characters(content[:_CONTROL_PROBE]):
        return None
    feeds = stringzilla.count(content, b"\n", allowoverlap=True)
    if not (feeds and (content.isascii() or _is_utf8(content))):
        return None
    return TextFacts(feeds + (content[-1] != _LINE_FEED), "utf-8", has_nul=False)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


class LineCounter:
    """Counts lines. CRLF ends one line, a form feed none; CR ends a line in a file without LF; a
    last line without an end counts."""

    __slots__ = ("_feeds", "_last", "_returns")

    def __init__(self) -> None:
        self._feeds = 0
        self._returns = 0
        self._last = b""

    def add(self, chunk: bytes) -> None:
        if not chunk:
            return
        self._feeds += stringzilla.count(chunk, b"\n", allowoverlap=True)
        if not self._feeds:
            self._returns += stringzilla.count(chunk, b"\r", allowoverlap=True)
        self._last = chunk[-1:]

    @property
    def lines(self) -> int:
        breaks, end = (self._feeds, b"\n") if self._feeds else (self._returns, b"\r")
        if not breaks:
            return int(bool(self._last))
        return breaks + (self._last != end)


class TextReader:
    """Reads text chunk by chunk: encoding, lines, and whether it contains NULs."""

    __slots__ = ("_counter", "_utf8", "_wide", "encoding", "has_nul")

    def __init__(self, head: bytes) -> None:
        by_bom = bom_encoding(head)
        self._wide = _wide_decoder(by_bom)
        self._utf8: codecs.IncrementalDecoder | None = None  # from the first byte beyond ASCII
        self._counter = LineCounter()
        self.encoding = by_bom or "utf-8"
        self.has_nul = False

    def add(self, chunk: bytes, final: bool) -> bytes:
        """Add the next chunk. Returns its text in UTF-8."""
        text = self._to_utf8(self._wide, chunk, final) if self._wide else chunk
        self.has_nul = self.has_nul or b"\0" in text
        self._counter.add(text)
        if not self._wide and self.encoding != UNKNOWN_ENCODING:
            self._check_utf8(chunk, final)
        return text

    @property
    def facts(self) -> TextFacts:
        """Of the chunks added so far."""
        return TextFacts(self._counter.lines, self.encoding, self.has_nul)

    def _to_utf8(self, decoder: codecs.IncrementalDecoder, chunk: bytes, final: bool) -> bytes:
        """The chunk in UTF-8; unchanged from the first chunk on that its encoding cannot decode."""
        try:
            return decoder.decode(chunk, final).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            self._wide = None
            self.encoding = UNKNOWN_ENCODING
            return chunk

    def _check_utf8(self, chunk: bytes, final: bool) -> None:
        if self._utf8 is None:
            if chunk.isascii():
                return
            self._utf8 = codecs.getincrementaldecoder("utf-8")()
        try:
            self._utf8.decode(chunk, final)
        except UnicodeDecodeError:
            self.encoding = UNKNOWN_ENCODING


def _wide_decoder(by_bom: str | None) -> codecs.IncrementalDecoder | None:
    if by_bom is None or by_bom == "utf-8-sig":
        return None
    return codecs.getincrementaldecoder(by_bom)()
