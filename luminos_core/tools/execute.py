"""Carrying out a tool call: whatever comes of it, the model gets an answer it can act on."""

from collections.abc import Sequence
from typing import Any

from luminos_core.errors import ToolError
from luminos_core.records.conversation import ToolCall, ToolResult
from luminos_core.redaction.redact import redact
from luminos_core.tools.context import ToolContext
from luminos_core.tools.framing import framed, unforged
from luminos_core.tools.tool import OK, Tool, ToolOutput

_CAP = 65_536  # characters of one result; the tools' own limits are lower


def execute(tools: Sequence[Tool[Any]], tool_call: ToolCall, context: ToolContext) -> ToolResult:
    """The result of `tool_call`, with every secret replaced. A submission is only checked: its
    loop takes the input itself."""
    try:
        output = _carried_out(_named(tools, tool_call.name), tool_call, context)
    except ToolError as error:
        return ToolResult(call_id=tool_call.id, text=_on_one_line(str(error)), is_error=True)
    return ToolResult(call_id=tool_call.id, text=_rendered(output), detail=output.detail)


def _named(tools: Sequence[Tool[Any]], name: str) -> Tool[Any]:
    for tool in tools:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in tools)
    raise ToolError(f"there is no tool {name[:60]!r}; there are: {known}")


def _carried_out(tool: Tool[Any], tool_call: ToolCall, context: ToolContext) -> ToolOutput:
    parsed = tool.parse(tool_call.input)
    return OK if tool.run is None else tool.run(parsed, context)


def _rendered(output: ToolOutput) -> str:
    """Words of the target between marks that they cannot forge; the program's own after them."""
    text, note = redact(output.text).text, redact(output.note).text
    if len(text) > _CAP:
        text = text[:_CAP]
        note = f"{note} The result was cut after {_CAP} characters.".lstrip()
    if output.trusted:
        return text
    if not text:
        return _on_one_line(note) or "(nothing)"
    return f"{framed(text)}\n{_on_one_line(note)}" if note else framed(text)


def _on_one_line(text: str) -> str:
    """A name of the target may hold line breaks, and the program's words may hold that name."""
    return unforged(redact(" ".join(text.split())).text)[:4_000]
