"""The `answer` tool: what an agent finds of a flag, a hint or another question it was given."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.flags.evidence import locate, normalise
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.question import Answer, AnswerKind, AskedAbout, Question
from luminos_core.redaction.redact import redact
from luminos_core.scan.source_text import NoText, read_text
from luminos_core.tools import flag as flag_tool
from luminos_core.tools.quotation import copied_place
from luminos_core.tools.tool import OK, Text, Tool, ToolContext, ToolInput, ToolOutput

_MAX_REASON = 600  # characters
_MAX_QUOTATION = 4_000


class AnswerInput(ToolInput):
    question: Text = Field(description="The id that stands before it.")
    answer: AnswerKind = Field(
        description="confirmed: it is so; dismissed: it is not, or not any more; open: the code "
        "that you can read does not decide it."
    )
    reason: str = Field(
        default="", max_length=_MAX_REASON, description="What decides it. Required to dismiss."
    )
    lines: tuple[int, ...] = Field(
        default=(), description="When it has several places: those that you mean, if not all."
    )
    severity: Severity | None = Field(default=None, description="Of a hint that you confirm.")
    path: str = Field(default="", description="The file in which the answer is seen.")
    line: int | None = Field(default=None, ge=1)
    quotation: str = Field(
        default="",
        max_length=_MAX_QUOTATION,
        description="The lines that decide it, copied from the file. Required to confirm what is "
        "asked in still_so: it is looked up there.",
    )


def run(call: AnswerInput, context: ToolContext) -> ToolOutput:
    question = _asked(call, context)
    if call.answer is AnswerKind.DISMISSED and not call.reason.strip():
        raise ToolError("to dismiss it, give the reason: what in the code decides it")
    answer = Answer(
        question=question.id,
        about=question.about,
        answer=call.answer,
        reason=redact(normalise(call.reason)).text,
        path=_path(call, context),
        line=call.line,
        of=question.flag.path if question.flag else "",
        lines=_lines(call, question),
        severity=call.severity if question.flag and question.flag.is_hint else None,
    )
    if question.about is AskedAbout.EARLIER and question.flag is not None:
        answer = _of_earlier(answer, call, question.flag, context)
    elif call.quotation.strip():
        answer = _located(answer, call, context)
    _keep(answer, context)
    return OK


def _asked(call: AnswerInput, context: ToolContext) -> Question:
    wanted = call.question.strip("#[]` ")
    for question in context.questions:
        if question.id == wanted:
            return question
    raise ToolError("no question has this id: take one that stands before a line you were given")


def _path(call: AnswerInput, context: ToolContext) -> str:
    return context.files.relative(call.path) if call.path else ""


def _lines(call: AnswerInput, question: Question) -> tuple[int, ...]:
    """All of its places, unless some are named."""
    unknown = sorted(set(call.lines) - {*question.lines})
    if unknown:
        places = ", ".join(map(str, question.lines)) or "none"
        raise ToolError(f"lines: it has no place at line {unknown[0]}; its lines: {places}")
    return tuple(sorted(set(call.lines))) or question.lines


def _of_earlier(answer: Answer, call: AnswerInput, flag: Flag, context: ToolContext) -> Answer:
    """What is still so is a flag of this agent, with its place as it is now. What is gone needs the
    line that decides it, while the evidence still stands in its file."""
    if answer.answer is AnswerKind.CONFIRMED:
        now = flag.model_copy(
            update={
                "path": answer.path or flag.path,
                "line": call.line or flag.line,
                "end_line": None,
                "quotation": redact(call.quotation).text.strip(),
                "verified": False,
                "doubt": "",
                "symbol": "",
                "known_as": flag.fingerprint,
            }
        )
        found = flag_tool.verified(now, context)
        flag_tool.save(found, context)
        return answer.model_copy(update={"path": found.path, "line": found.line})
    if call.quotation.strip():
        return _located(answer, call, context)
    if answer.answer is AnswerKind.DISMISSED and _still_stands(flag, context):
        raise ToolError(
            f"its quotation still stands in {flag.path}: quote the line that makes it harmless"
        )
    return answer


def _located(answer: Answer, call: AnswerInput, context: ToolContext) -> Answer:
    """With the line of the quotation, which must be there."""
    quoted_in = answer.path or answer.of
    path, found = copied_place(quoted_in, call.line, call.quotation, context.files)
    return answer.model_copy(update={"path": path, "line": found.line})


def _still_stands(flag: Flag, context: ToolContext) -> bool:
    try:
        text = read_text(context.files, flag.path).text
    except (NoText, ToolError):
        return False
    return locate(text, flag.quotation, flag.line) is not None


def _keep(answer: Answer, context: ToolContext) -> None:
    """In place of what was answered before about the same places."""
    kept = []
    for known in context.state.answers:
        if known.question != answer.question:
            kept.append(known)
        elif left := tuple(line for line in known.lines if line not in answer.lines):
            kept.append(known.model_copy(update={"lines": left}))
    context.state.answers[:] = [*kept, answer]


ANSWER = Tool(
    name="answer",
    description="Answer what you were given with an id before it: a flag or hint of a check, an "
    "earlier flag, another question. It changes that flag; raise none of your own for it. Answers "
    "ok.",
    input=AnswerInput,
    run=run,
    protected=True,
    note_taking=True,
)
