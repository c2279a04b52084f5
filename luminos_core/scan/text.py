"""What bytes are text, in which encoding, and how many lines they have; piece by piece."""

import codecs
from collections.abc import Callable
from typing import NamedTuple

import stringzilla

from luminos_core.records.snapshot import UNKNOWN_ENCODING

BINARY_PROBE = 8000  # bytes; where git looks for a NUL
_CONTROL_PROBE = 1000  # bytes; enough to see that control characters are no accident
_CONTROLS = bytes({*range(0x20), 0x7F} - set(b"\t\n\v\f\r\b\x1b"))
_CONTROL_SHARE = 0.1  # of the probe: more control characters than this are not text
_MARKS = (  # a UTF-32 mark begins with a UTF-16 one, so it comes first
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARK_STARTS = frozenset(mark[:1] for mark, _ in _MARKS)
_PDF = b"%PDF-"  # text by its bytes, and nothing that a person reads
_UNPLAIN_STARTS = _MARK_STARTS | {_PDF[:1]}
_FEED = ord("\n")


def marked_encoding(head: bytes) -> str | None:
    """The encoding a byte order mark at the start names."""
    if head[:1] not in _MARK_STARTS:
        return None
    return next((name for mark, name in _MARKS if head.startswith(mark)), None)


def is_binary(head: bytes, is_source: Callable[[], bool]) -> bool:
    """Whether a file that starts with `head` is not text. In a file whose name says source, a NUL
    is a flaw of the text as long as the rest reads as text; `is_source` is asked only then."""
    if marked_encoding(head):
        return False
    if head.startswith(_PDF):
        return True
    if head.find(b"\0", 0, BINARY_PROBE) < 0:
        return _has_many_controls(head[:_CONTROL_PROBE])
    return not is_source() or _has_many_controls(head[:BINARY_PROBE])


def _has_many_controls(probe: bytes) -> bool:
    return len(probe) - len(probe.translate(None, _CONTROLS)) > _CONTROL_SHARE * len(probe)


class TextFacts(NamedTuple):
    lines: int
    encoding: str
    has_nul: bool


def plain_facts(content: bytes) -> TextFacts | None:
    """What TextReader says of a whole file, in a tenth of the time, where it is plain: lines of
    ASCII or UTF-8, without a byte order mark and without a NUL. None where it is not, or not
    surely; it may then be binary."""
    if content[:1] in _UNPLAIN_STARTS or b"\0" in content:
        return None
    if _has_many_controls(content[:_CONTROL_PROBE]):
        return None
    feeds = stringzilla.count(content, b"\n", allowoverlap=True)
    if not (feeds and (content.isascii() or _is_utf8(content))):
        return None
    return TextFacts(feeds + (content[-1] != _FEED), "utf-8", has_nul=False)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


class LineCounter:
    """Counts lines over pieces of text. CRLF is one break, a form feed none; a file with CRs only
    breaks at them; a last line without a break counts."""

    __slots__ = ("_feeds", "_last", "_returns")

    def __init__(self) -> None:
        self._feeds = 0
        self._returns = 0
        self._last = b""

    def add(self, piece: bytes) -> None:
        if not piece:
            return
        self._feeds += stringzilla.count(piece, b"\n", allowoverlap=True)
        if not self._feeds:
            self._returns += stringzilla.count(piece, b"\r", allowoverlap=True)
        self._last = piece[-1:]

    @property
    def lines(self) -> int:
        breaks, end = (self._feeds, b"\n") if self._feeds else (self._returns, b"\r")
        if not breaks:
            return int(bool(self._last))
        return breaks + (self._last != end)


class TextReader:
    """Reads text piece by piece: its encoding, its lines, and whether it holds NULs."""

    __slots__ = ("_counter", "_strict", "_wide", "encoding", "has_nul")

    def __init__(self, head: bytes) -> None:
        marked = marked_encoding(head)
        self._wide = _wide_decoder(marked)
        self._strict: codecs.IncrementalDecoder | None = None  # from the first byte beyond ASCII
        self._counter = LineCounter()
        self.encoding = marked or "utf-8"
        self.has_nul = False

    def add(self, piece: bytes, final: bool) -> bytes:
        """Take the next piece in. Returns its text in UTF-8."""
        text = self._narrow(self._wide, piece, final) if self._wide else piece
        self.has_nul = self.has_nul or b"\0" in text
        self._counter.add(text)
        if not self._wide and self.encoding != UNKNOWN_ENCODING:
            self._check(piece, final)
        return text

    @property
    def facts(self) -> TextFacts:
        """Of the pieces so far."""
        return TextFacts(self._counter.lines, self.encoding, self.has_nul)

    def _narrow(self, decoder: codecs.IncrementalDecoder, piece: bytes, final: bool) -> bytes:
        """The piece in UTF-8; as it is, from where its encoding turns out not to hold."""
        try:
            return decoder.decode(piece, final).encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            self._wide = None
            self.encoding = UNKNOWN_ENCODING
            return piece

    def _check(self, piece: bytes, final: bool) -> None:
        if self._strict is None:
            if piece.isascii():
                return
            self._strict = codecs.getincrementaldecoder("utf-8")()
        try:
            self._strict.decode(piece, final)
        except UnicodeDecodeError:
            self.encoding = UNKNOWN_ENCODING


def _wide_decoder(marked: str | None) -> codecs.IncrementalDecoder | None:
    if marked is None or marked == "utf-8-sig":
        return None
    return codecs.getincrementaldecoder(marked)()
