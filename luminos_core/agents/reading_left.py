"""Whether an agent has something left to read, so that it is likely to call again."""

from collections.abc import Sequence
from posixpath import normpath

from luminos_core.records.conversation import (
    AssistantMessage,
    Message,
    ToolCall,
    ToolResult,
    UserMessage,
)
from luminos_core.tools.read_file import READ_FILE, READ_ON


def is_reading_left(to_read: frozenset[str] | None, messages: Sequence[Message]) -> bool:
    """Whether one of the files in `to_read` has not been read to its end by `messages`; True when
    it is not known which are to be read."""
    return to_read is None or (bool(to_read) and not to_read <= _read_files(messages))


def _read_files(messages: Sequence[Message]) -> set[str]:
    answers = [message for message in messages if isinstance(message, AssistantMessage)]
    replies = [message for message in messages if isinstance(message, UserMessage)]
    results = {result.call_id: result for reply in replies for result in reply.results}
    return {
        path
        for answer in answers
        for call in answer.calls
        if (path := _path(call)) and _is_the_end(results.get(call.id))
    }


def _path(call: ToolCall) -> str:
    """ "" for another tool, or an input that is none."""
    path = call.input.get("path") if isinstance(call.input, dict) else None
    return normpath(path) if call.name == READ_FILE.name and isinstance(path, str) else ""


def _is_the_end(result: ToolResult | None) -> bool:
    """An error is one too: the file cannot be read."""
    return result is not None and READ_ON not in result.text
