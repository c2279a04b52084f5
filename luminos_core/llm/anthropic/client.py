"""Anthropic's models, over the Messages API. The only file that knows the SDK."""

# ruff: noqa: PLC0415 - importing the SDK costs 1.5 s; `--help` and the offline model do without

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from luminos_core.errors import CallsRefused, LuminosError
from luminos_core.llm.anthropic.cancellable_connection import (
    CancellableConnection,
    cancellable_connection,
)
from luminos_core.llm.anthropic.classify_error import (
    ServerError,
    classify_error,
    refused_in_advance,
    seconds_asked,
)
from luminos_core.llm.anthropic.connection_error import (
    classify_connection_error,
    connection_to,
    root_cause,
    unusable_client,
)
from luminos_core.llm.anthropic.endpoint import DEFAULT_BASE_URL, usable_key, usable_url
from luminos_core.llm.anthropic.network_options import network_options
from luminos_core.llm.anthropic.rate_limit_headers import rate_limits, seconds_until_reset
from luminos_core.llm.anthropic.request import call_ids, request_body, request_bytes
from luminos_core.llm.anthropic.response import MALFORMED, ResponseBuilder
from luminos_core.llm.failed_attempt import Affects, FailedAttempt
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.settings import Network, ProviderSettings
from luminos_core.redaction.redact import redact
from luminos_core.settings import read_network
from luminos_core.stop import StopSignal

if TYPE_CHECKING:
    import anthropic
    import httpx2

_Failure = LuminosError | FailedAttempt
_CONNECT_TIMEOUT = 10.0  # seconds
_CHECK_DEADLINE = 10.0  # seconds
_LONGEST_QUOTATION = 300  # characters of the server's words in an error


def anthropic_model(provider: ProviderSettings, call_deadline: float) -> AnthropicModel:
    """`call_deadline` in seconds, for a whole attempt."""
    return AnthropicModel(
        provider.api_key, provider.base_url, call_deadline, network=provider.network
    )


class AnthropicModel:
    """Safe to call from many threads; they share one client, made at the first call."""

    name = "anthropic"

    def __init__(
        self,
        api_key: SecretStr,
        base_url: str | None = None,
        call_deadline: float = 600.0,
        silence: float = 120.0,
        network: Network | None = None,
    ) -> None:
        """Seconds: `call_deadline` for a whole attempt, `silence` without a byte in one. Without
        `network`, that of the environment."""
        self._key = SecretStr(usable_key(api_key))
        self._base_url = usable_url(base_url or DEFAULT_BASE_URL)
        self._deadline = call_deadline
        self._silence = min(silence, call_deadline)
        self._network = network or read_network()
        self._lock = threading.Lock()
        self._sdk: anthropic.Anthropic | None = None
        self._has_worked = False  # something was answered
        self._calling = threading.local()  # .connection: of this thread's call

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        """As `Model.complete`. No error's text or chain holds the key."""
        stop.check()
        body = request_body(request)
        create: Callable[..., Any] = self._client().messages.with_streaming_response.create
        builder = ResponseBuilder(call_ids(request))

        def exchange(connection: CancellableConnection) -> _Failure | None:
            with create(**body, stream=True) as response:
                return self._read(request.model, response.http_response, connection, builder)

        failure = self._failure_of(exchange, request.model, self._deadline, stop)
        if failure is None:
            try:
                return builder.response()
            except FailedAttempt as failed:
                failure = FailedAttempt(self._quote(failed))
        raise _with_usage(failure, builder.usage)  # outside: the SDK's errors hold the key

    def check(self, model: str, stop: StopSignal) -> bool:
        """As `Model.check`."""
        import anthropic

        retrieve = self._client().models.with_streaming_response.retrieve

        def exchange(connection: CancellableConnection) -> _Failure | None:
            try:
                with retrieve(model, timeout=self._deadline):
                    return None
            except anthropic.APIStatusError as error:
                return refused_in_advance(self._server_error(error), model)

        deadline = min(_CHECK_DEADLINE, self._deadline)
        failure = self._failure_of(exchange, model, deadline, stop)
        if isinstance(failure, CallsRefused):
            raise failure
        return failure is None

    def _failure_of(
        self,
        exchange: Callable[[CancellableConnection], _Failure | None],
        model: str,
        deadline: float,
        stop: StopSignal,
    ) -> _Failure | None:
        """What `exchange` returns, or what its error amounts to."""
        import anthropic
        import httpx2

        with cancellable_connection(deadline, stop) as connection:
            self._calling.connection = connection
            try:
                failure = exchange(connection)
            except anthropic.APIStatusError as error:
                failure = classify_error(self._server_error(error), model)
            except anthropic.APIConnectionError as error:
                way = connection_to(self._base_url, connection.address, has_worked=self._has_worked)
                failure = classify_connection_error(error, way, self._quote)
            except httpx2.HTTPError as error:
                failure = FailedAttempt(f"the connection failed: {self._quote(root_cause(error))}")
        if failure is not None and connection.expired:
            text = f"no whole answer came within {deadline:g} s"
            return FailedAttempt(text, affects=Affects.MAYBE_ALL)
        return failure

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
        self._has_worked = True
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

    def _client(self) -> anthropic.Anthropic:
        with self._lock:
            if self._sdk is None:
                self._sdk = self._connect()
            return self._sdk

    def _connect(self) -> anthropic.Anthropic:
        """A client that opens a connection for each call, so that its socket is known before the
        response begins and none goes stale between calls. It follows no redirect, which would
        carry file contents to another server."""
        import anthropic
        import httpx2

        try:
            http = anthropic.DefaultHttpxClient(
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=0),
                event_hooks={"request": [self._trace]},
                follow_redirects=False,
                **network_options(self._base_url, self._network),
            )
        except (ImportError, OSError, ValueError, httpx2.InvalidURL) as error:
            problem = unusable_client(error)
        else:
            return anthropic.Anthropic(
                api_key=self._key.get_secret_value(),
                base_url=self._base_url,
                timeout=httpx2.Timeout(self._silence, connect=_CONNECT_TIMEOUT),
                max_retries=0,  # the SDK obeys any retry-after, and never retries within a stream
                open_telemetry=False,
                http_client=http,
            )
        raise problem

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
        """One short line of the server's words, without the key and other secrets."""
        line = " ".join(str(text).replace(self._key.get_secret_value(), "[key]").split())
        return redact(line).text[:_LONGEST_QUOTATION]


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds. Some gateways say only when their limit is reset."""
    asked = seconds_asked(headers.get("retry-after"))
    return seconds_until_reset(rate_limits(headers)) if asked is None else asked


def _with_usage(failure: _Failure, usage: Usage) -> _Failure:
    """`failure` with what the server counted before it."""
    if usage == Usage():
        return failure
    if isinstance(failure, FailedAttempt):  # the server is there, and each attempt costs
        return replace(failure, usage=usage, affects=Affects.CALL)
    return FailedAttempt(str(failure), usage=usage, final=failure)
