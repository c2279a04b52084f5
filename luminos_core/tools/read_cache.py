"""The `read_cache` tool: the whole report of one directory."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.records.directory import DirectoryReport
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput


class ReadCacheInput(ToolInput):
    path: str = Field(description="The directory, as list_cache shows it; the root is '.'.")


def run(call: ReadCacheInput, context: ToolContext) -> ToolOutput:
    path = context.files.relative(call.path)
    for report in context.reports:
        if report.path == path:
            return ToolOutput(_rendered(report))
    raise ToolError(f"nothing is known of {path}; list_cache shows what there is")


def _rendered(report: DirectoryReport) -> str:
    """The report as indented JSON, without its costs."""
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
