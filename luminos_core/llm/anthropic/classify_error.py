"""What a refusal of the Messages API means: whose it is, and whether to ask again."""

import math
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import mktime_tz, parsedate_tz

from luminos_core.errors import (
    AnswerTooLong,
    CallsRefused,
    LuminosError,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.llm.failed_attempt import Affects, FailedAttempt

# An error event arrives in a stream whose status is 200; its type gives the status it means.
_STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_LONGEST_ASKED = 366 * 86_400.0  # seconds; beyond that a date could not be written
_CONGESTED = {429, 529}
_RETRYABLE_BELOW_500 = {408, 409, 429}
_MAYBE_OF_THE_REQUEST = {500, 504}
_TOO_LONG = ("prompt is too long", "exceed context limit", "exceeds the context window")
_NUMBER = r"(\d{1,15}(?:[,._' ]\d{3}){0,4})"  # with or without thousands separators
_SIZES = re.compile(rf"{_NUMBER}(?: \+ {_NUMBER})?(?: tokens| bytes)? > {_NUMBER}")
_TOO_LONG_AN_ANSWER = re.compile(r"max_tokens: \d{1,9} > (\d{1,9})\b")
_OUT_OF_MONEY = ("credit balance is too low", "usage limits")


@dataclass(frozen=True)
class ServerError:
    """The server's error. Its texts do not hold the key."""

    status: int  # 200 for an error event inside a stream
    kind: str = ""  # the API's error type
    code: str = ""  # the API's error code, when it has one
    text: str = ""
    retry_after: float | None = None  # seconds

    @property
    def meant_status(self) -> int:
        return self.status if self.status != 200 else _STATUS_OF_TYPE.get(self.kind, 500)

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.kind, self.text.rstrip(".")) if part)
        return f"the server said {self.meant_status}" + (f" {text}" if text else "")


def classify_error(error: ServerError, model: str) -> LuminosError | FailedAttempt:
    """The exception that `error` amounts to."""
    status = error.meant_status
    if _is_out_of_money(error):
        return _out_of_money(error)
    if status >= 500 or status in _RETRYABLE_BELOW_500:
        return FailedAttempt(
            str(error),
            retry_after=error.retry_after,
            congested=status in _CONGESTED,
            affects=_affects(status),
        )
    if refusal := _refusal_of_all(error, model):
        return CallsRefused(refusal)
    if status == 413 or any(words in error.text.lower() for words in _TOO_LONG):
        text = f"the request is too large for {model}: {error}"
        return RequestTooLarge(text, share_with_room(error.text))
    refused = f"the server refused the request: {error}"
    if found := _TOO_LONG_AN_ANSWER.search(error.text):
        return AnswerTooLong(refused, int(found[1]))
    return RequestRejected(refused)


def refused_in_advance(error: ServerError, model: str) -> LuminosError | FailedAttempt | None:
    """What it means that the server refused to describe `model`. Only the API's own words count:
    a gateway may serve a model that it does not describe."""
    knows_none = error.kind == "not_found_error" and model in error.text
    if knows_none or error.kind == "authentication_error" or error.status == 407:
        return classify_error(error, model)
    return None


def _refusal_of_all(error: ServerError, model: str) -> str:
    """Why every other call would be refused, too; "" when it need not be."""
    match error.meant_status:
        case 401 | 403:
            return f"the key was refused: {error}; set ANTHROPIC_API_KEY to a valid key"
        case 404:
            return _not_found(error, model)
        case 407:
            login = "put a user and a password into HTTP_PROXY"
            return f"the proxy asks for a login: {error}; {login}"
    return ""


def _affects(status: int) -> Affects:
    if status < 500:
        return Affects.CALL
    return Affects.MAYBE_ALL if status in _MAYBE_OF_THE_REQUEST else Affects.ALL


def share_with_room(text: str) -> float:
    """Of a request that is too large, by the server's words: "214,321 tokens > 200,000 maximum",
    "195000 + 8192 > 200000", whose second number is `max_tokens`. 0 without such numbers."""
    found = _SIZES.search(text)
    if not found:
        return 0.0
    size, reserved, limit = (int(re.sub(r"\D", "", number or "0")) for number in found.groups())
    return min(max(limit - reserved, 0) / max(size, 1), 1.0)


def _is_out_of_money(error: ServerError) -> bool:
    return (
        error.meant_status == 402
        or error.code.endswith("spend_limit_reached")
        or any(words in error.text.lower() for words in _OUT_OF_MONEY)
    )


def _out_of_money(error: ServerError) -> QuotaExhausted:
    text = f"the account cannot pay for more: {error}"
    if error.retry_after is None:
        return QuotaExhausted(text, None)
    returns_at = datetime.now(UTC) + timedelta(seconds=error.retry_after)
    return QuotaExhausted(f"{text}; next answer {returns_at:%Y-%m-%d %H:%M} UTC", returns_at)


def _not_found(error: ServerError, model: str) -> str:
    if error.kind != "not_found_error":
        return f"no Messages API answers there: {error}; check ANTHROPIC_BASE_URL"
    return (
        f"the server knows no model {model!r}: set LUMINOS_PLANNING_MODEL, "
        "LUMINOS_DEVELOPMENT_MODEL, LUMINOS_FAST_MODEL or LUMINOS_FALLBACK_MODEL to one that it "
        "knows"
    )


def seconds_asked(retry_after: str | None) -> float | None:
    """A retry-after header, which is a number of seconds or an HTTP date; None if neither."""
    seconds = _number(retry_after or "")
    if seconds is None and (date := parsedate_tz(retry_after or "")) is not None:
        seconds = mktime_tz(date) - time.time()
    return None if seconds is None else min(max(seconds, 0.0), _LONGEST_ASKED)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return None if math.isnan(number) else number
