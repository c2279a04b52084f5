"""Executing a tool call: whatever happens, the model gets a result it can act on."""

from collections.abc import Sequence
from typing import Any

from luminos_core.errors import LuminosError, ToolError, place_of
from luminos_core.records.conversation import ToolCall, ToolResult
from luminos_core.records.event import InternalError
from luminos_core.redaction.redact import redact
from luminos_core.text.escape import escape_invisible
from luminos_core.tools.target_text import delimit, escape_delimiters
from luminos_core.tools.tool import OK, Tool, ToolContext, ToolOutput

_MAX_RESULT = 65_536  # characters; the tools' own limits are lower


def execute(tools: Sequence[Tool[Any]], tool_call: ToolCall, context: ToolContext) -> ToolResult:
    """Run `tool_call` and return its result, with every secret replaced. A submission is only
    validated: the agent loop takes its input."""
    try:
        tool = _tool_named(tools, tool_call.name)
        parsed = tool.parse(tool_call.input)
        output = OK if tool.run is None else tool.run(parsed, context)
        return ToolResult(call_id=tool_call.id, text=_rendered(output), detail=output.detail)
    except ToolError as error:
        text = _one_line(str(error))
    except LuminosError:
        raise
    except Exception as bug:  # noqa: BLE001 - a hostile tree may bring it about: only this call fails
        context.observe(
            InternalError(directory=context.directory, part=tool.name, error=place_of(bug))
        )
        text = f"{tool.name} failed by an error of its own ({type(bug).__name__}): go on without it"
    return ToolResult(call_id=tool_call.id, text=text, is_error=True)


def _tool_named(tools: Sequence[Tool[Any]], name: str) -> Tool[Any]:
    for tool in tools:
        if tool.name == name:
            return tool
    known = ", ".join(tool.name for tool in tools)
    raise ToolError(f"there is no tool {name[:60]!r}; there are: {known}")


def _rendered(output: ToolOutput) -> str:
    """Delimited text of the target, and the program's note after it."""
    text, note = redact(output.text).text, redact(output.note).text
    if len(text) > _MAX_RESULT:
        text = text[:_MAX_RESULT]
        note = f"{note} The result was cut after {_MAX_RESULT} characters.".lstrip()
    if output.trusted:
        return text
    if not text:
        return _one_line(note) or "(nothing)"
    return f"{delimit(text)}\n{_one_line(note)}" if note else delimit(text)


def _one_line(text: str) -> str:
    """`text` on one line: it may hold a name of the target, and that may hold anything."""
    line = escape_invisible(redact(" ".join(text.split())).text)
    return escape_delimiters(line)[:4_000]
