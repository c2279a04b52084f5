"""The `parse_structure` tool: what a source file defines, without its bodies."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.outline.outline import outline
from luminos_core.outline.render_outline import render_outline
from luminos_core.scan.classify.language import language_of
from luminos_core.scan.source_text import read_text
from luminos_core.tools.tool import Tool, ToolContext, ToolInput, ToolOutput


class ParseStructureInput(ToolInput):
    path: str = Field(description="A source or Markdown file, relative to the target's root.")


def run(call: ParseStructureInput, context: ToolContext) -> ToolOutput:
    source = read_text(context.files, call.path)
    language = language_of(source.path.rpartition("/")[2], source.content)
    found = outline(source.path, source.content, language)
    if found is None:
        raise ToolError(
            f"{source.path}: there is no parser for {language or 'this kind of file'}; "
            "use read_file"
        )
    return ToolOutput(render_outline(found), detail=found)


PARSE_STRUCTURE = Tool(
    name="parse_structure",
    description="Outline a source file (Bash, C, C#, C++, Go, Java, JavaScript, PHP, Python, Ruby, "
    "Rust, TypeScript) or a Markdown file: its imports, definitions with signatures and first "
    "doc lines, and their line numbers. Cheaper than reading a long file.",
    input=ParseStructureInput,
    run=run,
)
