"""Prompt caching as the Messages API accounts for it."""

import hashlib
import json
import threading
from dataclasses import dataclass
from typing import Any

_LOOK_BACK = 20  # blocks before a breakpoint at which an older entry is found
_CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Step:
    """One block of the prompt, with the digest of everything up to its end."""

    digest: str
    tokens: int  # of the prompt up to here
    marked: bool


class PromptCache:
    """Entries are written at breakpoints only, and found at or shortly before one."""

    def __init__(self) -> None:
        self._entries: set[str] = set()
        self._lock = threading.Lock()

    def budget(self, request: dict[str, Any]) -> dict[str, int]:
        """Tokens of the request by the rate they are billed at, in the API's names."""
        steps = _steps(request)
        marks = [index for index, step in enumerate(steps) if step.marked]
        with self._lock:
            read = max((self._found(steps, mark) for mark in marks), default=0)
            self._entries.update(steps[mark].digest for mark in marks)
        kept = steps[marks[-1]].tokens if marks else 0
        return {
            "input_tokens": steps[-1].tokens - max(kept, read),
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": max(kept - read, 0),
        }

    def _found(self, steps: list[Step], mark: int) -> int:
        for step in reversed(steps[max(0, mark - _LOOK_BACK) : mark + 1]):
            if step.digest in self._entries:
                return step.tokens
        return 0


def _steps(request: dict[str, Any]) -> list[Step]:
    """In the order in which the server reads them: tools, system, messages."""
    blocks = [*request.get("tools", []), *_listed(request.get("system", []))]
    for message in request["messages"]:
        blocks += _listed(message["content"])
    digest, characters, steps = hashlib.sha256(request["model"].encode()), 0, []
    for block in blocks:
        bare = json.dumps({key: block[key] for key in sorted(block) if key != "cache_control"})
        digest.update(bare.encode())
        characters += len(bare)
        tokens = characters // _CHARACTERS_PER_TOKEN
        steps.append(Step(digest.copy().hexdigest(), tokens, "cache_control" in block))
    if "cache_control" in request:  # the moving breakpoint: the last block, whichever it is
        steps[-1] = Step(steps[-1].digest, steps[-1].tokens, marked=True)
    return steps


def _listed(content: Any) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
