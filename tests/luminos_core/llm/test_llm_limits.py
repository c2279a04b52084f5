"""The rate-limit headers, which may hold anything."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.llm.anthropic.rate_limit_headers import rate_limits
from luminos_core.records.limits import Allowance, RateLimits

KINDS = ("requests", "tokens", "input-tokens", "output-tokens")
NAMES = [f"anthropic-ratelimit-{kind}-{what}" for kind in KINDS for what in ("limit", "remaining")]
RESETS = [f"anthropic-ratelimit-{kind}-reset" for kind in KINDS]
DATE = "Sat, 28 Nov 2026 14:00:00 GMT"


def test_limits_are_parsed_and_a_reset_is_counted_from_the_responses_date() -> None:
    headers = {
        "date": DATE,
        "anthropic-ratelimit-requests-limit": "50",
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": "2026-11-28T14:00:07Z",
        "anthropic-ratelimit-input-tokens-limit": "30000",
        "anthropic-ratelimit-input-tokens-remaining": " 28000 ",
        "anthropic-ratelimit-input-tokens-reset": "2026-11-28T16:01:00+02:00",
    }
    assert rate_limits(headers) == RateLimits(
        requests=Allowance(limit=50, remaining=0, resets_in=7.0),
        input_tokens=Allowance(limit=30_000, remaining=28_000, resets_in=60.0),
    )


def test_headers_without_limits_are_none() -> None:
    assert rate_limits({}) is None
    assert rate_limits({"date": DATE, "retry-after": "3"}) is None


def test_a_reset_in_the_past_is_now_and_one_without_a_zone_or_a_time_is_ignored() -> None:
    def resets_in(header: str) -> float | None:
        limits = rate_limits({"date": DATE, RESETS[0]: header, NAMES[0]: "1"})
        assert limits is not None
        return limits.requests.resets_in

    assert resets_in("2026-11-28T13:00:00Z") == 0.0
    assert resets_in("9999-12-31T23:59:59Z") == 366 * 86_400.0
    assert resets_in("2026-11-28T14:00:07") is None
    assert resets_in("in a minute") is None
    assert resets_in("60") is None


def test_a_count_is_digits_and_nothing_else() -> None:
    for header in ("-1", "1e9", "1_000", "٣", "9" * 16, "9" * 5_000, "", "NaN", "0x10"):
        assert rate_limits({NAMES[0]: header}) is None


_odd = st.one_of(
    st.text(max_size=40),
    st.datetimes(timezones=st.timezones() | st.none()).map(lambda time: time.isoformat()),
    st.integers().map(str),
    st.sampled_from(["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "1" * 9_000]),
    st.sampled_from([DATE, "Sat, 99 Nov 99999999999 14:00:00 GMT", "Mon, 1 Jan 1 0:0:0 +9999"]),
)


@given(st.dictionaries(st.sampled_from([*NAMES, *RESETS, "date"]), _odd))
def test_no_header_raises_an_exception(headers: dict[str, str]) -> None:
    limits = rate_limits(headers) or RateLimits()
    for one in (limits.requests, limits.tokens, limits.input_tokens, limits.output_tokens):
        assert (one.limit or 0) >= 0
        assert (one.remaining or 0) >= 0
        assert 0.0 <= (one.resets_in or 0.0) <= 366 * 86_400.0
