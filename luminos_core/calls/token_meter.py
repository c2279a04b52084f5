"""How many tokens a request can have, by what the server has counted of earlier ones."""

import re
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from luminos_core.records.conversation import ModelRequest, Usage

# Bytes of a request's JSON in UTF-8, in tokens. English and code have 3 to 4 bytes a token.
_AT_FIRST = 0.45  # before anything is counted
_FEWEST = 0.34  # though fewer were counted in a few requests: the next text may be denser
_MANY = 12  # requests, after which the most that were counted is known
_MOST_MARGIN, _LEAST_MARGIN = 0.15, 0.05  # over the most that were counted, in few and in many
_SAMPLE = 1_000  # bytes; of shorter texts what surrounds them is counted
# Digits, encoded data and other scripts have more tokens than their bytes let expect.
_DENSE = re.compile(rb"[0-9]+|[A-Za-z0-9+/=_-]{25,}")
_DENSE_WEIGHT = 1.5
_OTHER_SCRIPTS = re.compile(rb"[\x80-\xff]+")
_OTHER_WEIGHT = 2.2
_KEPT = timedelta(minutes=4)  # the server keeps a prompt for five minutes from each use


@dataclass(frozen=True)
class KeptPrompt:
    """The beginning of a prompt, which the server has in its cache since `at` (UTC)."""

    tokens: int
    at: datetime


@dataclass(frozen=True)
class Counted:
    """A part of a prompt of which the server has said how many tokens it has."""

    tokens: int
    weight: float  # of its bytes


@dataclass
class _Rate:
    most: float = 0.0  # tokens a weighted byte
    requests: int = 0

    @property
    def bound(self) -> float:
        margin = max(_LEAST_MARGIN, min(_MOST_MARGIN, 1 / self.requests))
        return (1 + margin) * self.most


_NOT_KEPT = KeptPrompt(0, datetime.min.replace(tzinfo=UTC))
_NOTHING = Counted(0, 0.0)


class TokenMeter:
    """Shared by the threads of a run."""

    def __init__(self) -> None:
        self._rates: dict[str, _Rate] = {}  # by model
        self._prefixes: dict[tuple[str, str], KeptPrompt | None] = {}  # None: it was lost
        self._counted: dict[tuple[str, str], Counted] = {}  # prefixes
        self._lock = threading.Lock()

    def bound(self, request: ModelRequest, encoded: bytes, known: Counted | None = None) -> int:
        """At most so many tokens are in the request, of which `known` is a part."""
        weight = _weighted(encoded)
        with self._lock:
            counted = self._known(request, known)
            rate = self._bound_rate(request.model)
        return counted.tokens + ceil(rate * max(weight - counted.weight, 0.0))

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
        weight = _weighted(encoded)
        with self._lock:
            if is_prefix:
                self._counted[name] = Counted(cached, _weighted(prefix))
            self._rate(request.model, usage.context, weight, self._known(request, None))
            if usage.cache_read < expected.tokens:
                self._prefixes[name] = None
            elif is_prefix and self._prefixes.get(name, _NOT_KEPT) is not None:
                self._prefixes[name] = KeptPrompt(cached, now)

    def _known(self, request: ModelRequest, known: Counted | None) -> Counted:
        prefix = self._counted.get(_prefix_of(request), _NOTHING)
        return max(prefix, known or _NOTHING, key=lambda each: each.weight)

    def _rate(self, model: str, tokens: int, weight: float, prefix: Counted) -> None:
        """Of the messages, when they are long enough and what precedes them is known."""
        rate = self._rates.setdefault(model, _Rate())
        rate.requests += 1
        if weight - prefix.weight >= _SAMPLE:
            tokens, weight = tokens - prefix.tokens, weight - prefix.weight
        rate.most = max(rate.most, tokens / weight)

    def _bound_rate(self, model: str) -> float:
        """Of one model what others have counted says little, unless it has counted, too."""
        own = self._rates.get(model)
        if own is None:
            return _AT_FIRST
        many = [each.bound for each in self._rates.values() if each.requests >= _MANY]
        fewest = min([_FEWEST, max(many)]) if many else _FEWEST
        return own.bound if own.requests >= _MANY else max(own.bound, fewest)


def counted(usage: Usage, encoded: bytes) -> Counted:
    """The whole of a request, as the server has counted it."""
    return Counted(usage.context, _weighted(encoded))


def _prefix_of(request: ModelRequest) -> tuple[str, str]:
    """All conversations of a pass have the same system text and tools."""
    return request.model, request.system


def _weighted(encoded: bytes) -> float:
    """The bytes, those counted more that take more tokens."""
    dense = sum(match.end() - match.start() for match in _DENSE.finditer(encoded))
    other = sum(match.end() - match.start() for match in _OTHER_SCRIPTS.finditer(encoded))
    return len(encoded) + (_DENSE_WEIGHT - 1) * dense + (_OTHER_WEIGHT - 1) * other
