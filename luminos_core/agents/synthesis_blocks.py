"""What the synthesis reads of the directories: a section for each, within a limit for all."""

from collections import Counter
from collections.abc import Sequence

from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.directory import DirectoryEntry, DirectoryReport, DirectoryState
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_LOW_CONFIDENCE = 0.7  # strictly below it a section is marked
_SEPARATOR = "\n\n"


def sections_block(reports: Sequence[DirectoryReport], limit: int) -> str:
    """A section for each report in at most about `limit` characters. When they are too long the
    summaries are shortened; when that is not enough the deepest directories are left out. The
    first line says which was done."""
    whole = _SEPARATOR.join(
        _section(report, PROMPT_LIMITS.section_characters) for report in reports
    )
    if len(whole) <= limit:
        return whole or "(no directory was investigated)"
    short = [_section(report, PROMPT_LIMITS.short_section_characters) for report in reports]
    if sum(map(_size, short)) <= limit:
        note = "(Summaries are shortened to fit; read_cache shows them whole.)"
        return _SEPARATOR.join([note, *short])
    return _without_deepest([_level(report.path) for report in reports], short, limit)


def coverage(reports: Sequence[DirectoryReport]) -> str:
    """ "12 investigated, 1 partial". A stored result counts as investigated, so that a synthesis
    that is asked for again after an interruption gets the same prompt."""
    states = Counter(
        DirectoryState.INVESTIGATED if report.state.is_complete else report.state
        for report in reports
    )
    return ", ".join(f"{count:,} {state}" for state, count in states.most_common()) or "none"


def marks(report: DirectoryReport) -> str:
    """What a reader must know before the summary: " [partial: max turns reached]", or ""."""
    reason = _reason(report.reason)
    state = "" if report.state.is_complete else report.state.value
    both = f"{state}: {reason}" if state and reason else state
    found = [both, _doubt(report.entry) if report.entry else ""]
    return "".join(f" [{mark}]" for mark in found if mark)


def _without_deepest(levels: Sequence[int], sections: Sequence[str], limit: int) -> str:
    """The sections down to the deepest level at which they fit, from the root downwards; of a
    first level that is too large by itself, as many as fit."""
    sizes: Counter[int] = Counter()
    for level, section in zip(levels, sections, strict=True):
        sizes[level] += _size(section)
    deepest, used = 1, sizes[0] + sizes[1]
    while used + sizes[deepest + 1] <= limit:
        deepest += 1
        used += sizes[deepest]
    by_level = sorted(zip(levels, sections, strict=True), key=lambda pair: pair[0])
    kept = [section for level, section in by_level if level <= deepest]
    note = (
        f"(Summaries are shortened, and {len(sections) - len(kept):,} directories deeper than "
        f"level {deepest} are folded away to fit; list_cache and read_cache show them.)"
    )
    lines = (f"{section}\n" for section in kept)
    more = "... and {count} more directories: list_cache and read_cache show them"
    return f"{note}{_SEPARATOR}{truncate_lines(lines, limit, more)}"


def _section(report: DirectoryReport, limit: int) -> str:
    entry = report.entry
    category = f" ({entry.dominant_category.value})" if entry else ""
    head = f"## {sanitize_name(report.path)}{category}{marks(report)}"
    lines = [head, sanitize_line(report.summary, limit) or "(no summary)"]
    if entry and entry.notable_files:
        notable = entry.notable_files[: PROMPT_LIMITS.section_files]
        lines.append(f"Notable files: {', '.join(map(sanitize_name, notable))}")
    return "\n".join(lines)


def _doubt(entry: DirectoryEntry) -> str:
    if entry.confidence is None:
        return "confidence not rated"
    if entry.confidence >= _LOW_CONFIDENCE:
        return ""
    reason = _reason(entry.confidence_reason or "")
    return f"low confidence {entry.confidence:.2f}" + (f": {reason}" if reason else "")


def _reason(text: str) -> str:
    return sanitize_line(text, PROMPT_LIMITS.reason_characters)


def _size(section: str) -> int:
    return len(section) + len(_SEPARATOR)


def _level(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1
