"""What the agent of a directory begins with: what is known of its files, and what was noted."""

from luminos_core.agents.context import AgentContext
from luminos_core.records.directory import DirectoryWork
from luminos_core.records.transcript import Notes
from luminos_core.tools.tool import AgentState


def known_files(work: DirectoryWork, context: AgentContext) -> AgentState:
    """A state with what earlier runs wrote of the directory's own files."""
    known = [found for file in work.directory.files if (found := context.summaries.load(file))]
    return AgentState(
        files={each.entry.relative_path: each.entry for each in known},
        flags=[flag for each in known for flag in each.flags],
        answers=[answer for each in known for answer in each.answers],
    )


def restore(state: AgentState, notes: Notes) -> None:
    """The notes of an earlier part; what was learnt of other files since then stays."""
    learnt = state.files
    flags = [flag for flag in state.flags if flag not in notes.flags]
    answered = {answer.question for answer in notes.answers}
    answers = [answer for answer in state.answers if answer.question not in answered]
    state.restore(notes)
    state.files = {**learnt, **state.files}
    state.flags += flags
    state.answers += answers
