"""The `list_directory` tool: the entries of one directory."""

import stat

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.records.snapshot import FileKind
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.tools.listing import Entry, entries, mime_type
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput

_MAX_ENTRIES = 500


class ListDirectoryInput(ToolInput):
    path: str = Field(
        default=".", description="The directory, relative to the target's root, which is '.'."
    )


def run(call: ListDirectoryInput, context: ToolContext) -> ToolOutput:
    found = list(entries(context.files, call.path))
    lines = [_line(entry, context) for entry in found[:_MAX_ENTRIES]]
    note = f"{len(found)} entries in {context.files.relative(call.path)}."
    if len(found) > _MAX_ENTRIES:
        note += f" Only the first {_MAX_ENTRIES} are shown; find with -name narrows them down."
    return ToolOutput("\n".join(lines), note=note)


def _line(entry: Entry, context: ToolContext) -> str:
    if entry.is_directory:
        return f"{entry.name}/"
    remarks = [_mime_type(entry, context) if entry.kind is FileKind.FILE else entry.kind.value]
    if is_withheld(entry.path):
        remarks.append("withheld")
    if entry.kind is FileKind.FILE and stat.S_IMODE(entry.stat.st_mode) & 0o111:
        remarks.append("executable")
    remarks = [remark for remark in remarks if remark]
    suffix = f"  [{', '.join(remarks)}]" if remarks else ""
    return f"{entry.name}  {entry.stat.st_size} bytes{suffix}"


def _mime_type(entry: Entry, context: ToolContext) -> str:
    """Empty for a withheld file, which is never opened; for others the reason if it cannot be."""
    if is_withheld(entry.path):
        return ""
    try:
        return mime_type(context.files, entry.path)
    except ToolError as error:
        return str(error).removeprefix(entry.path).lstrip(": ")


LIST_DIRECTORY = Tool(
    name="list_directory",
    description="List the entries of one directory, hidden ones too: directories end in '/', "
    "files have their size in bytes and their MIME type.",
    input=ListDirectoryInput,
    run=run,
)
