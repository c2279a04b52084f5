"""How a server's error is classified."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.llm.anthropic.classify_error import ServerError, classify_error, seconds_asked
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
