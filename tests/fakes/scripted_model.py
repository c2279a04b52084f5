"""A model that says what a test tells it to, and remembers what it was asked."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from luminos_core.records.conversation import (
    CUT,
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    ToolCall,
    Usage,
)
from luminos_core.stop import StopSignal

Answer = ModelResponse | Exception
Script = Callable[[ModelRequest], Answer] | Sequence[Answer]


class ScriptedModel:
    """`script` is a function of the request, or the answers in order; an exception is raised.
    A script that has run out fails the test. Safe to call from many threads."""

    name = "scripted"

    def __init__(self, script: Script) -> None:
        self._script = script
        self._lock = threading.Lock()
        self.requests: list[ModelRequest] = []

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request.model_dump_json().encode()

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        with self._lock:
            self.requests.append(request)
            position = len(self.requests) - 1
        stop.check()
        if callable(self._script):
            answer = self._script(request)
        elif position < len(self._script):
            answer = self._script[position]
        else:
            raise AssertionError(f"the script has no answer number {position + 1}")
        if isinstance(answer, Exception):
            raise answer
        return answer


def says(
    *calls: tuple[str, Any],
    text: str = "",
    stop_reason: StopReason | None = None,
    usage: Usage | None = None,
    refusal_category: str | None = None,
) -> ModelResponse:
    """An answer with these calls, each a tool's name and its input."""
    reason = stop_reason or (StopReason.TOOL_USE if calls else StopReason.END_TURN)
    return ModelResponse(
        message=AssistantMessage(
            text=text,
            calls=tuple(
                ToolCall(
                    id=f"call-{number}",
                    name=name,
                    input=given,
                    is_cut=reason in CUT and number == len(calls),
                )
                for number, (name, given) in enumerate(calls, start=1)
            ),
        ),
        stop_reason=reason,
        usage=usage or Usage(input=100, output=10),
        model="scripted-1",
        refusal_category=refusal_category,
    )


def submits(summary: str = "What it is.", completeness: Any = 1.0, **fields: Any) -> ModelResponse:
    """The submission of a directory."""
    return says(("submit_report", {"summary": summary, "completeness": completeness, **fields}))
