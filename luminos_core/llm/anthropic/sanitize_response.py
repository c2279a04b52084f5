"""A response's blocks in the form in which the Messages API takes them back.

The API refuses some blocks that a server has sent. A block is bound to the messages before it, so
none can be changed later: it is done once, as the response arrives.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

Block = dict[str, Any]

_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]")  # in the id of a call, and in the name of a tool
_LONGEST_NAME = 64  # characters


def sanitize_blocks(
    blocks: Iterable[Block], taken: Collection[str], *, is_paused: bool
) -> list[Block]:
    """`blocks` without empty texts and without thinking at the end; each call with an id of its
    own, none of them in `taken`. A paused answer is continued, and so ends in no whitespace."""
    kept = [block for block in blocks if block["type"] != "text" or block["text"].strip()]
    while kept and kept[-1]["type"] in ("thinking", "redacted_thinking"):
        kept.pop()
    if is_paused and kept and kept[-1]["type"] == "text":
        kept[-1]["text"] = kept[-1]["text"].rstrip()
    ids, last = set(taken), Counter[str]()
    for block in kept:
        if block["type"] == "tool_use":
            block["id"] = _unused(block["id"], ids, last)
            ids.add(block["id"])
    return kept


def sanitize_call(block: Block) -> Block:
    """A call's block with a name and an input that are taken back, whatever was called with what;
    any other block as it is."""
    if block["type"] != "tool_use":
        return block
    name = _ILLEGAL.sub("_", block["name"])[:_LONGEST_NAME] or "_"
    given = block["input"]
    return {**block, "name": name, "input": given if isinstance(given, dict) else {}}


def _unused(call_id: str, ids: Collection[str], last: Counter[str]) -> str:
    """An id that is in none of `ids`; `last` counts how often each was asked for."""
    legal = _ILLEGAL.sub("_", call_id) or "call"
    unused = legal
    while unused in ids:
        last[legal] += 1
        unused = f"{legal}-{last[legal] + 1}"
    return unused
