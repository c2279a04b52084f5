"""A fake Messages API over real HTTP on loopback: streams, counts, validates, and fails on order.

    with MessagesServer(lambda request: reply(text("Hello"))) as server:
        ... ANTHROPIC_BASE_URL=server.base_url, any ANTHROPIC_API_KEY ...
    assert server.calls == 1

In a process of its own, with a script of yours or one that submits at once whatever is asked for:
`python -m tests.fakes.messages_server [--port 8123] [--script package.module:function]`.
"""

import argparse
import importlib
import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.fakes import messages_replies as wire
from tests.fakes.messages_cache import PromptCache
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
    Tokens,
    reply,
    text,
    thinking,
    tool_use,
)
from tests.fakes.messages_rules import problem, signature
from tests.fakes.messages_submission import submits_at_once

__all__ = [
    "Answer", "Cut", "Drip", "ErrorEvent", "Failure", "MessagesServer", "NoEnd", "Pings", "Raw",
    "Received", "Reply", "Script", "Stall", "Tokens", "in_order", "reply", "submits_at_once",
    "text", "thinking", "tool_use",
]  # fmt: skip

_CHUNK = 700  # bytes; never the length of an event, so that clients must put them together


@dataclass(frozen=True)
class Received:
    """One request. `number` counts from 1 over all requests of the server."""

    number: int
    json: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.json["messages"])

    @property
    def system(self) -> str:
        system = self.json.get("system", "")
        return system if isinstance(system, str) else "".join(block["text"] for block in system)

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.json.get("tools", [])]

    @property
    def first_text(self) -> str:
        """Of the first user message: what the conversation is about."""
        return _texts(self.messages[0])

    @property
    def turn(self) -> int:
        """1 for a conversation's first call."""
        return 1 + sum(message["role"] == "assistant" for message in self.messages)

    @property
    def results(self) -> list[dict[str, Any]]:
        """The tool results in the last message."""
        content = self.messages[-1]["content"]
        return [block for block in content if block["type"] == "tool_result"]


Script = Callable[[Received], Answer]


def in_order(*answers: Answer) -> Script:
    """The answers one after the other; asking for more is an error of the script."""
    rest = iter(answers)
    return lambda request: next(rest)


class MessagesServer:
    """`script` is called for one request at a time, from the server's threads. An exception in it
    is answered with a 400 and raised again when the server closes."""

    def __init__(self, script: Script, key: str | None = None, port: int = 0) -> None:
        self.requests: list[Received] = []
        self.refused: list[str] = []  # why requests were answered with a 400
        self.usages: list[Block] = []  # what each answer that was begun is billed at
        self.cache = PromptCache()
        self.closing = threading.Event()
        self.key = key
        self._script = script
        self._failure: BaseException | None = None
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._http = _Http(("127.0.0.1", port), self)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def calls(self) -> int:
        return len(self.requests)

    def __enter__(self) -> Self:
        serve = self._http.serve_forever
        threading.Thread(target=serve, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        if self._failure is not None:
            raise self._failure

    def serve(self) -> None:
        """Until interrupted."""
        self._http.serve_forever()

    def answer(self, body: bytes, headers: Mapping[str, str]) -> tuple[Received, Answer]:
        """Record a request and decide on its answer."""
        request = json.loads(body)
        with self._lock:
            received = Received(len(self.requests) + 1, request, headers)
            self.requests.append(received)
            return received, self._refusal(received) or self._scripted(received)

    def begun(self, received: Received, one: Reply) -> tuple[str, Reply, Block]:
        """A message id, the reply with ids and signatures, and its usage."""
        with self._lock:
            signed = replace(one, blocks=tuple(self._complete(received, b) for b in one.blocks))
            usage = _overridden(self.cache.account(dict(received.json)), one)
            self.usages.append(usage)
            return f"msg_{next(self._ids):06}", signed, usage

    def failed(self, error: BaseException | None) -> None:
        """Kept for `__exit__`, where the test will see it."""
        self._failure = self._failure or error

    def _refusal(self, received: Received) -> Failure | None:
        if self.key is not None and received.headers.get("authorization") != f"Bearer {self.key}":
            return Failure(401, "authentication_error", "invalid bearer token")
        broken = problem(dict(received.json))
        if broken is None:
            return None
        self.refused.append(broken)
        return Failure(400, "invalid_request_error", broken)

    def _scripted(self, received: Received) -> Answer:
        try:
            return self._script(received)
        except Exception as error:  # noqa: BLE001 - the test that wrote the script hears of it
            self.failed(error)
            return Failure(400, "invalid_request_error", f"the test's script failed: {error!r}")

    def _complete(self, received: Received, block: Block) -> Block:
        if block["type"] == "tool_use" and not block["id"]:
            return {**block, "id": f"toolu_{next(self._ids):06}"}
        if block["type"] == "thinking":
            before = len(received.messages)
            return {**block, "signature": signature(received.json, before, block["thinking"])}
        return block


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # a stalled answer waits for nobody
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], messages: MessagesServer) -> None:
        self.messages = messages
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what many tests are about; anything else is a bug here."""
        error = sys.exc_info()[1]
        if not isinstance(error, ConnectionError):
            self.messages.failed(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Http

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path.partition("?")[0] != "/v1/messages":
            self._whole(404, "text/html", "<h1>Not found</h1>")
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        received, answer = self.server.messages.answer(body, headers)
        self._perform(received, answer)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Silence."""

    def _perform(self, received: Received, answer: Answer) -> None:  # noqa: C901 - one case a kind
        match answer:
            case Failure():
                self._fail(answer)
            case Raw():
                self._whole(200, answer.content_type, answer.content)
            case Reply():
                self.server.messages.closing.wait(answer.after_seconds)
                self._stream(b"".join(self._events(received, answer)))
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

    def _stream(self, content: bytes) -> None:
        kind = {"content-type": "text/event-stream; charset=utf-8", "transfer-encoding": "chunked"}
        self._head(200, kind)
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


def _texts(message: Mapping[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(block["text"] for block in content if block["type"] == "text")


def _overridden(counted: Mapping[str, int], one: Reply) -> Block:
    """What the test set, else what was counted; four characters make a token of output."""
    said = len(json.dumps(one.blocks)) // 4
    told = {
        "input_tokens": one.tokens.input,
        "cache_read_input_tokens": one.tokens.cache_read,
        "cache_creation_input_tokens": one.tokens.cache_write,
        "output_tokens": one.tokens.output,
    }
    known = {name: tokens for name, tokens in told.items() if tokens is not None}
    return {**counted, "output_tokens": said, **known}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--script", default="tests.fakes.messages_server:submits_at_once")
    chosen = options.parse_args()
    module, _, name = chosen.script.partition(":")
    server = MessagesServer(getattr(importlib.import_module(module), name), port=chosen.port)
    print(server.base_url, flush=True)  # noqa: T201 - what the caller waits for
    server.serve()


if __name__ == "__main__":
    main()
