"""Facts as blocks of a prompt: what the survey said, what lies in a directory, what was flagged."""

from collections.abc import Iterable, Sequence

from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord, FileRecord, LanguageTotal, SurveySignals
from luminos_core.records.survey import Survey
from luminos_core.text.sanitize import sanitize_line, sanitize_name, sanitize_text, truncate_lines

_LISTING_CHARACTERS = 24_000  # about 6,000 tokens, some 300 files
_FLAG_CHARACTERS = 8_000
_PROSE_CHARACTERS = 1_200  # of one field of a survey, or of a plan's notes
_FINDING_CHARACTERS = 300
_QUOTATION_CHARACTERS = 160


def survey_block(survey: Survey | None) -> str:
    """What the survey said of the target, a line a field; an empty list or note has no line."""
    if survey is None:
        return "(no survey available)"
    lines = [
        f"Description: {sanitize_text(survey.description, _PROSE_CHARACTERS)}",
        f"Approach: {sanitize_text(survey.approach, _PROSE_CHARACTERS)}",
    ]
    if survey.domain_notes:
        lines.append(f"Domain notes: {sanitize_text(survey.domain_notes, _PROSE_CHARACTERS)}")
    if survey.relevant_tools:
        lines.append(f"Relevant tools: {_names(survey.relevant_tools)}")
    if survey.skip_tools:
        lines.append(f"Skip tools: {_names(survey.skip_tools)}")
    return "\n".join(lines)


def notes_block(notes: str) -> str:
    return sanitize_text(notes, _PROSE_CHARACTERS) or "(none)"


def listing(directory: DirectoryRecord) -> str:
    """The directory's own entries as `ls -l` would show them: size in bytes, MIME type, lines,
    name, and what a reader must know of it."""
    if not directory.files and not directory.children:
        return "(empty)"
    lines = [
        f"{'-':>10}  {'directory':<28} {'-':>6}  {sanitize_name(_last(child))}/"
        for child in directory.children
    ]
    lines += [_entry(file) for file in directory.files]
    return truncate_lines(
        lines, _LISTING_CHARACTERS, "... and {count} more: list_directory shows them"
    )


def flags_block(flags: Sequence[Flag]) -> str:
    """What the deterministic checks found, worst first as given."""
    lines = (_flag(flag) for flag in flags)
    return (
        truncate_lines(lines, _FLAG_CHARACTERS, "... and {count} more, left out here") or "(none)"
    )


def signals_block(signals: SurveySignals) -> str:
    """The raw counts of the base scan."""
    extensions = ", ".join(
        f"{sanitize_name(count.name) or '(none)'} {count.count:,}"
        for count in signals.extension_histogram
    )
    kinds = ", ".join(
        f"{sanitize_line(count.name, 80)} {count.count:,}" for count in signals.file_descriptions
    )
    samples = "\n".join(f"  {sanitize_name(path)}" for path in signals.filename_samples)
    return (
        f"Files: {signals.total_files:,}\n"
        f"Extensions: {extensions or '(none)'}\n"
        f"File types: {kinds or '(none)'}\n"
        f"Sample paths:\n{samples or '  (none)'}"
    )


def languages_block(languages: Iterable[LanguageTotal]) -> str:
    """Lines of source by language, most first."""
    return ", ".join(f"{total.language} {total.lines:,}" for total in languages) or "(none)"


def _entry(file: FileRecord) -> str:
    kind = file.mime or file.kind.value
    lines = "-" if file.lines is None else str(file.lines)
    notes = "; ".join(_notes(file))
    line = f"{file.size:>10}  {sanitize_line(kind, 60):<28} {lines:>6}  {sanitize_name(file.name)}"
    return f"{line}  ({notes})" if notes else line


def _notes(file: FileRecord) -> Iterable[str]:
    if file.link_target is not None:
        yield f"link to {sanitize_name(file.link_target)}"
    if file.withheld:
        yield "may hold secrets: named here, never shown"
    if file.generated:
        yield "generated"
    if file.vendored:
        yield "vendored"
    if file.note:
        yield sanitize_line(file.note, 120)


def _flag(flag: Flag) -> str:
    place = sanitize_name(flag.path) + (f":{flag.line}" if flag.line else "")
    finding = sanitize_line(flag.finding, _FINDING_CHARACTERS)
    line = f"[{flag.severity.value}] {place} ({flag.rule}) {finding}"
    if flag.quotation:
        line += f" | {sanitize_line(flag.quotation, _QUOTATION_CHARACTERS)}"
    return line


def _names(names: Iterable[str]) -> str:
    return ", ".join(sanitize_line(name, 60) for name in names)


def _last(path: str) -> str:
    return path.rpartition("/")[2]
