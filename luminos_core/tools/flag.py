"""The `flag` tool: something a person should look at, with its quotation verified."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.flags.evidence import locate, normalise
from luminos_core.flags.fingerprint import found_at
from luminos_core.outline.enclosing import enclosing_symbols
from luminos_core.records.event import FlagRaised
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileKind
from luminos_core.redaction.redact import redact
from luminos_core.scan.classify.language import language_of
from luminos_core.scan.source_text import NoText, SourceText, read_text
from luminos_core.text.escape import one_line
from luminos_core.tools.listing import entry_at
from luminos_core.tools.tool import OK, Share, Text, Tool, ToolContext, ToolInput, ToolOutput

_GENERAL = "general"
_MIN_QUOTATION = 3  # characters without white space: a brace is no evidence
_MAX_DOUBT = 300  # characters
_MAX_REASON = 600  # characters
_MAX_QUOTATION = 4_000  # characters; in the file it may hold any amount of white space


class FlagInput(ToolInput):
    path: str = Field(
        default=_GENERAL,
        description="The file, relative to the target's root; 'general' when it is about no file.",
    )
    finding: Text = Field(description="What is wrong, in one sentence.")
    severity: Severity = Field(
        description="info: worth knowing; concern: somebody should repair it; critical: as it "
        "stands, whoever reaches it takes over, reads or destroys."
    )
    line: int | None = Field(default=None, ge=1, description="The line of the quotation.")
    end_line: int | None = Field(default=None, ge=1, description="Its last line.")
    quotation: str = Field(
        default="",
        max_length=_MAX_QUOTATION,
        description="The lines you mean, copied from the file without their line numbers. "
        "Required for a flag about a text file: it is looked up there.",
    )
    cwe: int | None = Field(default=None, ge=1, le=9_999, description="Its number, if one fits.")
    trigger: str = Field(
        default="",
        max_length=_MAX_REASON,
        description="Who sends or does what. This and the next two: of a concern or a critical.",
    )
    consequence: str = Field(default="", max_length=_MAX_REASON, description="What follows.")
    fix: str = Field(default="", max_length=_MAX_REASON, description="What to change.")
    confidence: Share | None = Field(default=None, description="How sure you are of the flag.")


def run(call: FlagInput, context: ToolContext) -> ToolOutput:
    flag = _unverified(call, context)
    result = OK
    try:
        flag = verified(flag, context)
    except ToolError as error:
        if not _was_rejected(flag, context):
            raise ToolError(
                f"{error}. Correct the flag, or repeat it to keep it unverified"
            ) from None
        result = ToolOutput(f"kept as unverified: {error}")
        flag = flag.model_copy(update={"doubt": redact(one_line(str(error), _MAX_DOUBT)).text})
    save(flag, context)
    return result


def _unverified(call: FlagInput, context: ToolContext) -> Flag:
    """The flag as it was raised, without secrets."""
    return Flag(
        path=call.path if call.path == _GENERAL else context.files.relative(call.path),
        finding=redact(normalise(call.finding)).text,
        severity=call.severity,
        line=call.line,
        end_line=call.end_line,
        quotation=redact(call.quotation).text.strip(),
        cwe=call.cwe,
        trigger=_sentence(call.trigger),
        consequence=_sentence(call.consequence),
        fix=_sentence(call.fix),
        confidence=call.confidence,
    )


def _sentence(text: str) -> str:
    return redact(normalise(text)).text


def verified(flag: Flag, context: ToolContext) -> Flag:
    """`flag` with its quotation located in the file; ToolError when it is not found there."""
    source = None if flag.path == _GENERAL else _text(flag.path, context)
    if source is None:
        if flag.path != _GENERAL and flag.quotation:
            raise ToolError(f"{flag.path} has no text to quote; leave the quotation out")
        return flag.model_copy(update={"line": None, "end_line": None, "quotation": ""})
    if len("".join(flag.quotation.split())) < _MIN_QUOTATION:
        raise ToolError(f"a flag about {flag.path} needs a quotation of the lines it means")
    found = locate(source.text, flag.quotation, flag.line)
    if found is None:
        raise ToolError(f"the quotation is not in {flag.path}; copy it from the file")
    return flag.model_copy(
        update={
            "line": found.line,
            "end_line": found.end_line,
            "quotation": found.text[:_MAX_QUOTATION],
            "symbol": _symbol(source, found.line),
            "verified": True,
        }
    )


def _symbol(source: SourceText, line: int) -> str:
    language = language_of(source.path.rpartition("/")[2], source.content)
    return enclosing_symbols(source.path, source.content, language, (line,)).get(line, "")


def _text(path: str, context: ToolContext) -> SourceText | None:
    """None for a directory, a link, a binary or withheld file."""
    entry = entry_at(context.files, path)
    if entry.is_directory or entry.kind is not FileKind.FILE:
        return None
    try:
        return read_text(context.files, path)
    except NoText:
        return None


def _was_rejected(flag: Flag, context: ToolContext) -> bool:
    """Whether this flag was rejected before. Records that it is now. A correction that keeps its
    finding or its quotation is still the same flag."""
    keys = {(flag.path, flag.finding)}
    if flag.quotation:
        keys.add((flag.path, normalise(flag.quotation)))
    rejected = context.state.rejected
    seen = bool(keys & rejected)
    rejected |= keys
    return seen


def save(flag: Flag, context: ToolContext) -> None:
    """Add the flag to the state and report it to the observer, unless it was raised before."""
    key = found_at(flag)
    if all(found_at(known) != key for known in context.state.flags):
        context.state.flags.append(flag)
        context.observe(FlagRaised(flag=flag))


FLAG = Tool(
    name="flag",
    description="Tell a person about something to look at: a bug, a risk, a secret, dead or "
    "deceptive code. Name the file and quote the lines; a quotation that is not there is sent "
    "back to you once. Answers ok.",
    input=FlagInput,
    run=run,
    protected=True,
    note_taking=True,
)
