"""The `read_file` tool: lines of a text file, numbered."""

from dataclasses import replace

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.records.outline import Excerpt
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.tools.target_text import numbered
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput

_FEW = 8  # reads of one synthesis
READ_ON = "To read on, call read_file with start_line="  # in the note on a file that goes on


class ReadFileInput(ToolInput):
    path: str = Field(description="The file, relative to the target's root.")
    max_bytes: int = Field(
        default=16_384, ge=256, le=49_152, description="Stop before more than this many bytes."
    )
    start_line: int = Field(default=1, ge=1, description="The first line to show, from 1.")
    end_line: int | None = Field(
        default=None, ge=1, description="The last line to show; null for the end of the file."
    )


def run(call: ReadFileInput, context: ToolContext) -> ToolOutput:
    source = read_text(context.files, call.path)
    lines = source.lines
    if call.start_line > max(len(lines), 1):
        raise ToolError(
            f"{source.path} has {len(lines)} lines{_unseen(source)}; start_line is "
            f"{call.start_line}"
        )
    if call.end_line is not None and call.end_line < call.start_line:
        raise ToolError(f"end_line {call.end_line} is before start_line {call.start_line}")
    wanted = lines[call.start_line - 1 : call.end_line]
    shown, broken = _fitting(wanted, call.max_bytes, margin=len(f"{len(lines)}\t\n"))
    last = call.start_line + len(shown) - 1
    return ToolOutput(
        text=numbered(shown, call.start_line),
        detail=Excerpt(
            path=source.path,
            text="\n".join(shown),
            truncated=broken or last < len(lines) or source.cut,
        ),
        note=_note(source, call.start_line, last, broken),
    )


def _fitting(lines: list[str], max_bytes: int, margin: int) -> tuple[list[str], bool]:
    """The first lines within `max_bytes`, each with its number and break in a `margin`, and
    whether the only one had to be broken."""
    size = 0
    for index, line in enumerate(lines):
        size += len(line.encode("utf-8", "replace")) + margin
        if size > max_bytes and index:
            return lines[:index], False
        if size > max_bytes:
            return [line.encode("utf-8", "replace")[:max_bytes].decode("utf-8", "ignore")], True
    return lines, False


def _note(source: SourceText, first: int, last: int, broken: bool) -> str:
    """Which lines these are, and how to read on."""
    total = len(source.lines)
    if not total:
        return f"{source.path} is empty."
    note = f"Lines {first} to {last} of {total}{_unseen(source)} of {source.path}."
    if broken:
        note += f" Line {first} is longer than max_bytes and was cut."
    if source.remark:
        note += f" {source.path}: {source.remark}."
    if last < total:
        note += f" {READ_ON}{last + 1}."
    return note


def _unseen(source: SourceText) -> str:
    return " in its first 8 MB, and more after them," if source.cut else ""


READ_FILE = Tool(
    name="read_file",
    description="Read a text file with line numbers. Long files are cut with a note that says how "
    "to read on; parse_structure gives the outline of a long source file. Files known for "
    "secrets and binary files are refused.",
    input=ReadFileInput,
    run=run,
)


def _run_few(call: ReadFileInput, context: ToolContext) -> ToolOutput:
    if context.state.reads >= _FEW:
        raise ToolError(f"all {_FEW} reads are used; conclude from what you know")
    context.state.reads += 1
    return run(call, context)


READ_FEW_FILES = replace(
    READ_FILE,
    description=f"Read lines of a text file, numbered; {_FEW} times at most. Files known for "
    "secrets and binary files are refused.",
    run=_run_few,
)
