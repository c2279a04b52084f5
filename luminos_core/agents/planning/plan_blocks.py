"""A plan that stands, and directories to be placed in it, as blocks of a prompt."""

from collections import Counter
from collections.abc import Iterable, Sequence

from luminos_core.agents.prompt_blocks import notes_block
from luminos_core.records.plan import Assignment, Plan
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_PLAN_CHARACTERS = 8_000  # about 2,000 tokens
_DIRECTORIES_CHARACTERS = 40_000  # about 10,000 tokens
_REASON_CHARACTERS = 160
_NAMED_FILES = 12  # of one directory
_NAMED_LANGUAGES = 5


def plan_block(plan: Plan) -> str:
    """The plan in short: its order, its exceptions with their reasons, its notes."""
    listings = (
        *(
            f"- priority, {entry.suggested_turns} turns: {_reasoned(entry.path, entry.reason)}"
            for entry in plan.priority_dirs
        ),
        *(f"- shallow: {_reasoned(entry.path, entry.reason)}" for entry in plan.shallow_dirs),
        *(f"- skip: {_reasoned(entry.path, entry.reason)}" for entry in plan.skip_dirs),
    )
    return "\n".join(
        (
            f"Order: {plan.investigation_order.value}",
            f"Listed: {len(plan.priority_dirs)} as priority, {len(plan.shallow_dirs)} as shallow, "
            f"{len(plan.skip_dirs)} to skip",
            truncate_lines(listings, _PLAN_CHARACTERS, "... and {count} more"),
            f"Notes: {notes_block(plan.notes)}",
        )
    )


def directories_block(directories: Sequence[DirectoryRecord]) -> str:
    """A line a directory: its path, then what is known of its own files."""
    lines = (f"- {sanitize_name(found.path)}: {contents(found)}" for found in directories)
    return truncate_lines(
        lines, _DIRECTORIES_CHARACTERS, "... and {count} more; those get the default"
    )


def assigned_block(
    directories: Sequence[DirectoryRecord], assignments: Sequence[Assignment]
) -> str:
    """As `directories_block`, with the tier and the turns that each has."""
    lines = (
        f"- {sanitize_name(found.path)} ({assigned.tier.value}, {assigned.turns} turns): "
        f"{contents(found)}"
        for found, assigned in zip(directories, assignments, strict=True)
    )
    return truncate_lines(
        lines, _DIRECTORIES_CHARACTERS, "... and {count} more; those keep their turns"
    )


def contents(directory: DirectoryRecord) -> str:
    """ "3 files, 12 kB, 310 lines; Python 2, Markdown 1; a.py, b.py, c.md"."""
    files = directory.files
    if not files:
        return "no files of its own"
    size = formats.size(sum(file.size for file in files))
    lines = formats.counted(sum(file.lines or 0 for file in files), "line")
    facts = f"{formats.counted(len(files), 'file')}, {size}, {lines}"
    return "; ".join(part for part in (facts, _kinds(files), _names(files)) if part)


def _kinds(files: Sequence[FileRecord]) -> str:
    languages = Counter(file.language for file in files if file.language)
    marks = Counter(
        mark
        for file in files
        for mark in ("generated", "vendored", "binary")
        if getattr(file, mark)
    )
    counts = (*languages.most_common(_NAMED_LANGUAGES), *sorted(marks.items()))
    return ", ".join(f"{sanitize_name(kind)} {count}" for kind, count in counts)


def _names(files: Sequence[FileRecord]) -> str:
    shown: Iterable[str] = (sanitize_name(file.name) for file in files[:_NAMED_FILES])
    more = len(files) - _NAMED_FILES
    return ", ".join(shown) + (f" and {more:,} more" if more > 0 else "")


def _reasoned(path: str, reason: str) -> str:
    why = sanitize_line(reason, _REASON_CHARACTERS)
    return f"{sanitize_name(path)} ({why})" if why else sanitize_name(path)
