"""The `anthropic-ratelimit-*` headers; what cannot be parsed counts as missing."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from luminos_core.records.limits import Allowance, RateLimits

_PREFIX = "anthropic-ratelimit"
_LONGEST_NUMBER = 15  # digits; a longer one is no count of anything
_LONGEST_RESET = 366 * 86_400.0  # seconds


def rate_limits(headers: Mapping[str, str]) -> RateLimits | None:
    """The limits in `headers`, whose names compare in lower case; None if there are none.

    A reset is a time by the server's clock, and so is compared with the answer's own date.
    """
    answered_at = _http_date(headers.get("date")) or datetime.now(UTC)
    limits = RateLimits(
        requests=_allowance(headers, "requests", answered_at),
        tokens=_allowance(headers, "tokens", answered_at),
        input_tokens=_allowance(headers, "input-tokens", answered_at),
        output_tokens=_allowance(headers, "output-tokens", answered_at),
    )
    return None if limits == RateLimits() else limits


def seconds_until_reset(limits: RateLimits | None) -> float | None:
    """Until every limit that is used up resets; None if none is."""
    if limits is None:
        return None
    kinds = (limits.requests, limits.tokens, limits.input_tokens, limits.output_tokens)
    waits = [one.resets_in for one in kinds if one.remaining == 0 and one.resets_in is not None]
    return max(waits, default=None)


def _allowance(headers: Mapping[str, str], kind: str, answered_at: datetime) -> Allowance:
    resets_at = _rfc_3339(headers.get(f"{_PREFIX}-{kind}-reset"))
    return Allowance(
        limit=_count(headers.get(f"{_PREFIX}-{kind}-limit")),
        remaining=_count(headers.get(f"{_PREFIX}-{kind}-remaining")),
        resets_in=None if resets_at is None else _seconds(answered_at, resets_at),
    )


def _count(header: str | None) -> int | None:
    text = (header or "").strip()
    is_count = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_count else None


def _rfc_3339(header: str | None) -> datetime | None:
    try:
        time = datetime.fromisoformat((header or "").strip())
    except ValueError:
        return None
    return time if time.tzinfo else None


def _http_date(header: str | None) -> datetime | None:
    try:
        time = parsedate_to_datetime(header or "")
    except (ValueError, OverflowError):
        return None
    return time if time.tzinfo else None


def _seconds(start: datetime, end: datetime) -> float:
    return min(max((end - start).total_seconds(), 0.0), _LONGEST_RESET)
