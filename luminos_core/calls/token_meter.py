"""How many tokens a request can have, by what the server has counted of earlier ones."""

import re
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from luminos_core.records.conversation import ModelRequest, Usage

# Bytes of a request's JSON in UTF-8, in tokens. English and code have 3 to 4 bytes a token.
_AT_FIRST = 0.45  # before anything is counted
_FEWEST = 0.34  # however few were counted: the next text may be denser
_MARGIN = 1.15  # over the most that were counted
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
    bytes: int
    at: datetime


_NOTHING = KeptPrompt(0, 0, datetime.min.replace(tzinfo=UTC))


class TokenMeter:
    """Shared by the threads of a run."""

    def __init__(self) -> None:
        self._rates: dict[str, float] = {}  # tokens a weighted byte, at most, by model
        self._prefixes: dict[tuple[str, str], KeptPrompt | None] = {}  # None: it was lost
        self._lock = threading.Lock()

    def bound(self, model: str, encoded: bytes) -> int:
        """At most so many tokens are in the request."""
        with self._lock:
            rate = self._rates.get(model)
        rate = _AT_FIRST if rate is None else max(_FEWEST, _MARGIN * rate)
        return ceil(rate * _weighted(encoded))

    def kept(self, request: ModelRequest, now: datetime, known: KeptPrompt | None) -> KeptPrompt:
        """What of the request the server has in its cache: its tools and system, when another call
        has just used them, or `known`."""
        with self._lock:
            prefix = self._prefixes.get(_prefix_of(request))
        fresh = [each for each in (prefix, known) if each and now - each.at < _KEPT]
        return max(fresh, key=lambda each: each.tokens, default=_NOTHING)

    def count(
        self,
        request: ModelRequest,
        encoded: bytes,
        prefix_bytes: int,
        usage: Usage,
        expected: KeptPrompt,
        now: datetime,
    ) -> None:
        """The server has counted `usage` for the request, and was expected to have kept so much. A
        server that has not is not relied on again."""
        cached = usage.cache_read + usage.cache_write
        prefix = _prefix_of(request)
        is_prefix = bool(request.keeps_prefix and request.kept_messages == 0 and cached)
        with self._lock:
            rate = usage.context / _weighted(encoded)
            self._rates[request.model] = max(rate, self._rates.get(request.model, 0.0))
            if usage.cache_read < expected.tokens:
                self._prefixes[prefix] = None
            elif is_prefix and self._prefixes.get(prefix, _NOTHING) is not None:
                self._prefixes[prefix] = KeptPrompt(cached, prefix_bytes, now)


def _prefix_of(request: ModelRequest) -> tuple[str, str]:
    """All conversations of a pass have the same system text and tools."""
    return request.model, request.system


def _weighted(encoded: bytes) -> float:
    """The bytes, those counted more that take more tokens."""
    dense = sum(match.end() - match.start() for match in _DENSE.finditer(encoded))
    other = sum(match.end() - match.start() for match in _OTHER_SCRIPTS.finditer(encoded))
    return len(encoded) + (_DENSE_WEIGHT - 1) * dense + (_OTHER_WEIGHT - 1) * other
