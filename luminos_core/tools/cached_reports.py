"""The `list_cache` and `read_cache` tools: the directories' reports, for a synthesis."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput


class ListCacheInput(ToolInput):
    pass


def list_cache(_input: ListCacheInput, context: ToolContext) -> ToolOutput:
    lines = [
        f"{report.path}  [{report.state.value}]  {len(report.files)} file entries"
        for report in context.reports
    ]
    return ToolOutput("\n".join(lines) or "no directory has been investigated")


LIST_CACHE = Tool(
    name="list_cache",
    description="List every directory with its state and the number of its file entries.",
    input=ListCacheInput,
    run=list_cache,
)


class ReadCacheInput(ToolInput):
    path: str = Field(description="The directory, as list_cache shows it; the root is '.'.")


def read_cache(call: ReadCacheInput, context: ToolContext) -> ToolOutput:
    path = context.files.relative(call.path)
    for report in context.reports:
        if report.path == path:
            costs = {"usage", "tier", "turns_allocated", "turns_used"}
            return ToolOutput(
                report.model_dump_json(indent=1, exclude=costs, exclude_defaults=True)
            )
    raise ToolError(f"nothing is known of {path}; list_cache shows what there is")


READ_CACHE = Tool(
    name="read_cache",
    description="Read all that was written about one directory: its entry, its files' entries "
    "and its flags.",
    input=ReadCacheInput,
    run=read_cache,
)
