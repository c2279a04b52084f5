"""Replacing secrets by tags, before a text leaves the process."""

from collections import Counter
from dataclasses import dataclass

from luminos_core.records.snapshot import Count
from luminos_core.redaction.find_secrets import Span, decoded, encoded, find_spans, known_spans
from luminos_core.redaction.tag import tag, tags_in

_PASSES = 8  # redacting one secret may reveal another; limited for hostile texts


@dataclass(frozen=True)
class Redacted:
    """A text without its secrets, and the number of redactions by rule."""

    text: str
    counts: tuple[Count, ...] = ()  # by rule name; a repeated secret counts each time

    @property
    def total(self) -> int:
        return sum(count.count for count in self.counts)


def redact(text: str, tags: "Tags | None" = None) -> Redacted:
    """`text` with every secret replaced by a tag such as `<redacted:github-pat#1>`.

    The same secret has the same tag throughout a text, and throughout all with the same `tags`.
    Redact a whole file before cutting it, since half a secret matches no rule. Line numbers do
    not change. Redacting twice changes nothing.
    """
    content = encoded(text)
    counts: Counter[str] = Counter()
    tags = tags or Tags()
    tags.skip(content)
    for _ in range(_PASSES):
        spans = find_spans(content, known_spans(content))
        if not spans:
            break
        counts.update(span.rule.name for span in spans)
        content = _replaced(content, spans, tags)
    if not counts:
        return Redacted(text=text)
    return Redacted(
        text=decoded(content),
        counts=tuple(Count(name=name, count=count) for name, count in sorted(counts.items())),
    )


def _replaced(content: bytes, spans: tuple[Span, ...], tags: "Tags") -> bytes:
    pieces: list[bytes] = []
    position = 0
    for span in spans:
        pieces += (
            content[position : span.start],
            tags.of(span.rule.name, content[span.start : span.end]),
            b"\n" * content.count(b"\n", span.start, span.end),
        )
        position = span.end
    return b"".join([*pieces, content[position:]])


class Tags:
    """Assigns tags; numbers continue after those already in a text."""

    def __init__(self) -> None:
        self._last: Counter[str] = Counter()
        self._tags: dict[tuple[str, bytes], bytes] = {}

    def skip(self, content: bytes) -> None:
        for rule, number in tags_in(content):
            self._last[rule] = max(self._last[rule], number)

    def of(self, rule: str, secret: bytes) -> bytes:
        known = self._tags.get((rule, secret))
        if known is None:
            self._last[rule] += 1
            known = tag(rule, self._last[rule])
            self._tags[rule, secret] = known
        return known
