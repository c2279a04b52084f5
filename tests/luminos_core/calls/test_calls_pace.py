"""The rate of calls over real HTTP: the server's limits, and what the client does about them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from luminos_core.calls.retry import RetryPolicy
from luminos_core.errors import Interrupted, QuotaExhausted
from luminos_core.stop import StopSignal
from tests.fakes.billed_client import BilledClient
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
    ("refusal", "slots"),
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
def test_congestion_halves_the_slots_and_other_failures_do_not(billed, request_of, refusal, slots):
    server, client = billed(refusal, GOOD)

    assert client.complete(request_of(), StopSignal()).message.text == "Whole."
    assert (server.calls, client.rate_limiter.slots) == (2, slots)


def in_a_minute() -> str:
    return (datetime.now(UTC) + timedelta(seconds=60)).isoformat()


@pytest.mark.parametrize(
    ("kind", "remaining", "held"),
    [("requests", "0", True), ("requests", "1", False), ("input-tokens", "99", True)],
)
def test_all_calls_are_held_while_a_response_reports_that_too_little_is_left(
    billed, request_of, kind, remaining, held
):
    headers = {
        f"anthropic-ratelimit-{kind}-remaining": remaining,
        f"anthropic-ratelimit-{kind}-reset": in_a_minute(),
    }
    _, client = billed(reply(text("Whole."), headers=headers))

    response = client.complete(request_of(), StopSignal())

    assert response.limits is not None
    assert response.usage.input + response.usage.cache_write > 99
    assert (50 < client.rate_limiter.held_for < 62) == held


def test_a_refusal_without_retry_after_holds_until_the_limit_is_reset(billed, request_of):
    headers = {
        "anthropic-ratelimit-requests-remaining": "0",
        "anthropic-ratelimit-requests-reset": in_a_minute(),
    }
    _, client = billed(Failure(429, "rate_limit_error", headers=headers), GOOD)

    with pytest.raises(Interrupted):
        client.complete(request_of(), StopsWhileItWaits())
    assert 50 < client.rate_limiter.held_for < 62
    (waiting,) = client.events
    assert (waiting.reason, waiting.seconds > 50) == ("rate limit", True)


class StopsWhileItWaits(StopSignal):
    def wait(self, seconds: float) -> bool:
        self.set()
        return True


def test_an_exhausted_quota_ends_the_calls_of_all_threads(billed, request_of):
    def exhausted(request: Received) -> Answer:
        return Failure(429, "rate_limit_error", "no more today", headers={"retry-after": "7200"})

    server, client = billed(exhausted)
    with ThreadPoolExecutor(16) as threads:
        calls = [threads.submit(client.complete, request_of(), StopSignal()) for _ in range(40)]
    errors = {str(call.exception()) for call in calls}
    assert all(isinstance(call.exception(), QuotaExhausted) for call in calls)
    assert all("no more today; next answer" in error for error in errors)
    assert 1 <= server.calls <= 8  # those that were under way when the first was refused


def test_a_quota_exhausted_at_the_last_attempt_still_defers_the_work(billed, request_of):
    refusals = (Failure(500), Failure(429, "rate_limit_error", headers={"retry-after": "7200"}))
    _, client = billed(*refusals, policy=RetryPolicy(attempts=2, first_delay=0.01))

    with pytest.raises(QuotaExhausted):
        client.complete(request_of(), StopSignal())
    assert client.rate_limiter.closed is not None


def test_two_runs_on_one_key_share_its_slots(billed, request_of):
    """The server accepts four calls at once; each of the two runs would make eight."""

    def accepts_four(request: Received) -> Answer:
        if request.at_once > 4:
            return Failure(429, "rate_limit_error", "too many")
        return replace(GOOD, after_seconds=0.05)

    quick = RetryPolicy(attempts=9, first_delay=0.01, longest_delay=0.02)
    server, one = billed(accepts_four, policy=quick)
    other = BilledClient(one.model, quick)
    with ThreadPoolExecutor(16) as threads:
        calls = [
            threads.submit(client.complete, request_of(), StopSignal())
            for client in (one, other) * 40
        ]
    assert all(call.exception() is None for call in calls)
    assert server.calls - len(calls) < len(calls)  # refused: a third to a half of them
