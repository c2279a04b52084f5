"""The `list_cache` tool: the directories whose reports a synthesis can read."""

from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput


class ListCacheInput(ToolInput):
    pass


def run(_input: ListCacheInput, context: ToolContext) -> ToolOutput:
    lines = [
        f"{report.path}  [{report.state.value}]  {len(report.files)} file entries"
        for report in context.reports
    ]
    return ToolOutput("\n".join(lines) or "no directory has been investigated")


LIST_CACHE = Tool(
    name="list_cache",
    description="List every directory with its state and the number of its file entries.",
    input=ListCacheInput,
    run=run,
)
