"""The `read_cache` tool: everything that was written about one directory."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.records.directory import DirectoryReport
from luminos_core.tools.context import ToolContext
from luminos_core.tools.tool import Tool, ToolInput, ToolOutput


class ReadCacheInput(ToolInput):
    path: str = Field(description="The directory, as list_cache shows it; the root is '.'.")


def run(call: ReadCacheInput, context: ToolContext) -> ToolOutput:
    wanted = context.files.relative(call.path)
    for report in context.reports:
        if report.path == wanted:
            return ToolOutput(_rendered(report))
    raise ToolError(f"nothing is known of {wanted}; list_cache shows what there is")


def _rendered(report: DirectoryReport) -> str:
    """The whole report as indented JSON, without what this run spent on it."""
    return report.model_dump_json(
        indent=1, exclude={"usage", "tier", "turns_allocated", "turns_used"}, exclude_defaults=True
    )


READ_CACHE = Tool(
    name="read_cache",
    description="Read all that was written about one directory: its entry, its files' entries "
    "and its flags.",
    input=ReadCacheInput,
    run=run,
)
