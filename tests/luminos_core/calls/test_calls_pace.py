"""The pace of calls over real HTTP: what the server says of its limits, and what follows."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from luminos_core.calls.retry import RetryPolicy
from luminos_core.errors import Interrupted, QuotaExhausted
from luminos_core.stop import StopSignal
from tests.fakes.buyer import Buyer
from tests.fakes.messages_server import (
    Answer,
    ErrorEvent,
    Failure,
    Received,
    reply,
    text,
)

GOOD = reply(text("Whole."))


@pytest.mark.parametrize(
    ("refusal", "places"),
    [
        (Failure(429, "rate_limit_error"), 4),
        (Failure(529, "overloaded_error"), 4),
        (ErrorEvent("rate_limit_error"), 4),
        (ErrorEvent("overloaded_error"), 4),
        (Failure(500), 8),
        (Failure(408), 8),
        (ErrorEvent("api_error"), 8),
    ],
)
def test_a_server_with_too_much_to_do_is_asked_half_as_much_at_once(
    shop, request_of, refusal, places
):
    server, buyer = shop(refusal, GOOD)

    assert buyer.turn(request_of(), StopSignal()).message.text == "Whole."
    assert (server.calls, buyer.rate_limiter.places) == (2, places)


def in_a_minute() -> str:
    return (datetime.now(UTC) + timedelta(seconds=60)).isoformat()


@pytest.mark.parametrize(
    ("kind", "remaining", "held"),
    [("requests", "0", True), ("requests", "1", False), ("input-tokens", "99", True)],
)
def test_nobody_calls_while_an_answer_says_that_too_little_is_left(
    shop, request_of, kind, remaining, held
):
    headers = {
        f"anthropic-ratelimit-{kind}-remaining": remaining,
        f"anthropic-ratelimit-{kind}-reset": in_a_minute(),
    }
    _, buyer = shop(reply(text("Whole."), headers=headers))

    turn = buyer.turn(request_of(), StopSignal())

    assert turn.limits is not None
    assert turn.usage.input + turn.usage.cache_write > 99
    assert (50 < buyer.rate_limiter.held_for < 62) == held


def test_a_refusal_without_retry_after_holds_until_the_limit_is_reset(shop, request_of):
    headers = {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": in_a_minute(),
    }
    _, buyer = shop(Failure(429, "rate_limit_error", headers=headers), GOOD)

    with pytest.raises(Interrupted):
        buyer.turn(request_of(), StopsWhileItWaits())
    assert 50 < buyer.rate_limiter.held_for < 62
    (waiting,) = buyer.events
    assert (waiting.reason, waiting.seconds > 50) == ("rate limit", True)


class StopsWhileItWaits(StopSignal):
    def wait(self, seconds: float) -> bool:
        self.set()
        return True


def test_a_quota_that_is_gone_ends_the_calls_of_all_threads(shop, request_of):
    def gone(request: Received) -> Answer:
        return Failure(429, "rate_limit_error", "no more today", headers={"retry-after": "7200"})

    server, buyer = shop(gone)
    with ThreadPoolExecutor(16) as threads:
        calls = [threads.submit(buyer.turn, request_of(), StopSignal()) for _ in range(40)]
    errors = {str(call.exception()) for call in calls}
    assert all(isinstance(call.exception(), QuotaExhausted) for call in calls)
    assert all("no more today; next answer" in error for error in errors)
    assert 1 <= server.calls <= 8  # those that were under way when the first was refused


def test_a_quota_that_is_gone_at_the_last_attempt_defers_the_work_all_the_same(shop, request_of):
    refusals = (Failure(500), Failure(429, "rate_limit_error", headers={"retry-after": "7200"}))
    _, buyer = shop(*refusals, policy=RetryPolicy(attempts=2, first_delay=0.01))

    with pytest.raises(QuotaExhausted):
        buyer.turn(request_of(), StopSignal())
    assert buyer.rate_limiter.closed is not None


def test_two_runs_on_one_key_find_their_share(shop, connect, request_of):
    """The server bears four calls at once; each of the two runs would make eight."""

    def bears_four(request: Received) -> Answer:
        if request.at_once > 4:
            return Failure(429, "rate_limit_error", "too many")
        return replace(GOOD, after_seconds=0.05)

    hasty = RetryPolicy(attempts=9, first_delay=0.01, longest_delay=0.02)
    server, one = shop(bears_four, policy=hasty)
    other = Buyer(one.model, hasty)
    with ThreadPoolExecutor(16) as threads:
        calls = [
            threads.submit(buyer.turn, request_of(), StopSignal()) for buyer in (one, other) * 40
        ]
    assert all(call.exception() is None for call in calls)
    assert server.calls - len(calls) < len(calls)  # refused: a third to a half of them
