"""What the synthesis reads: a section for each directory that has a report, a line for each other
one, partial syntheses, and the flags with their places."""

from collections import Counter
from collections.abc import Iterable, Sequence

from luminos_core.agents.prompt_blocks import flag_lines
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.briefing import PartialSynthesis
from luminos_core.records.directory import (
    DirectoryEntry,
    DirectoryReport,
    DirectoryState,
    LeftOut,
)
from luminos_core.records.flag import Flag
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, sanitize_text, truncate_lines

_LOW_CONFIDENCE = 0.7  # strictly below it a section is marked
_SEPARATOR = "\n\n"


def sections_block(reports: Sequence[DirectoryReport]) -> str:
    return _SEPARATOR.join(map(section, reports)) or "(no directory was investigated)"


def section(report: DirectoryReport) -> str:
    """State, summary, self-rating and notable files of one directory."""
    entry = report.entry
    category = f" ({entry.dominant_category.value})" if entry else ""
    head = f"## {sanitize_name(report.path)}{category}{marks(report)}"
    summary = sanitize_line(report.summary, PROMPT_LIMITS.section_characters) or "(no summary)"
    lines = [head, summary]
    if entry and (rating := _rating(entry)):
        lines.append(f"Self-rating: {rating}")
    if entry and entry.notable_files:
        notable = entry.notable_files[: PROMPT_LIMITS.section_files]
        lines.append(f"Notable files: {', '.join(map(sanitize_name, notable))}")
    return "\n".join(lines)


def left_out_block(left_out: Iterable[LeftOut]) -> str:
    """A line a directory that has no report: its state and why."""
    return "\n".join(map(left_out_line, left_out)) or "(none)"


def left_out_line(left_out: LeftOut) -> str:
    reason = _reason(left_out.reason)
    inside = "" if left_out.directories == 1 else f", {left_out.directories:,} directories"
    why = f": {reason}" if reason else ""
    return f"- {sanitize_name(left_out.path)} [{left_out.state.value}{why}{inside}]"


def left_out_counts(left_out: Iterable[LeftOut]) -> str:
    """As `left_out_block`, by state and reason, for a prompt that has no room for each."""
    counts: Counter[tuple[DirectoryState, str]] = Counter()
    for each in left_out:
        counts[each.state, _reason(each.reason)] += each.directories
    lines = (
        f"- {formats.pluralize(count, 'directory')} [{': '.join(filter(None, (state, reason)))}]"
        for (state, reason), count in counts.most_common()
    )
    limit = PROMPT_LIMITS.left_out_characters
    return truncate_lines(lines, limit, "- and directories for {count} more reasons") or "(none)"


def partial_syntheses_block(parts: Sequence[PartialSynthesis], limit: int) -> str:
    """A section for each part, in at most about `limit` characters together."""
    most = limit // max(len(parts), 1)
    sections = []
    for part in parts:
        gap = f" [{_reason(part.gap)}]" if part.gap else ""
        count = formats.pluralize(part.directories, "directory", "directories")
        text = f"{part.brief}\n\n{part.detailed}"
        sections.append(f"## {part.scope} ({count}){gap}\n{sanitize_text(text, most)}")
    return _SEPARATOR.join(sections)


def worst_flags_block(flags: Sequence[Flag], limit: int) -> str:
    """The flags, which are ranked, as far as they fit; all of them are in the parts."""
    more = "... and {count} more, which the partial syntheses were given"
    return truncate_lines(flag_lines(flags), limit, more) or "(none)"


def coverage(reports: Sequence[DirectoryReport], left_out: Iterable[LeftOut] = ()) -> str:
    """ "12 investigated, 1 partial, 3 deferred". A stored result counts as investigated, so that a
    synthesis that is asked for again after an interruption gets the same prompt."""
    states = Counter(
        DirectoryState.INVESTIGATED if report.state.is_complete else report.state
        for report in reports
    )
    for each in left_out:
        states[each.state] += each.directories
    return ", ".join(f"{count:,} {state}" for state, count in states.most_common()) or "none"


def marks(report: DirectoryReport) -> str:
    """What a reader must know before the summary: " [partial: max turns reached]", or ""."""
    reason = _reason(report.reason)
    state = "" if report.state.is_complete else report.state.value
    both = f"{state}: {reason}" if state and reason else state
    found = [both, _doubt(report.entry) if report.entry else ""]
    return "".join(f" [{mark}]" for mark in found if mark)


def _rating(entry: DirectoryEntry) -> str:
    """ "confidence 0.90, completeness 0.75"."""
    scores = (("confidence", entry.confidence), ("completeness", entry.completeness))
    return ", ".join(f"{name} {score:.2f}" for name, score in scores if score is not None)


def _doubt(entry: DirectoryEntry) -> str:
    if entry.confidence is None:
        return "confidence not rated"
    if entry.confidence >= _LOW_CONFIDENCE:
        return ""
    reason = _reason(entry.confidence_reason or "")
    return f"low confidence {entry.confidence:.2f}" + (f": {reason}" if reason else "")


def _reason(text: str) -> str:
    return sanitize_line(text, PROMPT_LIMITS.reason_characters)
