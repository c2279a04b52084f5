"""Places that a submission quotes, looked up in the target."""

from collections.abc import Sequence

from pydantic import Field

from luminos_core.digest import digest_json
from luminos_core.errors import ToolError
from luminos_core.flags.evidence import Located, locate
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import read_text
from luminos_core.tools.tool import ToolContext, ToolInput

_LEAST = 3  # characters without white space: a brace is no evidence
_SENT_BACK = "(submission)"


class Quoted(ToolInput):
    path: str = Field(default="", description="The file of the lines that show it.")
    line: int | None = Field(default=None, ge=1)
    quotation: str = Field(
        default="",
        max_length=2_000,
        description="These lines, copied from the file without line numbers: they are looked up.",
    )


def quoted_place(path: str, line: int | None, quotation: str, files: SandboxedDir) -> Located:
    """ToolError, with a clause, when it is not there, or may not be shown."""
    if not path or len("".join(quotation.split())) < _LEAST:
        raise ToolError("it names no place: path and quotation")
    source = read_text(files, path)
    found = locate(source.text, quotation, line)
    if found is None:
        raise ToolError(f"the quotation is not in {source.path}")
    return found


def refuse_wrong_quotations(named: Sequence[tuple[str, Quoted]], context: ToolContext) -> None:
    """ToolError that names those which are not there, of the first submission only: what is still
    wrong in another one is left out, and the rest of it must not be lost with that. A submission is
    checked several times, and each time alike."""
    wrong = []
    for name, each in named:
        try:
            quoted_place(each.path, each.line, each.quotation, context.files)
        except ToolError as error:
            wrong.append(f"{name}: {error}")
    said = (_SENT_BACK, digest_json([[name, each.model_dump(mode="json")] for name, each in named]))
    sent_back = {each for each in context.state.rejected if each[0] == _SENT_BACK}
    if wrong and sent_back <= {said}:
        context.state.rejected.add(said)
        raise ToolError("; ".join(wrong))
