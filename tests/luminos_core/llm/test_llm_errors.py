"""How a server's error is classified."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import RequestTooLarge
from luminos_core.llm.anthropic.classify_error import (
    ServerError,
    classify_error,
    seconds_asked,
    share_with_room,
)
from luminos_core.llm.failed_attempt import FailedAttempt


@given(st.text(max_size=40))
def test_any_retry_after_is_parsed_or_ignored(header):
    seconds = seconds_asked(header)

    assert seconds is None or 0 <= seconds <= 366 * 86_400


@pytest.mark.parametrize(
    ("header", "seconds"),
    [(None, None), ("7", 7.0), ("1.5", 1.5), ("inf", 366 * 86_400.0), ("nan", None), ("-1", 0.0)],
)
def test_a_retry_after_header(header, seconds):
    assert seconds_asked(header) == seconds


@given(status=st.integers(300, 599), kind=st.text(max_size=9), text=st.text(max_size=99))
def test_an_error_is_retryable_by_its_status(status, kind, text):
    error = classify_error(ServerError(status, kind, text=text), "claude-x")

    assert isinstance(error, FailedAttempt) == (status in (408, 409, 429) or status >= 500)


@pytest.mark.parametrize(
    ("words", "share"),
    [
        ("prompt is too long: 250000 tokens > 200000 maximum", 0.8),
        ("prompt is too long: 250,000 tokens > 200,000 maximum", 0.8),
        ("prompt is too long: 250.000 tokens > 200.000 maximum", 0.8),
        ("prompt is too long: 250 000 tokens > 200 000 maximum", 0.8),
        ("Prompt is too long: 250000 > 200000", 0.8),
        (
            "input length and `max_tokens` exceed context limit: 200000 + 50000 > 200000, "
            "decrease input length or `max_tokens` and try again",
            0.75,
        ),
        (
            "input length and `max_tokens` exceed context limit: 200,000 + 50,000 > 200,000, "
            "decrease input length or `max_tokens` and try again",
            0.75,
        ),
        ("prompt is too long: 40000000 bytes > 32000000 maximum", 0.8),
        ("prompt is too long", 0.0),
        ("input length and `max_tokens` exceed context limit: 100 + 300000 > 200000", 0.0),
        ("prompt is too long: 0 tokens > 0 maximum", 0.0),
        ("prompt is too long: 100 tokens > 200 maximum", 1.0),
    ],
)
def test_a_request_that_is_too_large_has_the_share_that_the_server_has_room_for(words, share):
    error = classify_error(ServerError(400, "invalid_request_error", text=words), "claude-x")
    assert isinstance(error, RequestTooLarge)
    assert error.share == pytest.approx(share)


def test_a_request_of_too_many_bytes_has_no_share_when_the_server_names_none():
    error = classify_error(ServerError(413, "request_too_large", text="over 32 MB"), "claude-x")
    assert isinstance(error, RequestTooLarge)
    assert error.share == 0.0


@given(st.text(alphabet="0123456789,. +>tokens", max_size=300))
def test_any_words_give_a_share(words):
    assert 0.0 <= share_with_room(words) <= 1.0
