"""The `flag` tool: something a person should look at, with its evidence looked up."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.flags.evidence import locate, normalise
from luminos_core.flags.fingerprint import fingerprint
from luminos_core.records.event import FlagRaised
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind
from luminos_core.redaction.redact import redact
from luminos_core.tools.context import ToolContext
from luminos_core.tools.listing import entry_at
from luminos_core.tools.source_text import NoText, read_text
from luminos_core.tools.tool import OK, Text, Tool, ToolInput, ToolOutput

_GENERAL = "general"
_SHORTEST = 3  # characters of a quotation without white space: a brace is no evidence
_LONGEST = 4_000  # characters of a quotation; in the file it may hold any amount of white space
# Of what has no text: a directory, a link, a binary or withheld file. Its being there is enough.
_NO_PLACE = {"line": None, "end_line": None, "quotation": ""}


class FlagInput(ToolInput):
    path: str = Field(
        default=_GENERAL,
        description="The file, relative to the target's root; 'general' when it is about no file.",
    )
    finding: Text = Field(description="What is wrong, in one sentence.")
    severity: Severity = Field(
        description="info: worth knowing; concern: should be looked at; critical: act now."
    )
    line: int | None = Field(default=None, ge=1, description="The line of the quotation.")
    end_line: int | None = Field(default=None, ge=1, description="Its last line.")
    quotation: str = Field(
        default="",
        max_length=_LONGEST,
        description="The lines you mean, copied from the file without their line numbers. "
        "Required for a flag about a text file: it is looked up there.",
    )


def run(call: FlagInput, context: ToolContext) -> ToolOutput:
    flag = _claimed(call, context)
    try:
        flag = _with_evidence(flag, context)
        answer = OK
    except ToolError as error:
        if not _was_doubted(flag, context):
            raise ToolError(
                f"{error}. Correct the flag, or repeat it to keep it unverified"
            ) from None
        answer = ToolOutput(f"kept as unverified: {error}")
    _keep(flag, context)
    return answer


def _claimed(call: FlagInput, context: ToolContext) -> Flag:
    """The flag as it was raised, without secrets."""
    return Flag(
        path=call.path if call.path == _GENERAL else context.files.relative(call.path),
        finding=redact(normalise(call.finding)).text,
        severity=call.severity,
        line=call.line,
        end_line=call.end_line,
        quotation=redact(call.quotation).text.strip(),
    )


def _with_evidence(claimed: Flag, context: ToolContext) -> Flag:
    """`claimed` with its place in the file; ToolError when its quotation is not found there."""
    if claimed.path == _GENERAL:
        return claimed.model_copy(update=_NO_PLACE)
    entry = entry_at(context.files, claimed.path)
    if entry.is_directory or entry.kind is not FileKind.FILE:
        return claimed.model_copy(update=_NO_PLACE)
    try:
        text = read_text(context.files, claimed.path).text
    except NoText:
        return claimed.model_copy(update=_NO_PLACE)
    return claimed.model_copy(update=_place(claimed, text))


def _place(claimed: Flag, text: str) -> dict[str, str | int]:
    """What the flag says of its place, put right by the file itself."""
    if len("".join(claimed.quotation.split())) < _SHORTEST:
        raise ToolError(f"a flag about {claimed.path} needs a quotation of the lines it means")
    found = locate(text, claimed.quotation, claimed.line)
    if found is None:
        raise ToolError(f"the quotation is not in {claimed.path}; copy it from the file")
    return {
        "line": found.line,
        "end_line": found.end_line,
        "quotation": found.text[:_LONGEST],
        "verified": True,
    }


def _was_doubted(claimed: Flag, context: ToolContext) -> bool:
    """Whether this flag was sent back before; it is now, so the next time it was. A correction
    that keeps either its finding or its quotation is still the same flag."""
    marks = {(claimed.path, claimed.finding)}
    if claimed.quotation:
        marks.add((claimed.path, normalise(claimed.quotation)))
    doubted = context.state.doubted
    seen = bool(marks & doubted)
    doubted |= marks
    return seen


def _keep(flag: Flag, context: ToolContext) -> None:
    """Into the notebook and to the observer, once for each fingerprint."""
    mark = fingerprint(flag)
    if any(fingerprint(known) == mark for known in context.state.flags):
        return
    context.state.flags.append(flag)
    context.observe(FlagRaised(flag=flag))


FLAG = Tool(
    name="flag",
    description="Tell a person about something to look at: a bug, a risk, a secret, dead or "
    "deceptive code. Name the file and quote the lines; a quotation that is not there is sent "
    "back to you once. Answers ok.",
    input=FlagInput,
    run=run,
)
