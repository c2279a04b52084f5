"""Places that a submission quotes, looked up in the target."""

from collections.abc import Iterable

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.flags.evidence import Located, locate
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import read_text
from luminos_core.tools.tool import AgentState, Input, ToolContext, ToolInput

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


def copied_place(
    path: str, line: int | None, quotation: str, files: SandboxedDir
) -> tuple[str, Located]:
    """The file, and where the quotation is in it. ToolError, for whoever copied it, when it is not
    there."""
    source = read_text(files, path)
    found = locate(source.text, quotation, line)
    if found is None:
        raise ToolError(f"the quotation is not in {source.path}; copy it from the file")
    return source.path, found


def quoted_place(path: str, line: int | None, quotation: str, files: SandboxedDir) -> Located:
    """ToolError, with a clause, when it is not there, or may not be shown."""
    if not path or len("".join(quotation.split())) < _LEAST:
        raise ToolError("it names no place: path and quotation")
    source = read_text(files, path)
    found = locate(source.text, quotation, line)
    if found is None:
        raise ToolError(f"the quotation is not in {source.path}")
    return found


def refuse_wrong_quotations(
    named: Iterable[tuple[str, Quoted]], call: ToolInput, context: ToolContext, advice: str
) -> None:
    """ToolError that names those of `call` which are not there, with the `advice`, the first time
    that any are: what is still wrong in another submission is left out, and the rest of it must not
    be lost with that. A submission is checked several times, and each time alike."""
    wrong = []
    for name, each in named:
        try:
            quoted_place(each.path, each.line, each.quotation, context.files)
        except ToolError as error:
            wrong.append(f"{name}: {error}")
    said = (_SENT_BACK, call.model_dump_json())
    if wrong and _sent_back(context.state) <= {said}:
        context.state.rejected.add(said)
        raise ToolError(f"{'; '.join(wrong)}. {advice}")


def sent_back(state: AgentState, kind: type[Input]) -> Input | None:
    """The submission that was sent back, for a loop that ends without another one."""
    said = next(iter(_sent_back(state)), None)
    return kind.model_validate_json(said[1]) if said else None


def _sent_back(state: AgentState) -> set[tuple[str, str]]:
    return {each for each in state.rejected if each[0] == _SENT_BACK}
