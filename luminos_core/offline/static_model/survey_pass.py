"""The survey pass: what the target is, from counts alone."""

from pydantic import JsonValue

from luminos_core.offline.static_model.kinds import is_code, language_name
from luminos_core.offline.static_model.wording import agree, code, count, listed
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.snapshot import LanguageTotal

_SURE = 0.7  # what counts of files and lines can tell, without a word read
_UNSURE = 0.4


def survey(briefing: SurveyBriefing) -> dict[str, JsonValue]:
    """The input of submit_survey. No tool is skipped: counts do not show that one is useless."""
    outlines = bool(language_share(briefing.languages)) and "parse_structure" in briefing.tools
    relevant = ["parse_structure"] if outlines else []
    relevant += ["read_file"] if "read_file" in briefing.tools else []
    return {
        "description": _description(briefing),
        "approach": _approach(briefing, outlines),
        "relevant_tools": list(relevant),
        "skip_tools": [],
        "domain_notes": "",
        "confidence": _SURE if outlines else _UNSURE,
    }


def language_share(languages: tuple[LanguageTotal, ...]) -> str:
    """ "Python (12,345 lines in 98 files) and Shell (20 lines in 1 file)"; most lines first, ""
    when there is no code."""
    shares = [_share(total) for total in languages if is_code(total.language)]
    return listed(shares, 3)


def _share(total: LanguageTotal) -> str:
    measure = f"{count(total.lines, 'line')} in {count(total.files, 'file')}"
    return f"{language_name(total.language)} ({measure})"


def _description(briefing: SurveyBriefing) -> str:
    files = count(briefing.signals.total_files, "file")
    directories = count(briefing.directory_count, "directory")
    held = f"{code(briefing.target)} holds {files} in {directories}"
    if share := language_share(briefing.languages):
        return f"{held}. Its source is {share}."
    kinds = [
        f"{count(item.count, 'file')} {agree(item.count, 'has')} "
        + (f"the ending {code(item.name)}" if item.name else "no ending")
        for item in briefing.signals.extension_histogram[:3]
    ]
    return f"{held}, none of them source code{': ' if kinds else ''}{listed(kinds)}."


def _approach(briefing: SurveyBriefing, outlines: bool) -> str:
    if outlines:
        return "Outline the source files, and read the documents and manifests."
    if briefing.signals.total_files:
        return "Read the documents and the heads of the text files."
    return "There is nothing to read."
