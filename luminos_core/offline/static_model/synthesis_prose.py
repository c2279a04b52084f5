"""The sections of the detailed report, each from what every directory submitted."""

from collections.abc import Iterable, Sequence

from luminos_core.offline.static_model.marks import (
    ENTRY,
    INSIDE,
    MUTUAL,
    ONLY_CHILD,
    OUTSIDE,
    USES,
    marked,
)
from luminos_core.offline.static_model.surroundings_prose import incomplete, place, worst_first
from luminos_core.offline.static_model.wording import (
    as_gloss,
    as_sentence,
    count,
    first_sentence,
    listed,
    one_line,
    path_code,
)
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag

_DIRECTORIES = 60  # lines of the layout
_SENTENCE = 300  # characters
_CONNECTED = 25
_FLAGS = 25
_NOTABLE = 15
_THIN = 10
_SAME = 8  # directories named for one reason


def layout(reports: Iterable[DirectoryReport], target: str) -> str:
    """One line a directory, in the order of their paths; the shallow ones when there are many.
    A directory with nothing but another in it is told by the other's line."""
    told = [
        report
        for report in reports
        if report.path != "." and report.summary and not report.summary.startswith(ONLY_CHILD)
    ]
    told.sort(key=lambda report: (_depth(report), report.path))
    shown = sorted(told[:_DIRECTORIES], key=lambda report: report.path.split("/"))
    lines = [f"- {_name(report, target)}: {_first(report)}" for report in shown]
    if len(told) > len(shown):
        lines.append(f"- … and {count(len(told) - len(shown), 'directory')} deeper down.")
    return "\n".join(lines)


def connections(reports: Iterable[DirectoryReport], target: str) -> str:
    """Entry points and imports, by directory; of the shallow ones when there are many."""
    found = [
        (report, sentences)
        for report in sorted(reports, key=lambda report: (_depth(report), report.path))
        if (sentences := marked(report.summary, ENTRY, INSIDE, MUTUAL, USES, OUTSIDE))
    ]
    shown = sorted(found[:_CONNECTED], key=lambda pair: pair[0].path.split("/"))
    lines = [f"- {_name(report, target)}: {' '.join(sentences)}" for report, sentences in shown]
    if len(found) > len(shown):
        lines.append(f"- … and {count(len(found) - len(shown), 'directory')} deeper down.")
    return "\n".join(lines)


def attention(flags: Sequence[Flag], reports: Iterable[DirectoryReport]) -> str:
    """The flags, worst first, then the files that stand out."""
    found = [
        f"- **{flag.severity.value}** {place(flag)}: {as_sentence(one_line(flag.finding))}"
        for flag in worst_first(flags)
    ]
    entries = [entry for report in reports for entry in report.files if entry.notable_reason]
    entries.sort(key=lambda entry: (-entry.size_bytes, entry.relative_path))
    notable = [
        f"- {path_code(entry.relative_path)}: {as_sentence(one_line(entry.notable_reason or ''))}"
        for entry in entries
    ]
    paragraphs = [_bounded(found, _FLAGS, "flag")]
    if notable:
        paragraphs += ["Files that stand out:", _bounded(notable, _NOTABLE, "file")]
    return "\n\n".join(part for part in paragraphs if part) or "Nothing was flagged."


def uncovered(reports: Sequence[DirectoryReport], target: str) -> str:
    """Directories without a complete result, and those of which not every file was looked at."""
    reasons: dict[str, list[str]] = {}
    for report in reports:
        if not report.state.is_complete:
            reason = as_sentence(incomplete(report.state, report.reason))
            reasons.setdefault(reason, []).append(_name(report, target))
    lines = [f"- {listed(names, _SAME)}: {reason}" for reason, names in reasons.items()]
    thin = [
        f"- {_name(report, target)}: {_share(report.entry.completeness)} of its files read."
        for report in reports
        if report.state.is_complete
        and report.entry
        and report.entry.completeness is not None
        and report.entry.completeness < 1
    ]
    method = (
        "No language model read this code. What is said above comes from documents, comments, "
        "definitions, imports and manifests; what functions do inside was not judged."
    )
    paragraphs = (
        _bounded(lines, _DIRECTORIES, "reason"),
        _bounded(thin, _THIN, "directory"),
        method,
    )
    return "\n\n".join(part for part in paragraphs if part)


def _share(completeness: float) -> str:
    return f"{completeness:.0%}" if completeness else "none"


def _name(report: DirectoryReport, target: str) -> str:
    return path_code(f"{target if report.path == '.' else report.path}/")


def _depth(report: DirectoryReport) -> int:
    return 0 if report.path == "." else 1 + report.path.count("/")


def _first(report: DirectoryReport) -> str:
    state = "" if report.state.is_complete else f" ({as_gloss(incomplete(report.state, ''))})"
    return f"{first_sentence(one_line(report.summary), _SENTENCE)}{state}"


def _bounded(lines: list[str], limit: int, noun: str) -> str:
    if len(lines) > limit + 1:
        lines = [*lines[:limit], f"- … and {count(len(lines) - limit, f'more {noun}')}."]
    return "\n".join(lines)
