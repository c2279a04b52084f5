"""A plan and the directories to place in it, as blocks of a prompt."""

from collections import Counter
from collections.abc import Iterator, Sequence

from luminos_core.agents.prompt_blocks import notes_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.plan import Assignment, Plan
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_NOTED = ("generated", "vendored", "binary")  # fields of a FileRecord


def plan_block(plan: Plan) -> str:
    """The plan in short: its order, its exceptions with their reasons, its notes."""
    return "\n".join(
        (
            f"Order: {plan.investigation_order.value}",
            f"Listed: {len(plan.priority_dirs)} as priority, {len(plan.shallow_dirs)} as shallow, "
            f"{len(plan.skip_dirs)} to skip",
            truncate_lines(_listings(plan), PROMPT_LIMITS.plan_characters, "... and {count} more"),
            f"Notes: {notes_block(plan.notes)}",
        )
    )


def directories_block(directories: Sequence[DirectoryRecord]) -> str:
    """A line a directory."""
    return "\n".join(map(directory_line, directories))


def directory_line(directory: DirectoryRecord) -> str:
    """Its path, then the facts about its own files."""
    return f"- {sanitize_name(directory.path)}: {_contents(directory)}"


def assigned_block(
    directories: Sequence[DirectoryRecord], assignments: Sequence[Assignment]
) -> str:
    """As `directories_block`, with each directory's tier and turns. When that is too long the facts
    are left out, and then the deepest directories are counted in a line of the one above them."""
    pairs = list(zip(directories, assignments, strict=True))
    lines = [f"{_assigned(assigned)}: {_contents(found)}" for found, assigned in pairs]
    level = max((path.path.count("/") for path in assignments), default=0) + 1
    while _length(lines) > PROMPT_LIMITS.directories_characters and level:
        lines = list(_down_to(level, assignments))
        level -= 1
    return truncate_lines(
        lines,
        PROMPT_LIMITS.directories_characters,
        "... and {count} more lines; those keep their turns",
    )


def _assigned(assigned: Assignment) -> str:
    return f"- {sanitize_name(assigned.path)} ({assigned.tier.value}, {assigned.turns} turns)"


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _down_to(level: int, assignments: Sequence[Assignment]) -> Iterator[str]:
    """A line a directory down to `level`; those below it are counted, by tier and turns."""
    deeper: Counter[tuple[str, str, int]] = Counter()
    for each in assignments:
        parts = each.path.split("/")
        if len(parts) <= level:
            yield _assigned(each)
        else:
            deeper["/".join(parts[:level]), each.tier.value, each.turns] += 1
    for (path, tier, turns), count in sorted(deeper.items()):
        below = formats.pluralize(count, "directory")
        yield f"- {sanitize_name(path)}/*: {below} below it ({tier}, {turns} turns each)"


def _listings(plan: Plan) -> Iterator[str]:
    yield from (
        f"- priority, {entry.suggested_turns} turns: {_reasoned(entry.path, entry.reason)}"
        for entry in plan.priority_dirs
    )
    for label, entries in (("shallow", plan.shallow_dirs), ("skip", plan.skip_dirs)):
        yield from (f"- {label}: {_reasoned(entry.path, entry.reason)}" for entry in entries)


def _reasoned(path: str, reason: str) -> str:
    reason = sanitize_line(reason, PROMPT_LIMITS.plan_reason_characters)
    return f"{sanitize_name(path)} ({reason})" if reason else sanitize_name(path)


def _contents(directory: DirectoryRecord) -> str:
    """ "3 files, 12 kB, 310 lines; Python 2, Markdown 1; a.py, b.py, c.md"."""
    files = directory.files
    if directory.is_unreadable:
        problem = sanitize_line(directory.problem, PROMPT_LIMITS.note_characters)
        return f"could not be read: {problem}"
    if not files:
        return "no files of its own"
    size = formats.size(sum(file.size for file in files))
    lines = formats.pluralize(sum(file.lines or 0 for file in files), "line")
    facts = f"{formats.pluralize(len(files), 'file')}, {size}, {lines}"
    return "; ".join(part for part in (facts, _kinds(files), _names(files)) if part)


def _kinds(files: Sequence[FileRecord]) -> str:
    languages = Counter(file.language for file in files if file.language)
    noted = Counter(name for file in files for name in _NOTED if getattr(file, name))
    noted["unreadable"] = sum(bool(file.problem) for file in files)
    counts = (*languages.most_common(PROMPT_LIMITS.directory_languages), *sorted((+noted).items()))
    return ", ".join(f"{sanitize_name(kind)} {count}" for kind, count in counts)


def _names(files: Sequence[FileRecord]) -> str:
    shown = files[: PROMPT_LIMITS.directory_files]
    more = len(files) - len(shown)
    names = ", ".join(sanitize_name(file.name) for file in shown)
    return names + (f" and {more:,} more" if more else "")
