"""A directory's first message: every fact about it, and the text of its own files."""

from dataclasses import replace

from luminos_core.agents.context import AgentContext
from luminos_core.agents.directory_blocks import children_block, known_files_block, listing_block
from luminos_core.agents.directory_entries import own_files
from luminos_core.agents.file_contents import file_contents
from luminos_core.agents.prompt_blocks import flags_block, notes_block, survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import render
from luminos_core.records.directory import DirectoryWork
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.tool import AgentState

_NOT_SHOWN = "Not shown: the request was too large with them. Read those that matter, in parts."


def first_message(work: DirectoryWork, agent_state: AgentState, context: AgentContext) -> str:
    """With the text of the directory's own files, except those that have an entry already."""
    return _rendered(work, agent_state, files=_files(work, agent_state, context))


def shorter_message(work: DirectoryWork, agent_state: AgentState) -> str:
    """Without text of files, with the entries that were written so far."""
    return _rendered(work, agent_state, files=_NOT_SHOWN)


def _files(work: DirectoryWork, agent_state: AgentState, context: AgentContext) -> str:
    """ "" for the offline investigator, which reads the briefing."""
    if not context.is_language_model:
        return ""
    new = [file for file in work.directory.files if file.path not in agent_state.files]
    flagged = {flag.path for flag in work.flags}
    limits = replace(PROMPT_LIMITS, preload_tokens=context.preload_tokens)
    return file_contents(new, flagged, context.files, limits)


def _rendered(work: DirectoryWork, agent_state: AgentState, files: str) -> str:
    return render(
        "directory_task",
        target=sanitize_name(work.target_name),
        directory=sanitize_name(work.directory.path),
        turns=work.assignment.turns,
        survey=survey_block(work.survey),
        notes=notes_block(work.notes),
        listing=listing_block(work.directory),
        flags=flags_block(work.flags),
        children=children_block(work.directory, work.children),
        known=known_files_block(own_files(work.directory, agent_state), agent_state.flags),
        files=files,
    )
