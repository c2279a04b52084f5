"""What the members of a council are shown: a line or a section a directory, the flags, and what is
required."""

from collections.abc import Iterable, Sequence

from luminos_core.agents.prompt_blocks import flag_lines
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.synthesis_blocks import left_out_line
from luminos_core.records.directory import DirectoryReport, FileEntry, LeftOut
from luminos_core.records.flag import Flag
from luminos_core.records.requirement import Findings
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_SUMMARY = 200  # characters of a directory's, in a line
_REASON = 200
_ANSWER = 300
_NOT_WHOLE = 3  # files named
_TEXT = 300  # of a requirement
_LEFT_OUT = 8_000
_MORE = "... and {count} more, left out here; list_cache names every directory"


def directory_lines(reports: Sequence[DirectoryReport], room: int) -> str:
    """A line a directory: its state, how many of its files are described, and what it is."""
    return truncate_lines(map(_line, reports), room, _MORE) or "(no directory was investigated)"


def directory_sections(reports: Sequence[DirectoryReport], room: int) -> str:
    """A section a directory, with what it answered when it was asked."""
    return truncate_lines(map(_section, reports), room, _MORE) or "(no directory was investigated)"


def directories_left_out(left_out: Iterable[LeftOut]) -> str:
    """Those without a report, and why."""
    return truncate_lines(map(left_out_line, left_out), _LEFT_OUT, _MORE) or "(none)"


def flags_found(flags: Iterable[Flag], room: int) -> str:
    more = "... and {count} more, left out here: the worst are above"
    return truncate_lines(flag_lines(flags), room, more) or "(none)"


def requirement_lines(findings: Findings | None, room: int) -> str:
    """Without waivers, which are people's. "" when nothing is required."""
    if findings is None or not findings.findings:
        return ""
    lines = (
        f"- [{each.state.value}] {sanitize_line(each.requirement.text, _TEXT)}"
        + (f" | {sanitize_line(each.reason, _REASON)}" if each.reason else "")
        + "".join(f" ({sanitize_name(place.location)})" for place in each.evidence[:_NOT_WHOLE])
        for each in findings.findings
    )
    return truncate_lines(lines, room, "... and {count} more")


def _section(report: DirectoryReport) -> str:
    summary = sanitize_line(report.summary, PROMPT_LIMITS.section_characters) or "(no summary)"
    return f"## {sanitize_name(report.path)} {_state(report)}\n{summary}{_answers(report)}\n"


def _line(report: DirectoryReport) -> str:
    summary = sanitize_line(report.summary, _SUMMARY) or "no summary"
    described = formats.pluralize(len(report.files), "file")
    return (
        f"- {sanitize_name(report.path)} {_state(report)} {described} described"
        f"{_not_whole(report.files)}; {summary}"
    )


def _state(report: DirectoryReport) -> str:
    reason = f": {sanitize_line(report.reason, _REASON)}" if report.reason else ""
    return f"[{'complete' if report.state.is_complete else report.state.value}{reason}]"


def _not_whole(files: Iterable[FileEntry]) -> str:
    partly = [each for each in files if each.partly_read or each.not_parsed]
    named = (sanitize_name(each.relative_path) for each in partly[:_NOT_WHOLE])
    return f", {len(partly):,} not whole ({', '.join(named)})" if partly else ""


def _answers(report: DirectoryReport) -> str:
    said = (
        f"\nAlso established: {sanitize_line(each.reason, _ANSWER)}"
        + (f" ({sanitize_name(each.path)}:{each.line or 1})" if each.path else "")
        for each in report.answers
        if each.reason
    )
    return "".join(said)
