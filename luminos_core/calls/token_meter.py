"""How many tokens a request can have, by what the server has counted of earlier ones."""

import re
import string
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from luminos_core.records.conversation import ModelRequest, Usage

# Bytes of a request's JSON in UTF-8, in tokens. English and code have 3 to 4 bytes a token.
_AT_FIRST = 0.45  # before anything is counted
_FEWEST = 0.34  # though fewer were counted in a few requests: the next text may be denser
_MANY = 12  # requests, after which the most that were counted is known
_MOST_MARGIN, _LEAST_MARGIN = 0.15, 0.08  # over the most that were counted, in few and in many
_SAMPLE = 1_000  # bytes; of shorter texts what surrounds them is counted
# Digits, encoded data and other scripts have more tokens than their bytes let expect.
_DENSE = re.compile(rb"[0-9]+|[A-Za-z0-9+/=_-]{25,}")
_DENSE_WEIGHT = 1.5
_OTHER_SCRIPTS = re.compile(rb"[\x80-\xff]+")
_OTHER_WEIGHT = 2.2
# Code and markup have more tokens than prose, and more of these.
_SIGNS = string.punctuation.encode()
_MORE_SIGNS = 1.1  # times the share of what was counted is still like it
_KEPT = timedelta(minutes=4)  # the server keeps a prompt for five minutes from each use


@dataclass(frozen=True)
class KeptPrompt:
    """The beginning of a prompt, which the server has in its cache since `at` (UTC)."""

    tokens: int
    at: datetime


@dataclass(frozen=True)
class Text:
    """What is looked at of encoded text."""

    size: int = 0  # bytes
    weight: float = 0.0  # of the bytes, those counted more that take more tokens
    signs: int = 0  # of the bytes

    @property
    def share(self) -> float:
        """Of signs; 1 when the text is too short to tell."""
        return self.signs / self.size if self.size >= _SAMPLE else 1.0

    def __sub__(self, part: "Text") -> "Text":
        return Text(
            size=max(self.size - part.size, 0),
            weight=max(self.weight - part.weight, 0.0),
            signs=max(self.signs - part.signs, 0),
        )


@dataclass(frozen=True)
class Counted:
    """A part of a prompt of which the server has said how many tokens it has."""

    tokens: int
    text: Text


@dataclass
class _Rate:
    most: float = 0.0  # tokens a weighted byte
    signs: float = 0.0  # the largest share of a text that was counted
    requests: int = 0

    @property
    def bound(self) -> float:
        margin = max(_LEAST_MARGIN, min(_MOST_MARGIN, 1 / self.requests))
        return (1 + margin) * self.most

    def is_known(self, text: Text) -> bool:
        """Whether many texts were counted, and some with as many signs."""
        return self.requests >= _MANY and text.share <= _MORE_SIGNS * self.signs


_NOT_KEPT = KeptPrompt(0, datetime.min.replace(tzinfo=UTC))
_NOTHING = Counted(0, Text())


class TokenMeter:
    """Shared by the threads of a run."""

    def __init__(self) -> None:
        self._rates: dict[str, _Rate] = {}  # by model
        self._prefixes: dict[tuple[str, str], KeptPrompt | None] = {}  # None: it was lost
        self._counted: dict[tuple[str, str], Counted] = {}  # prefixes
        self._lock = threading.Lock()

    def bound(self, request: ModelRequest, encoded: bytes, known: Counted | None = None) -> int:
        """At most so many tokens are in the request, of which `known` is a part."""
        text = text_of(encoded)
        with self._lock:
            counted = self._known(request, known)
            new = text - counted.text
            return counted.tokens + ceil(self._bound_rate(request.model, new) * new.weight)

    def kept(self, request: ModelRequest, now: datetime, known: KeptPrompt | None) -> KeptPrompt:
        """What of the request the server has in its cache: its tools and system, when another call
        has just used them, or `known`."""
        with self._lock:
            prefix = self._prefixes.get(_prefix_of(request))
        fresh = [each for each in (prefix, known) if each and now - each.at < _KEPT]
        return max(fresh, key=lambda each: each.tokens, default=_NOT_KEPT)

    def count(
        self,
        request: ModelRequest,
        encoded: bytes,
        prefix: bytes,
        usage: Usage,
        expected: KeptPrompt,
        now: datetime,
    ) -> None:
        """The server has counted `usage` for the request, whose tools and system are `prefix`, and
        was expected to have kept so much. A server that has not is not relied on again."""
        cached = usage.cache_read + usage.cache_write
        name = _prefix_of(request)
        is_prefix = bool(request.keeps_prefix and request.kept_messages == 0 and cached)
        text = text_of(encoded)
        with self._lock:
            if is_prefix:
                self._counted[name] = Counted(cached, text_of(prefix))
            self._rate(request.model, usage.context, text, self._known(request, None))
            if usage.cache_read < expected.tokens:
                self._prefixes[name] = None
            elif is_prefix and self._prefixes.get(name, _NOT_KEPT) is not None:
                self._prefixes[name] = KeptPrompt(cached, now)

    def _known(self, request: ModelRequest, known: Counted | None) -> Counted:
        prefix = self._counted.get(_prefix_of(request), _NOTHING)
        return max(prefix, known or _NOTHING, key=lambda each: each.text.size)

    def _rate(self, model: str, tokens: int, text: Text, prefix: Counted) -> None:
        """Of the messages, when they are long enough and what precedes them is known."""
        rate = self._rates.setdefault(model, _Rate())
        rate.requests += 1
        if (new := text - prefix.text).size >= _SAMPLE:
            tokens, text = tokens - prefix.tokens, new
            rate.signs = max(rate.signs, text.share)
        rate.most = max(rate.most, tokens / text.weight)

    def _bound_rate(self, model: str, text: Text) -> float:
        """Of one model what others have counted says little, unless it has counted, too."""
        own = self._rates.get(model)
        if own is None:
            return _AT_FIRST
        if own.is_known(text):
            return own.bound
        others = [each.bound for each in self._rates.values() if each.is_known(text)]
        return max(own.bound, min(_FEWEST, max(others, default=_FEWEST)))


def counted(usage: Usage, encoded: bytes) -> Counted:
    """The whole of a request, as the server has counted it."""
    return Counted(usage.context, text_of(encoded))


def _prefix_of(request: ModelRequest) -> tuple[str, str]:
    """All conversations of a pass have the same system text and tools."""
    return request.model, request.system


def text_of(encoded: bytes) -> Text:
    dense = sum(match.end() - match.start() for match in _DENSE.finditer(encoded))
    other = sum(match.end() - match.start() for match in _OTHER_SCRIPTS.finditer(encoded))
    weight = len(encoded) + (_DENSE_WEIGHT - 1) * dense + (_OTHER_WEIGHT - 1) * other
    signs = len(encoded) - len(encoded.translate(None, _SIGNS))
    return Text(size=len(encoded), weight=weight, signs=signs)
