"""Finding secrets: one pass for the keywords, then the rules of those found."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.known_values import known_places
from luminos_core.redaction.patterns import bytes_options
from luminos_core.redaction.rules import KNOWN_VALUE, Rule, secret_rules
from luminos_core.redaction.surroundings import Surroundings
from luminos_core.redaction.tag import mask_tags

_LONGEST_DOUBTED = 300  # bytes of an implausible match that are searched again
_SHOWN = 160  # characters of the line before the secret
_LINE_BREAK_OR_INVALID = re.compile("[\n\ufffd]")  # what is shown is one line of valid Unicode


@dataclass(frozen=True)
class SecretMatch:
    """The position of a secret; offsets are of characters. It does not contain the secret."""

    rule: str
    title: str
    start: int
    end: int
    line: int  # 1-based, of the start
    end_line: int
    shown: str  # the line up to and including the fixed prefix, redacted
    certain: bool


@dataclass(frozen=True)
class Span:
    """The offsets of a secret in the UTF-8 bytes of a text, and the end of its fixed prefix."""

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
    offsets = _Offsets(content, ascii_only=text.isascii())
    ends = (0, *(span.end for span in spans))
    return tuple(
        _secret_match(span, previous_end, offsets)
        for span, previous_end in zip(spans, ends, strict=False)
    )


def is_suspect(text: str) -> bool:
    """Whether a part of `text` may be a secret: it has a keyword of a rule, or a known value."""
    content = encoded(text)
    return any(True for _ in _candidate_rules(content)) or any(True for _ in known_spans(content))


def find_spans(content: bytes, also: Iterable[Span] = ()) -> tuple[Span, ...]:
    """The spans of secrets, and `also` others, in order; overlapping ones are merged, with the rule
    of the first certain one, if there is one."""
    searched = mask_tags(content)
    surroundings = Surroundings(searched)
    found = (
        span
        for rule in _candidate_rules(searched)
        for start, end in surroundings.of(rule)
        for span in _matches(rule, searched, content, start, end)
    )
    in_order = sorted((*found, *also), key=lambda span: (span.start, -span.end))
    return tuple(_merge_overlaps(in_order))


def known_spans(content: bytes) -> Iterator[Span]:
    """The places of values that are known to be secret, whatever their shape."""
    for start, end in known_places(mask_tags(content)):
        yield Span(KNOWN_VALUE, start, end, start)


def encoded(text: str) -> bytes:
    """UTF-8; lone surrogates are kept, so that every text can be encoded."""
    return text.encode("utf-8", "surrogatepass")


def decoded(content: bytes) -> str:
    """The inverse of `encoded`."""
    return content.decode("utf-8", "surrogatepass")


def _candidate_rules(content: bytes) -> Iterable[Rule]:
    """The rules with a keyword in `content`, in their order."""
    keywords, owners = _keyword_set()
    hits = keywords.Match(content)
    if hits is None:  # the automaton ran out of memory
        return secret_rules()
    found = {number for hit in hits for number in owners[hit]}
    return (secret_rules()[number] for number in sorted(found))


def _matches(rule: Rule, searched: bytes, content: bytes, start: int, end: int) -> Iterator[Span]:
    """The secrets of a rule between two offsets. What is implausible may hide one behind it."""
    pattern, secrets, prefix = _compiled(rule.pattern)
    while match := pattern.search(searched, start, end):
        first, last = next(span for span in map(match.span, secrets) if span[0] >= 0)
        if rule.plausible(content[first:last].decode("utf-8", "replace")):
            yield Span(rule, first, last, match.end(prefix))
            start = last
        else:
            shown_end = match.end(prefix)
            is_short = last - first <= _LONGEST_DOUBTED
            start = max(first if is_short and shown_end <= first else last, match.start() + 1)


def _merge_overlaps(spans: list[Span]) -> Iterator[Span]:
    """`spans` sorted by start, without overlaps: one that begins in another extends it, and names
    it when its rule is the first certain one."""
    current: Span | None = None
    for span in spans:
        if current is None or span.start >= current.end:
            if current:
                yield current
            current = span
            continue
        named = span if span.rule.certain and not current.rule.certain else current
        end = max(span.end, current.end)
        current = Span(named.rule, current.start, end, current.shown_end)
    if current:
        yield current


def _secret_match(span: Span, previous_end: int, offsets: "_Offsets") -> SecretMatch:
    line = offsets.line(span.start)
    begin = max(offsets.line_start(line), previous_end)
    shown_end = min(span.shown_end, span.end)
    shown = offsets.content[begin:shown_end].decode("utf-8", "replace")
    return SecretMatch(
        rule=span.rule.name,
        title=span.rule.title,
        start=offsets.character(span.start),
        end=offsets.character(span.end),
        line=line,
        end_line=offsets.line(max(span.start, span.end - 1)),
        shown=_LINE_BREAK_OR_INVALID.split(shown)[-1][-_SHOWN:].strip(),
        certain=span.rule.certain,
    )


class _Offsets:
    """Converts byte offsets to lines and characters."""

    def __init__(self, content: bytes, *, ascii_only: bool) -> None:
        self.content = content
        self._ascii_only = ascii_only
        self._starts = [0]
        while position := content.find(b"\n", self._starts[-1]) + 1:
            self._starts.append(position)
        self._known = (0, 0)  # the last offset converted, in bytes and in characters

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self._starts, offset)

    def line_start(self, line: int) -> int:
        return self._starts[line - 1]

    def character(self, offset: int) -> int:
        """Offsets must come in rising order, so that each byte is decoded once."""
        if self._ascii_only:
            return offset
        known_bytes, known_characters = self._known
        step = len(decoded(self.content[known_bytes:offset]))
        self._known = (offset, known_characters + step)
        return self._known[1]


@cache
def _keyword_set() -> tuple[Any, dict[int, list[int]]]:
    """One automaton for all keywords, and the numbers of the rules that have each."""
    keywords = re2.Set.SearchSet(bytes_options())
    owners: dict[int, list[int]] = defaultdict(list)
    for number, rule in enumerate(secret_rules()):
        for word in rule.keywords:
            owners[keywords.Add(word.encode("ascii"))].append(number)
    owners[keywords.Add(b"")] = []  # always found: no result means that the automaton gave up
    keywords.Compile()
    return keywords, owners


@cache
def _compiled(pattern: str) -> tuple[Any, tuple[int, ...], int]:
    """The pattern, its groups that may hold the secret, and the group of the prefix."""
    compiled = re2.compile(pattern.encode("ascii"), bytes_options())
    groups = compiled.groupindex
    secrets = tuple(number for name, number in groups.items() if name.startswith(b"secret"))
    return compiled, secrets, groups[b"prefix"]
