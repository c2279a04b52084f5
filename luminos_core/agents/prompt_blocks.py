"""Facts about the whole target as blocks of a prompt: the survey, the scan's counts, the flags."""

from collections.abc import Iterable, Iterator, Sequence

from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import LanguageTotal, SurveySignals
from luminos_core.records.survey import Survey
from luminos_core.text.sanitize import sanitize_line, sanitize_name, sanitize_text, truncate_lines


def survey_block(survey: Survey | None) -> str:
    """The survey, a line a field; an empty list or note has no line."""
    if survey is None:
        return "(no survey available)"
    lines = [
        f"Description: {_prose(survey.description)}",
        f"Approach: {_prose(survey.approach)}",
    ]
    if survey.domain_notes:
        lines.append(f"Domain notes: {_prose(survey.domain_notes)}")
    if survey.relevant_tools:
        lines.append(f"Relevant tools: {_tools(survey.relevant_tools)}")
    if survey.skip_tools:
        lines.append(f"Skip tools: {_tools(survey.skip_tools)}")
    return "\n".join(lines)


def notes_block(notes: str) -> str:
    """A plan's notes."""
    return _prose(notes) or "(none)"


def flags_block(flags: Sequence[Flag]) -> str:
    """As `flag_lines`, as far as there is room."""
    limit = PROMPT_LIMITS.flags_characters
    more = "... and {count} more, left out here"
    return truncate_lines(flag_lines(flags), limit, more) or "(none)"


def flag_lines(flags: Iterable[Flag]) -> Iterator[str]:
    """A line a flag with its places, in the given order."""
    return map(flag_line, group_flags(flags))


def flag_line(group: FlagGroup) -> str:
    """Severity, place, rule, finding and quotation of the first, and the other places."""
    flag = group.first
    place = sanitize_name(flag.path) + (f":{flag.line}" if flag.line else "")
    finding = sanitize_line(flag.finding, PROMPT_LIMITS.finding_characters)
    verdict = f", {flag.verdict} by reviewers" if flag.verdict else ""
    if flag.is_dismissed:
        verdict += ", dismissed by its directory's agent"
    line = f"[{flag.label}{verdict}] {place} ({flag.rule}) {finding}"
    if flag.quotation:
        line += f" | {sanitize_line(flag.quotation, PROMPT_LIMITS.quotation_characters)}"
    return f"{line} ({group.elsewhere})" if group.elsewhere else line


def signals_block(signals: SurveySignals) -> str:
    """The raw counts of the base scan."""
    extensions = ", ".join(
        f"{sanitize_name(count.name) or '(none)'} {count.count:,}"
        for count in signals.extension_histogram
    )
    file_types = ", ".join(
        f"{sanitize_line(count.name, PROMPT_LIMITS.file_type_characters)} {count.count:,}"
        for count in signals.file_descriptions
    )
    samples = "\n".join(f"  {sanitize_name(path)}" for path in signals.filename_samples)
    return (
        f"Files: {signals.total_files:,}\n"
        f"Extensions: {extensions or '(none)'}\n"
        f"File types: {file_types or '(none)'}\n"
        f"Sample paths:\n{samples or '  (none)'}"
    )


def languages_block(languages: Iterable[LanguageTotal]) -> str:
    """Lines of source by language, in the given order."""
    return ", ".join(f"{total.language} {total.lines:,}" for total in languages) or "(none)"


def _prose(text: str) -> str:
    return sanitize_text(text, PROMPT_LIMITS.prose_characters)


def _tools(names: Iterable[str]) -> str:
    return ", ".join(sanitize_line(name, PROMPT_LIMITS.label_characters) for name in names)
