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
import threading
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Self

from tests.fakes.messages_cache import PromptCache
from tests.fakes.messages_http import Http
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
    Wire,
    reply,
    text,
    thinking,
    tool_use,
)
from tests.fakes.messages_request import Received, Script, in_order, then
from tests.fakes.messages_rules import problem, signature
from tests.fakes.messages_submission import submits_at_once

__all__ = [
    "Answer",
    "Cut",
    "Drip",
    "ErrorEvent",
    "Failure",
    "MessagesServer",
    "NoEnd",
    "Pings",
    "Raw",
    "Received",
    "Reply",
    "Script",
    "Stall",
    "Tokens",
    "Wire",
    "in_order",
    "reply",
    "submits_at_once",
    "text",
    "then",
    "thinking",
    "tool_use",
]  # fmt: skip


class MessagesServer:
    """`script` is called for one request at a time, from the server's threads. An exception in it
    is answered with a 400 and raised again when the server closes."""

    def __init__(
        self,
        script: Script,
        key: str | None = None,
        port: int = 0,
        largest: int = 32 << 20,
        models: Collection[str] | None = None,
    ) -> None:
        """`largest`: bytes of a request; above that it is answered with a 413. `models`: those that
        it describes; None for a gateway that describes none. Calls to any are answered."""
        self.requests: list[Received] = []
        self.refused: list[str] = []  # why requests were answered with a 400
        self.usages: list[Block] = []  # of each answer that was begun: its model, and its bill
        self.cache = PromptCache()
        self.closing = threading.Event()
        self.key = key
        self.largest = largest
        self.models = models
        self._script = script
        self._paused: list[Block] = []  # the last block of each answer that is to be continued
        self._failure: BaseException | None = None
        self._at_work = 0
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._http = Http(("127.0.0.1", port), self)

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
            self._at_work += 1
            received = Received(len(self.requests) + 1, request, headers, self._at_work)
            self.requests.append(received)
            if len(body) > self.largest:
                return received, Failure(413, "request_too_large", "Request exceeds the maximum")
            return received, self._refusal(received) or self._scripted(received)

    def begun(self, received: Received, one: Reply) -> tuple[str, Reply, Block]:
        """A message id, the reply with ids and signatures, and its usage."""
        with self._lock:
            signed = replace(one, blocks=tuple(self._complete(received, b) for b in one.blocks))
            if one.stop_reason == "pause_turn":
                self._paused.extend(signed.blocks[-1:])
            usage = _overridden(self.cache.budget(dict(received.json)), one)
            self.usages.append({"model": one.model or received.json["model"], **usage})
            return f"msg_{next(self._ids):06}", signed, usage

    def worked(self) -> None:
        """One request's answer begins."""
        with self._lock:
            self._at_work -= 1

    def failed(self, error: BaseException | None) -> None:
        """Kept for `__exit__`, where the test will see it."""
        self._failure = self._failure or error

    def _refusal(self, received: Received) -> Failure | None:
        if self.key is not None and received.headers.get("authorization") != f"Bearer {self.key}":
            return Failure(401, "authentication_error", "invalid bearer token")
        broken = problem(dict(received.json), self._paused)
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
        if block["type"] == "tool_use" and block["id"] is None:
            return {**block, "id": f"toolu_{next(self._ids):06}"}
        if block["type"] == "thinking":
            before = len(received.messages) - received.is_continued
            return {**block, "signature": signature(received.json, before, block["thinking"])}
        return block


def _overridden(counted: Mapping[str, int], one: Reply) -> Block:
    """What the test set, else what was counted; four characters make a token of output."""
    said = max(1, len(json.dumps(one.blocks)) // 4)
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
