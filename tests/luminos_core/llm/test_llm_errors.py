"""What an error means."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.llm.anthropic.classify_error import ServerError, classify_error, seconds_asked
from luminos_core.llm.failed_attempt import FailedAttempt


@given(some.text(max_size=40))
def test_any_retry_after_is_read_or_passed_over(header):
    seconds = seconds_asked(header)

    assert seconds is None or 0 <= seconds <= 366 * 86_400


@pytest.mark.parametrize(
    ("header", "seconds"),
    [(None, None), ("7", 7.0), ("1.5", 1.5), ("inf", 366 * 86_400.0), ("nan", None), ("-1", 0.0)],
)
def test_a_retry_after_header(header, seconds):
    assert seconds_asked(header) == seconds


@given(status=some.integers(300, 599), kind=some.text(max_size=9), text=some.text(max_size=99))
def test_every_error_has_one_owner(status, kind, text):
    meant = classify_error(ServerError(status, kind, text=text), "claude-x")

    assert isinstance(meant, FailedAttempt) == (status in (408, 409, 429) or status >= 500)
