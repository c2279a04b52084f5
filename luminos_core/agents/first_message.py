"""The first message of a directory's agent: all that is known, and the files themselves."""

from dataclasses import replace

from luminos_core.agents.directory_blocks import children_block, known_files_block, listing_block
from luminos_core.agents.directory_entries import own_files
from luminos_core.agents.file_contents import file_contents
from luminos_core.agents.prompt_blocks import flags_block, notes_block, survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.directory import DirectoryWork
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.tool import AgentState


def directory_slots(work: DirectoryWork, state: AgentState, files: str) -> dict[str, object]:
    """The slots of the task text, with all that is in `state` by now."""
    return {
        "target": sanitize_name(work.target_name),
        "directory": sanitize_name(work.directory.path),
        "turns": work.assignment.turns,
        "survey": survey_block(work.survey),
        "notes": notes_block(work.notes),
        "listing": listing_block(work.directory),
        "flags": flags_block(work.flags),
        "children": children_block(work.directory, work.children),
        "known": known_files_block(own_files(work.directory, state), state.flags),
        "files": files,
    }


def own_file_contents(
    work: DirectoryWork, state: AgentState, files: SandboxedDir, preload_tokens: int
) -> str:
    """The directory's own files, but for those of which `state` has an entry."""
    unknown = [file for file in work.directory.files if file.path not in state.files]
    flagged = {flag.path for flag in work.flags}
    limits = replace(PROMPT_LIMITS, preload_tokens=preload_tokens)
    return file_contents(unknown, flagged, files, limits)
