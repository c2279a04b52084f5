"""What the target is, from counts alone."""

from luminos_core.offline.english import agree, code, listed
from luminos_core.offline.file_kinds import is_code, language_name
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.snapshot import LanguageTotal
from luminos_core.records.survey import Survey
from luminos_core.text.formats import pluralize

_SURE = 0.7  # what counts of files and lines can tell, without a word read
_UNSURE = 0.4


def survey(briefing: SurveyBriefing) -> Survey:
    """The survey of a target. No tool is skipped: counts do not show that one is useless."""
    outlines = bool(language_share(briefing.languages)) and "parse_structure" in briefing.tools
    wanted = ("parse_structure", "read_file") if outlines else ("read_file",)
    return Survey(
        description=_description(briefing),
        approach=_approach(briefing, outlines),
        relevant_tools=tuple(tool for tool in wanted if tool in briefing.tools),
        confidence=_SURE if outlines else _UNSURE,
    )


def language_share(languages: tuple[LanguageTotal, ...]) -> str:
    """ "Python (12,345 lines in 98 files) and Shell (20 lines in 1 file)"; most lines first, ""
    when there is no code."""
    return listed([_share(total) for total in languages if is_code(total.language)], 3)


def _share(total: LanguageTotal) -> str:
    measure = f"{pluralize(total.lines, 'line')} in {pluralize(total.files, 'file')}"
    return f"{language_name(total.language)} ({measure})"


def _description(briefing: SurveyBriefing) -> str:
    files = pluralize(briefing.signals.total_files, "file")
    directories = pluralize(briefing.directory_count, "directory")
    held = f"{code(briefing.target)} holds {files} in {directories}"
    if share := language_share(briefing.languages):
        return f"{held}. Its source is {share}."
    kinds = [
        f"{pluralize(item.count, 'file')} {agree(item.count, 'has')} "
        + (f"the ending {code(item.name)}" if item.name else "no ending")
        for item in briefing.signals.extension_histogram[:3]
    ]
    return f"{held}, none of them source code{': ' if kinds else ''}{listed(kinds)}."


def _approach(briefing: SurveyBriefing, outlines: bool) -> str:
    if outlines:
        return "Read every text file, and outline the source files."
    return "Read every text file." if briefing.signals.total_files else "There is nothing to read."
