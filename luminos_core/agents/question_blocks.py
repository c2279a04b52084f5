"""What a directory's agent is asked, as blocks of its prompt, each with the id for its answer."""

from collections.abc import Collection, Iterable, Iterator

from luminos_core.agents.prompt_blocks import flag_line
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.flags.fingerprint import evidence
from luminos_core.flags.groups import FlagGroup
from luminos_core.flags.questions import asked_of
from luminos_core.records.directory import DirectoryWork
from luminos_core.records.flag import Flag
from luminos_core.records.question import Answer, AskedAbout, Question
from luminos_core.text.sanitize import sanitize_line, truncate_lines
from luminos_core.tools.tool import AgentState

_MORE = "... and {count} more, left out here"


def questions_of(work: DirectoryWork) -> tuple[Question, ...]:
    """All that may be answered."""
    checks = (question for _, question in asked_of((*work.flags, *work.hints)))
    return (*checks, *work.questions)


def asked_block(flags: Iterable[Flag], answers: Collection[Answer]) -> str:
    """A line a flag of a check, under its id; of one whose answer is known, what it was. "" for
    none."""
    known = {answer.question: answer.answer.value for answer in answers}
    lines = (
        f"[answered: {known[question.id]}] {flag_line(group)}"
        if question.id in known
        else f"{question.id} {flag_line(group)}"
        for group, question in asked_of(flags)
    )
    return truncate_lines(lines, PROMPT_LIMITS.flags_characters, _MORE)


def still_so_block(questions: Iterable[Question], state: AgentState) -> str:
    """A line an earlier flag, but for those that are in the agent's report anyway."""
    return truncate_lines(_earlier(questions, state), PROMPT_LIMITS.flags_characters, _MORE)


def questions_block(questions: Iterable[Question], answers: Collection[Answer]) -> str:
    """A line a question that is about no flag."""
    answered = {answer.question for answer in answers}
    lines = (
        f"{each.id} {sanitize_line(each.text, PROMPT_LIMITS.question_characters)}"
        for each in questions
        if each.about is not AskedAbout.EARLIER and each.id not in answered
    )
    return truncate_lines(lines, PROMPT_LIMITS.flags_characters, _MORE)


def _earlier(questions: Iterable[Question], state: AgentState) -> Iterator[str]:
    told = {evidence(flag) for flag in state.flags}
    answered = {answer.question for answer in state.answers}
    for each in questions:
        if each.about is not AskedAbout.EARLIER or each.flag is None or each.id in answered:
            continue
        if evidence(each.flag) not in told:
            why = sanitize_line(each.text, PROMPT_LIMITS.question_characters)
            yield f"{each.id} {flag_line(FlagGroup((each.flag,)))} ({why})"
