"""The first message of a directory's agent: all that is known, and the files themselves."""

from luminos_core.agents.directory_blocks import (
    around_block,
    children_block,
    known_files_block,
    listing_block,
    plan_line,
)
from luminos_core.agents.directory_entries import own_files
from luminos_core.agents.earlier_attempt import earlier_block, earlier_end
from luminos_core.agents.file_contents import file_contents
from luminos_core.agents.file_selection import select_files
from luminos_core.agents.prompt_blocks import notes_block, survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS, PromptLimits
from luminos_core.agents.question_blocks import asked_block, questions_block, still_so_block
from luminos_core.records.directory import DirectoryWork
from luminos_core.records.snapshot import FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.tool import AgentState


def directory_slots(work: DirectoryWork, state: AgentState, files: str) -> dict[str, object]:
    """The slots of the task text, with all that is in `state` by now."""
    return {
        "target": sanitize_name(work.target_name),
        "directory": sanitize_name(work.directory.path),
        "turns": work.assignment.turns,
        "plan": plan_line(work.assignment),
        "batches": batches(work, state),
        "survey": survey_block(work.survey),
        "notes": notes_block(work.notes),
        "memory": work.memory,
        "listing": listing_block(work.directory),
        "around": around_block(work.around),
        "flags": asked_block(work.flags, state.answers) or "(none)",
        "hints": asked_block(work.hints, state.answers),
        "still_so": still_so_block(work.questions, state),
        "questions": questions_block(work.questions, state.answers),
        "children": children_block(work.directory, work.children),
        "earlier_end": earlier_end(work.earlier) if work.earlier else "",
        "earlier": earlier_block(work.earlier) if work.earlier else "",
        "known": known_files_block(own_files(work.directory, state), state.flags),
        "files": files,
    }


def batches(work: DirectoryWork, state: AgentState) -> str:
    """What is said of a directory with more files than one answer should record; "" for others."""
    count = len(unknown_files(work, state))
    if count <= PROMPT_LIMITS.batch_files:
        return ""
    answers = max(work.assignment.turns - 1, 1)  # a turn is left to read
    size = max(PROMPT_LIMITS.batch_files, -(-count // answers))
    return (
        f"{count} files of this directory have no entry yet. Do not do everything in one answer, "
        f"which would be cut: write about {size} entries in each, and submit with the last."
    )


def unknown_files(work: DirectoryWork, state: AgentState) -> list[FileRecord]:
    """The directory's own files of which `state` has no entry."""
    return [file for file in work.directory.files if file.path not in state.files]


def own_file_contents(
    work: DirectoryWork, state: AgentState, files: SandboxedDir, limits: PromptLimits
) -> str:
    """The directory's own files, but for those of which `state` has an entry."""
    return file_contents(unknown_files(work, state), _flagged(work), files, limits)


def left_to_read(work: DirectoryWork, state: AgentState, limits: PromptLimits) -> frozenset[str]:
    """The paths of the files with text that the first message does not show whole."""
    selection = select_files(unknown_files(work, state), _flagged(work), limits)
    return frozenset(file.path for file in selection.unread)


def _flagged(work: DirectoryWork) -> set[str]:
    return {flag.path for flag in (*work.flags, *work.hints)}
