"""What the target is, from counts alone."""

from luminos_core.offline.file_kinds import is_code
from luminos_core.offline.prose import sentence
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.snapshot import LanguageTotal
from luminos_core.records.survey import Survey

_SURE = 0.7  # what counts of files and lines can tell, without a word read
_UNSURE = 0.4


def survey(briefing: SurveyBriefing) -> Survey:
    """The survey of a target. No tool is skipped: counts do not show that one is useless."""
    share, files = language_share(briefing.languages), briefing.signals.total_files
    outlines = bool(share) and "parse_structure" in briefing.tools
    approach = "Read every text file" + (", and outline the source files." if outlines else ".")
    wanted = ("parse_structure", "read_file") if outlines else ("read_file",)
    counts = (briefing.target, files, briefing.directory_count, share)
    endings = briefing.signals.extension_histogram[:3]
    return Survey(
        description=sentence("survey.j2", "description", *counts, endings),
        approach=approach if files else "There is nothing to read.",
        relevant_tools=tuple(tool for tool in wanted if tool in briefing.tools),
        confidence=_SURE if outlines else _UNSURE,
    )


def language_share(languages: tuple[LanguageTotal, ...]) -> str:
    """The lines and files of code by language, most lines first; "" when there is no code."""
    code = [total for total in languages if is_code(total.language)]
    return sentence("survey.j2", "shares", code)
