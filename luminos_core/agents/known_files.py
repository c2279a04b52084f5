"""What is known already of files whose text a first message does not show."""

from collections.abc import Iterable, Sequence

from luminos_core.records.directory import FileEntry
from luminos_core.records.flag import Flag
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines

_SUMMARY_CHARACTERS = 600
_FINDING_CHARACTERS = 300
_ALL_CHARACTERS = 40_000  # about 10,000 tokens


def known_files(entries: Iterable[FileEntry], flags: Sequence[Flag]) -> str:
    """A line a file with its summary, and below it one for each flag about it. "" for none."""
    lines = (line for entry in entries for line in _lines(entry, flags))
    return truncate_lines(lines, _ALL_CHARACTERS, "... and {count} more lines, left out here")


def _lines(entry: FileEntry, flags: Sequence[Flag]) -> Iterable[str]:
    summary = sanitize_line(entry.summary, _SUMMARY_CHARACTERS)
    yield f"- {sanitize_name(entry.relative_path)}: {summary}"
    for flag in flags:
        if flag.path == entry.relative_path:
            place = f" line {flag.line}" if flag.line else ""
            finding = sanitize_line(flag.finding, _FINDING_CHARACTERS)
            yield f"  flagged [{flag.severity.value}]{place}: {finding}"
