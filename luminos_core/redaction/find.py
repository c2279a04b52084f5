"""Finding secrets: one pass for the keywords, then only the rules that can match."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.rule import Rule, SecretMatch
from luminos_core.redaction.rules import RULES
from luminos_core.redaction.tag import without_words

_SHOWN = 160  # characters of the line before the secret: a quotation, not the line itself
_UNSHOWN = re.compile("[\n\ufffd]")  # a quotation is one line, and valid Unicode


@dataclass(frozen=True)
class Span:
    """Where a secret lies in the UTF-8 bytes of a text, and where its fixed prefix ends."""

    rule: Rule
    start: int
    end: int
    shown_end: int  # at or after `start` for a prefix inside the secret; before it otherwise


def find_secrets(text: str) -> tuple[SecretMatch, ...]:
    """Every secret in `text`, in order, none overlapping. Linear in the text's length."""
    content = encoded(text)
    spans = find_spans(content)
    if not spans:
        return ()
    places = _Places(content, ascii_only=text.isascii())
    ends = (0, *(span.end for span in spans))
    return tuple(
        _described(span, previous_end, places)
        for span, previous_end in zip(spans, ends, strict=False)
    )


def find_spans(content: bytes) -> tuple[Span, ...]:
    """The secrets' spans in order; those that overlap are one, under the first one's rule."""
    searched = without_words(content)
    found = sorted(
        (span for rule in _possible(searched) for span in _matches(rule, searched, content)),
        key=lambda span: (span.start, -span.end),
    )
    return tuple(_joined(found))


def encoded(text: str) -> bytes:
    """UTF-8; a lone surrogate is kept, so that no text is refused."""
    return text.encode("utf-8", "surrogatepass")


def decoded(content: bytes) -> str:
    """The inverse of `encoded`."""
    return content.decode("utf-8", "surrogatepass")


def _possible(content: bytes) -> Iterator[Rule]:
    """The rules of which a keyword occurs."""
    gate, owners = _gate()
    hits = gate.Match(content)
    if hits is None:  # the automaton gave up for want of memory
        return iter(RULES)
    hits = set(hits)
    return (rule for rule in RULES if any(number in hits for number in owners[rule.name]))


def _matches(rule: Rule, searched: bytes, content: bytes) -> Iterator[Span]:
    pattern = _compiled(rule.name)
    secret, prefix = pattern.groupindex[b"secret"], pattern.groupindex[b"prefix"]
    for match in pattern.finditer(searched):
        start, end = match.span(secret)
        if rule.plausible(content[start:end].decode("utf-8", "replace")):
            yield Span(rule, start, end, match.end(prefix))


def _joined(spans: list[Span]) -> Iterator[Span]:
    """`spans` without overlaps: what begins inside another only makes that one longer."""
    current: Span | None = None
    for span in spans:
        if current is None or span.start >= current.end:
            if current:
                yield current
            current = span
        elif span.end > current.end:
            current = Span(current.rule, current.start, span.end, current.shown_end)
    if current:
        yield current


def _described(span: Span, previous_end: int, places: "_Places") -> SecretMatch:
    line = places.line(span.start)
    begin = max(places.line_start(line), previous_end)
    shown_end = min(span.shown_end, span.end)
    shown = places.content[begin:shown_end].decode("utf-8", "replace")
    return SecretMatch(
        rule=span.rule.name,
        title=span.rule.title,
        start=places.character(span.start),
        end=places.character(span.end),
        line=line,
        end_line=places.line(max(span.start, span.end - 1)),
        shown=_UNSHOWN.split(shown)[-1][-_SHOWN:].strip(),
        certain=span.rule.certain,
    )


class _Places:
    """Byte offsets as lines and characters."""

    def __init__(self, content: bytes, *, ascii_only: bool) -> None:
        self.content = content
        self._ascii_only = ascii_only
        self._starts = [0]
        while position := content.find(b"\n", self._starts[-1]) + 1:
            self._starts.append(position)
        self._known = (0, 0)  # the last offset asked for, in bytes and in characters

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self._starts, offset)

    def line_start(self, line: int) -> int:
        return self._starts[line - 1]

    def character(self, offset: int) -> int:
        """Offsets are asked for in rising order, so each byte is decoded once."""
        if self._ascii_only:
            return offset
        known_bytes, known_characters = self._known
        step = len(decoded(self.content[known_bytes:offset]))
        self._known = (offset, known_characters + step)
        return self._known[1]


@cache
def _gate() -> tuple[Any, dict[str, frozenset[int]]]:
    """One automaton for all keywords, and which of them belong to which rule."""
    gate = re2.Set.SearchSet(_bytes_options())
    owners: dict[str, frozenset[int]] = {}
    for rule in RULES:
        owners[rule.name] = frozenset(gate.Add(word.encode("ascii")) for word in rule.keywords)
    gate.Add(b"")  # is always found, so that nothing found means that the automaton gave up
    gate.Compile()
    return gate, owners


@cache
def _compiled(name: str) -> Any:
    rule = next(rule for rule in RULES if rule.name == name)
    return re2.compile(rule.pattern.encode("ascii"), _bytes_options())


def _bytes_options() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # a byte is a character: no input is malformed
    options.log_errors = False
    return options
