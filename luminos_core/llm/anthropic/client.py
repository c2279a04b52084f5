"""Anthropic's models, over the Messages API. The only file that knows the SDK."""

# ruff: noqa: PLC0415 - importing the SDK costs 1.5 s; `--help` and the offline model do without

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pydantic import SecretStr

from luminos_core.errors import LuminosError, SettingsError
from luminos_core.llm.anthropic.cancellable_connection import (
    CancellableConnection,
    cancellable_connection,
)
from luminos_core.llm.anthropic.classify_error import ServerError, classify_error, seconds_asked
from luminos_core.llm.anthropic.rate_limit_headers import rate_limits, seconds_until_reset
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.llm.anthropic.response import MALFORMED, ResponseBuilder
from luminos_core.llm.failed_attempt import FailedAttempt
from luminos_core.records.conversation import AssistantMessage, ModelRequest, ModelResponse, Usage
from luminos_core.records.settings import ProviderSettings
from luminos_core.stop import StopSignal

if TYPE_CHECKING:
    import anthropic
    import httpx2

DEFAULT_BASE_URL = "https://api.anthropic.com"
_Failure = LuminosError | FailedAttempt
_Create = Callable[..., Any]  # the shared client's; its types are for literal arguments only
_CONNECT_TIMEOUT = 10.0  # seconds
_LONGEST_QUOTATION = 300  # characters of the server's words in an error


def anthropic_model(provider: ProviderSettings, call_deadline: float) -> AnthropicModel:
    """`call_deadline` in seconds, for a whole attempt."""
    return AnthropicModel(provider.api_key, provider.base_url, call_deadline)


class AnthropicModel:
    """Safe to call from many threads; they share one client, made at the first call."""

    name = "anthropic"

    def __init__(
        self,
        api_key: SecretStr,
        base_url: str | None = None,
        call_deadline: float = 600.0,
        silence: float = 120.0,
    ) -> None:
        """Seconds: `call_deadline` for a whole attempt, `silence` without a byte in one."""
        self._key = SecretStr(_usable_key(api_key))
        self._base_url = _usable_url(base_url or DEFAULT_BASE_URL)
        self._deadline = call_deadline
        self._silence = min(silence, call_deadline)
        self._lock = threading.Lock()
        self._create: _Create | None = None
        self._calling = threading.local()  # .connection: of this thread's call

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        """As `Model.complete`. No error's text or chain holds the key."""
        stop.check()
        body = request_body(request)
        create = self._client()  # before the clock starts: the first call imports the SDK
        import anthropic
        import httpx2

        builder = ResponseBuilder(_call_ids(request))
        failure: _Failure | None
        with cancellable_connection(self._deadline, stop) as connection:
            self._calling.connection = connection
            try:
                with create(**body, stream=True) as response:
                    http = response.http_response
                    failure = self._read(request.model, http, connection, builder)
            except anthropic.APIStatusError as error:
                failure = classify_error(self._server_error(error), request.model)
            except anthropic.APITimeoutError:
                failure = FailedAttempt("the server did not answer in time")
            except (anthropic.APIConnectionError, httpx2.HTTPError) as error:
                failure = FailedAttempt(f"the connection failed: {self._quote(_cause(error))}")
        if failure is None:
            try:
                return builder.response()
            except FailedAttempt as failed:
                failure = FailedAttempt(self._quote(failed))
        if connection.expired:
            failure = FailedAttempt(f"no whole answer came within {self._deadline:g} s")
        raise _with_usage(failure, builder.usage)  # outside: the SDK's errors hold the key

    def _read(
        self,
        model: str,
        response: httpx2.Response,
        connection: CancellableConnection,
        builder: ResponseBuilder,
    ) -> _Failure | None:
        """Fill `builder` from the stream; returns what went wrong."""
        import anthropic

        connection.attach(response.extensions["network_stream"])  # a proxy's is not traced
        builder.limits = rate_limits(response.headers)
        kind = self._quote(response.headers.get("content-type", ""))
        if not kind.startswith("text/event-stream"):
            return FailedAttempt(f"the server sent {kind!r}, not events: check ANTHROPIC_BASE_URL")
        try:
            for sse in anthropic.Stream.raw_events(response):
                event = json.loads(sse.data or '{"type": "ping"}')
                if event["type"] == "error":
                    return classify_error(self._error_event(event["error"]), model)
                builder.append(event)
                if builder.done:
                    break
        except MALFORMED:
            return FailedAttempt("the server's events could not be read")
        return None

    def _client(self) -> _Create:
        with self._lock:
            if self._create is None:
                self._create = self._connect().messages.with_streaming_response.create
            return self._create

    def _connect(self) -> anthropic.Anthropic:
        """A client that opens a connection for each call, so that its socket is known before the
        response begins and none goes stale between calls. It follows no redirect, which would
        carry file contents to another server."""
        import anthropic
        import httpx2

        http = anthropic.DefaultHttpxClient(
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=0),
            event_hooks={"request": [self._trace]},
            follow_redirects=False,
        )
        return anthropic.Anthropic(
            api_key=self._key.get_secret_value(),
            base_url=self._base_url,
            timeout=httpx2.Timeout(self._silence, connect=_CONNECT_TIMEOUT),
            max_retries=0,  # the SDK obeys any retry-after and never retries within a stream
            open_telemetry=False,
            http_client=http,
        )

    def _trace(self, request: httpx2.Request) -> None:
        request.extensions = {**request.extensions, "trace": self._calling.connection.trace}

    def _server_error(self, error: anthropic.APIStatusError) -> ServerError:
        return ServerError(
            status=error.status_code,
            kind=self._quote(error.type or ""),
            code=self._quote(error.error_code or ""),
            text=self._quote(error.api_message or ""),
            retry_after=_retry_after(error.response.headers),
        )

    def _error_event(self, error: dict[str, Any]) -> ServerError:
        code = (error.get("details") or {}).get("error_code") or ""
        kind, text = error["type"], error.get("message") or ""
        return ServerError(200, self._quote(kind), self._quote(code), self._quote(text))

    def _quote(self, text: object) -> str:
        """One short line of the server's words, without the key."""
        line = " ".join(str(text).replace(self._key.get_secret_value(), "[key]").split())
        return line[:_LONGEST_QUOTATION]


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds. Some gateways say only when their limit is reset."""
    asked = seconds_asked(headers.get("retry-after"))
    return seconds_until_reset(rate_limits(headers)) if asked is None else asked


def _call_ids(request: ModelRequest) -> frozenset[str]:
    """The ids of the conversation's tool calls so far."""
    ours = (message for message in request.messages if isinstance(message, AssistantMessage))
    return frozenset(call.id for message in ours for call in message.calls)


def _with_usage(failure: _Failure, usage: Usage) -> _Failure:
    """`failure` with what the server counted before it."""
    if isinstance(failure, FailedAttempt):
        failure.usage = usage
    elif usage != Usage():
        return FailedAttempt(str(failure), usage=usage, final=failure)
    return failure


def _usable_key(api_key: SecretStr) -> str:
    """A header cannot hold just any text, and the client's complaint would quote the key."""
    key = api_key.get_secret_value().strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise SettingsError("ANTHROPIC_API_KEY is empty or holds a character that no key has")
    return key


def _usable_url(base_url: str) -> str:
    """Not quoted when it is wrong: it may hold a password."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise SettingsError("ANTHROPIC_BASE_URL must be like https://host or http://host:port")
    return base_url


def _cause(error: BaseException) -> BaseException:
    """The SDK says "Connection error."; its cause says which."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error
