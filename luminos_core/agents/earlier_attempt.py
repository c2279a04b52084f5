"""What an agent of a higher model tier is told of those before it, and goes on from."""

from collections.abc import Iterator

from luminos_core.agents.escalation import of_model
from luminos_core.agents.prompt_blocks import flag_lines
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.flags.fingerprint import found_at
from luminos_core.records.directory import DirectoryReport, DirectoryWork
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines
from luminos_core.tools.tool import AgentState


def add_earlier(state: AgentState, earlier: DirectoryReport) -> None:
    """Its flags; and its answers and entries of files, if it did not come to an end. Those of one
    that was not sure are to be given and written anew."""
    known = set(map(found_at, state.flags))
    state.flags += [flag for flag in earlier.flags if found_at(flag) not in known]
    if not earlier.state.is_complete:
        entries = of_model(earlier.files, earlier.escalated[-1].model)
        answered = {answer.question for answer in state.answers}
        state.answers += [each for each in earlier.answers if each.question not in answered]
        state.files = {**{each.relative_path: each for each in entries}, **state.files}


def change_of(work: DirectoryWork) -> str:
    """Why the work begins, for those who watch the run."""
    if work.earlier is None or work.refines is not None:
        return work.change
    last = work.earlier.escalated[-1]
    return f"the {last.tier} model {earlier_end(work.earlier)}"


def earlier_end(earlier: DirectoryReport) -> str:
    """Why it was not enough: "was not sure (confidence 0.30): …"."""
    entry = earlier.entry
    if earlier.state.is_complete and entry is not None and entry.confidence is not None:
        reason = _line(entry.confidence_reason or "")
        return f"was not sure (confidence {entry.confidence:.2f}){f': {reason}' if reason else ''}"
    return f"did not finish: {_line(earlier.reason)}"


def earlier_block(earlier: DirectoryReport) -> str:
    """Its summary, and a line for each flag, and for each file that the next one describes anew."""
    limit = PROMPT_LIMITS.known_files_characters
    return truncate_lines(_lines(earlier), limit, "... and {count} more lines") or "(nothing)"


def _lines(earlier: DirectoryReport) -> Iterator[str]:
    if earlier.summary:
        yield f"Summary: {sanitize_line(earlier.summary, PROMPT_LIMITS.summary_characters)}"
    yield from (f"Flag: {line}" for line in flag_lines(earlier.flags))
    for file in earlier.files if earlier.state.is_complete else ():
        summary = sanitize_line(file.summary, PROMPT_LIMITS.summary_characters)
        rated = "" if file.confidence is None else f" (confidence {file.confidence:.2f})"
        yield f"- {sanitize_name(file.relative_path)}{rated}: {summary}"


def _line(text: str) -> str:
    return sanitize_line(text, PROMPT_LIMITS.reason_characters)
