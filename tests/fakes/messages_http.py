"""The answers of a fake Messages server as bytes on a connection."""

import itertools
import json
import sys
import threading
from collections.abc import Collection, Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import urlsplit

from tests.fakes import messages_replies as wire
from tests.fakes.messages_replies import (
    Answer,
    Block,
    Cut,
    Drip,
    ErrorEvent,
    Failure,
    NoEnd,
    Pings,
    Raw,
    Reply,
    Stall,
    Wire,
)
from tests.fakes.messages_request import Received

_CHUNK = 700  # bytes; never the length of an event, so that clients must put them together


class Messages(Protocol):
    """Who decides what is answered."""

    closing: threading.Event
    models: Collection[str] | None

    @property
    def calls(self) -> int: ...

    def answer(self, body: bytes, headers: Mapping[str, str]) -> tuple[Received, Answer]: ...

    def begun(self, received: Received, one: Reply) -> tuple[str, Reply, Block]: ...

    def worked(self) -> None: ...

    def failed(self, error: BaseException | None) -> None: ...


class Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a stalled answer waits for nobody
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], messages: Messages) -> None:
        self.messages = messages
        super().__init__(address, Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about; anything else is a bug here."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            self.messages.failed(error)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer of several writes takes 40 ms
    server: Http

    def do_GET(self) -> None:
        model = self.path.partition("?")[0].removeprefix("/v1/models/")
        known = self.server.messages.models
        if known is None or self.path.startswith("/v1/messages"):
            self._whole(404, "text/html", "<h1>Not found</h1>")
        elif model in known:
            told = {"type": "model", "id": model, "display_name": model}
            self._whole(200, "application/json", json.dumps(told))
        else:
            self._fail(Failure(404, "not_found_error", f"model: {model}"))

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionResetError("the client ended before its request did")
        if urlsplit(self.path).path != "/v1/messages":  # a proxy's has a host, too
            self._whole(404, "text/html", "<h1>Not found</h1>")
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        received, answer = self.server.messages.answer(body, headers)
        if isinstance(answer, Reply):
            self.server.messages.closing.wait(answer.after_seconds)
        self.server.messages.worked()  # before the client can know, and come again
        self._perform(received, answer)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Silence."""

    def _perform(self, received: Received, answer: Answer) -> None:  # noqa: C901 - one case a kind
        match answer:
            case Failure():
                self._fail(answer)
            case Raw():
                self._whole(200, answer.content_type, answer.content)
            case Wire():
                self.wfile.write(answer.content)
                self.close_connection = True
            case Reply():
                self._stream(b"".join(self._events(received, answer)), answer.headers)
                self._finish()
            case NoEnd():
                beginning, middle, _ = self._events(received, answer.reply)
                self._stream(beginning + middle)
                self._finish()
            case ErrorEvent():
                beginning, middle, _ = self._events(received, answer.reply)
                error = {"type": answer.kind, "message": answer.message}
                self._stream(beginning + middle + wire.event("error", error=error))
                self._finish()
            case Cut():
                self._stream(b"".join(self._events(received, answer.reply))[: answer.after])
                self.close_connection = True  # and no last chunk: the body is cut
            case Stall():
                self._stall(received, answer)
            case Pings():
                self._stream(self._events(received, Reply())[0])
                self._repeat(itertools.repeat(wire.event("ping")), answer.every)
            case Drip():
                events = b"".join(self._events(received, answer.reply))
                self._stream(b"")
                self._repeat((bytes([byte]) for byte in events), answer.every)
                self._finish()

    def _events(self, received: Received, one: Reply) -> tuple[bytes, bytes, bytes]:
        message_id, one, usage = self.server.messages.begun(received, one)
        model = one.model or received.json["model"]
        begun = {**usage}
        del begun["output_tokens"]
        return (
            wire.beginning(message_id, model, begun),
            b"".join(wire.body(one)),
            wire.ending(one, usage),
        )

    def _fail(self, failure: Failure) -> None:
        error: Block = {"type": failure.kind, "message": failure.message}
        if failure.error_code:
            error["details"] = {"error_code": failure.error_code}
        body = json.dumps({"type": "error", "error": error})
        content = failure.content if failure.content is not None else body
        kind = "application/json" if failure.content is None else "text/html"
        self._whole(failure.status, kind, content, failure.headers)

    def _stall(self, received: Received, stall: Stall) -> None:
        if stall.after is not None:
            self._stream(b"".join(self._events(received, stall.reply))[: stall.after])
        self.server.messages.closing.wait()
        self.close_connection = True

    def _repeat(self, pieces: Iterable[bytes], every: float) -> None:
        for piece in pieces:
            if self.server.messages.closing.wait(every):
                return
            self._chunk(piece)

    def _whole(
        self, status: int, kind: str, content: str, headers: Mapping[str, str] | None = None
    ) -> None:
        body = content.encode()
        self._head(status, {"content-type": kind, "content-length": len(body), **(headers or {})})
        self.wfile.write(body)

    def _stream(self, content: bytes, headers: Mapping[str, str] | None = None) -> None:
        kind = {"content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked"}
        self._head(200, {**kind, **(headers or {})})
        for start in range(0, len(content), _CHUNK):
            self._chunk(content[start : start + _CHUNK])

    def _head(self, status: int, headers: Mapping[str, object]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.send_header("request-id", f"req_{self.server.messages.calls}")
        self.end_headers()

    def _chunk(self, content: bytes) -> None:
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    def _finish(self) -> None:
        self.wfile.write(b"0\r\n\r\n")
