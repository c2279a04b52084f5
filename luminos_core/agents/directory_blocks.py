"""Facts about one directory as blocks of its prompt: its listing, its child directories, and its
files that are known from an earlier run."""

from collections.abc import Iterable, Sequence

from luminos_core.agents.boundary_blocks import boundary_lines
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.directory import ChildSummary, DirectoryState, FileEntry
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.records.surroundings import Surroundings
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_TIER_WORDS = {
    Tier.PRIORITY: "By the plan it has priority",
    Tier.SHALLOW: "By the plan a glance is enough, unless you see that it is not",
}
_LEFT_OUT = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED)


def listing_block(directory: DirectoryRecord) -> str:
    """The directory's own entries as `ls -l` would show them: size in bytes, MIME type, lines,
    name, and notes on what a reader must know."""
    problem = sanitize_line(directory.problem, PROMPT_LIMITS.note_characters)
    lines = [f"(not all of it could be listed: {problem})"] if problem else []
    lines += [
        f"{'-':>10}  {'directory':<28} {'-':>6}  {sanitize_name(_base_name(child))}/"
        for child in directory.children
    ]
    lines += [_entry(file) for file in directory.files]
    limit = PROMPT_LIMITS.listing_characters
    listing = truncate_lines(lines, limit, "... and {count} more: list_directory shows them")
    return listing or "(empty)"


def around_block(around: Surroundings | None) -> str:
    """A line for each thing that is known; "" for nothing."""
    if around is None:
        return ""
    lines = (
        _names("Imported by", around.imported_by),
        _names("It imports", around.imports),
        f"Owner: {sanitize_line(around.owner, PROMPT_LIMITS.label_characters)}"
        if around.owner
        else "",
        _churn(around),
    )
    return "\n".join(filter(None, lines))


def plan_line(assignment: Assignment) -> str:
    """What the plan says of the directory, and why; "" when it does not list it."""
    words = _TIER_WORDS.get(assignment.tier)
    reason = sanitize_line(assignment.reason, PROMPT_LIMITS.plan_reason_characters)
    return f"{words}: {reason or 'it gives no reason'}" if words else ""


def children_block(directory: DirectoryRecord, children: Sequence[ChildSummary]) -> str:
    """A line a child directory, or one sentence that says why there is none."""
    if not directory.children and not children:
        return "(none: this is a leaf directory)"
    if not children:
        return "(child directories exist but have not been investigated yet)"
    limit = PROMPT_LIMITS.children_characters
    described = {child.path for child in children}
    missing = [path for path in directory.children if path not in described]
    if not missing and all(child.state in _LEFT_OUT for child in children):
        reasons = (f"- {sanitize_name(child.path)} {_state(child)}" for child in children)
        left_out = truncate_lines(reasons, limit, "... and {count} more")
        return f"(no child directory was investigated)\n{left_out}"
    lines = [_child(child) for child in children]
    lines += [f"- {sanitize_name(path)} (not investigated yet)" for path in missing]
    return truncate_lines(lines, limit, "... and {count} more child directories")


def known_files_block(entries: Iterable[FileEntry], flags: Sequence[Flag]) -> str:
    """A line a file with its summary, and below it one for each flag about it. "" for none."""
    lines = (line for entry in entries for line in _known_file(entry, flags))
    limit = PROMPT_LIMITS.known_files_characters
    return truncate_lines(lines, limit, "... and {count} more lines, left out here")


def _names(what: str, paths: Sequence[str]) -> str:
    shown = ", ".join(map(sanitize_name, paths[: PROMPT_LIMITS.neighbours]))
    more = len(paths) - PROMPT_LIMITS.neighbours
    return f"{what}: {shown}" + (f" and {more} more" if more > 0 else "") if paths else ""


def _churn(around: Surroundings) -> str:
    if not around.commits:
        return ""
    changes = formats.pluralize(around.commits, "commit")
    busiest = sanitize_name(around.busiest)
    return f"Changed by {changes}, most often {busiest} ({around.busiest_commits:,})"


def _entry(file: FileRecord) -> str:
    kind = sanitize_line(file.mime or file.kind.value, PROMPT_LIMITS.label_characters)
    lines = "-" if file.lines is None else str(file.lines)
    notes = "; ".join(_notes(file))
    line = f"{file.size:>10}  {kind:<28} {lines:>6}  {sanitize_name(file.name)}"
    return f"{line}  ({notes})" if notes else line


def _notes(file: FileRecord) -> Iterable[str]:
    if file.link_target is not None:
        yield f"link to {sanitize_name(file.link_target)}"
    if file.withheld:
        yield "may hold secrets: named here, never shown"
    if file.linked_outside:
        yield "another name of it is outside of the target: named here, never shown"
    if file.generated:
        yield "generated"
    if file.vendored:
        yield "vendored"
    if file.note:
        note = f"could not be read: {file.problem}" if file.problem else file.note
        yield sanitize_line(note, PROMPT_LIMITS.note_characters)


def _child(child: ChildSummary) -> str:
    state = "" if child.state.is_complete else f" {_state(child)}"
    summary = sanitize_line(child.summary, PROMPT_LIMITS.summary_characters) or "no summary"
    lines = (f"- {sanitize_name(child.path)}{state}: {summary}", *boundary_lines(child.boundary))
    return "\n  ".join(lines)


def _state(child: ChildSummary) -> str:
    """`(partial) [max turns reached]`: the state in brackets of its own, so it is never missed."""
    reason = sanitize_line(child.reason, PROMPT_LIMITS.reason_characters)
    return f"({child.state.value})" + (f" [{reason}]" if child.reason else "")


def _known_file(entry: FileEntry, flags: Sequence[Flag]) -> Iterable[str]:
    summary = sanitize_line(entry.summary, PROMPT_LIMITS.summary_characters)
    yield f"- {sanitize_name(entry.relative_path)}: {summary}"
    for flag in flags:
        if flag.path == entry.relative_path:
            place = f" line {flag.line}" if flag.line else ""
            finding = sanitize_line(flag.finding, PROMPT_LIMITS.finding_characters)
            yield f"  flagged [{flag.label}]{place}: {finding}"


def _base_name(path: str) -> str:
    return path.rpartition("/")[2]
