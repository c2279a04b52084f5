"""What the synthesis reads: one section a directory, marked, and bounded as a whole."""

from collections import Counter
from collections.abc import Sequence

from luminos_core.records.directory import DirectoryEntry, DirectoryReport, DirectoryState
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

LOW_CONFIDENCE = 0.7  # strictly below it a section is marked

_WHOLE = 1_200  # characters of a summary
_SHORT = 200
_REASON_CHARACTERS = 200
_NOTABLE_FILES = 8
_MORE = "... and {count} more directories: list_cache and read_cache show them"


def sections(reports: Sequence[DirectoryReport], limit: int) -> str:
    """A section for each report in at most about `limit` characters. When they are too long the
    summaries are shortened; when that is not enough the deepest directories are folded away. The
    first line says which was done."""
    whole = "\n\n".join(_section(report, _WHOLE) for report in reports)
    if len(whole) <= limit:
        return whole or "(no directory was investigated)"
    short = [_section(report, _SHORT) for report in reports]
    if sum(map(len, short)) + 2 * len(short) <= limit:
        note = "(Summaries are shortened to fit; read_cache shows them whole.)"
        return "\n\n".join([note, *short])
    return _folded(reports, short, limit)


def coverage(reports: Sequence[DirectoryReport]) -> str:
    """ "12 investigated, 1 partial": in this run or an earlier one, since a synthesis that is asked
    for again after an interruption must be asked in the same words."""
    counts = Counter(_told_state(report) for report in reports)
    return ", ".join(f"{count:,} {state}" for state, count in counts.most_common()) or "none"


def _told_state(report: DirectoryReport) -> DirectoryState:
    return DirectoryState.INVESTIGATED if report.state.is_complete else report.state


def marks(report: DirectoryReport) -> str:
    """What a reader must know before the summary: " [partial: max turns reached]", or ""."""
    reason = sanitize_line(report.reason, _REASON_CHARACTERS)
    state = "" if report.state.is_complete else report.state.value
    both = f"{state}: {reason}" if state and reason else state
    found = [both, _doubt(report.entry) if report.entry else ""]
    return "".join(f" [{mark}]" for mark in found if mark)


def _folded(reports: Sequence[DirectoryReport], short: Sequence[str], limit: int) -> str:
    """The sections down to the deepest level at which they fit, from the root downwards; of a
    first level that is too wide by itself, as many as fit."""
    sizes: Counter[int] = Counter()
    for report, section in zip(reports, short, strict=True):
        sizes[_level(report.path)] += len(section) + 2
    deepest, used = 1, sizes[0] + sizes[1]
    while used + sizes[deepest + 1] <= limit:
        deepest += 1
        used += sizes[deepest]
    leveled = [
        (_level(report.path), section) for report, section in zip(reports, short, strict=True)
    ]
    kept = sorted((pair for pair in leveled if pair[0] <= deepest), key=lambda pair: pair[0])
    note = (
        f"(Summaries are shortened, and {len(short) - len(kept):,} directories deeper than level "
        f"{deepest} are folded away to fit; list_cache and read_cache show them.)"
    )
    shown = truncate_lines((f"{section}\n" for _, section in kept), limit, _MORE)
    return f"{note}\n\n{shown}"


def _section(report: DirectoryReport, limit: int) -> str:
    entry = report.entry
    category = f" ({entry.dominant_category.value})" if entry else ""
    head = f"## {sanitize_name(report.path)}{category}{marks(report)}"
    lines = [head, sanitize_line(report.summary, limit) or "(no summary)"]
    if entry and entry.notable_files:
        names = ", ".join(sanitize_name(name) for name in entry.notable_files[:_NOTABLE_FILES])
        lines.append(f"Notable files: {names}")
    return "\n".join(lines)


def _doubt(entry: DirectoryEntry) -> str:
    if entry.confidence is None:
        return "confidence not rated"
    if entry.confidence >= LOW_CONFIDENCE:
        return ""
    why = sanitize_line(entry.confidence_reason or "", _REASON_CHARACTERS)
    return f"low confidence {entry.confidence:.2f}" + (f": {why}" if why else "")


def _level(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1
