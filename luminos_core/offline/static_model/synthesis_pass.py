"""The synthesis: a brief to read first, and the detailed report in Markdown."""

from collections import Counter

from pydantic import JsonValue

from luminos_core.offline.static_model.marks import FILES, MAIN_FILES, ONE_FILE, lead, marked
from luminos_core.offline.static_model.surroundings_prose import severities, told, worst_first
from luminos_core.offline.static_model.survey_pass import language_share
from luminos_core.offline.static_model.synthesis_prose import (
    attention,
    connections,
    layout,
    uncovered,
)
from luminos_core.offline.static_model.wording import (
    agree,
    as_sentence,
    code,
    count,
    one_line,
    sentences,
)
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.snapshot import Category


def synthesis(briefing: SynthesisBriefing) -> dict[str, JsonValue]:
    """The input of the synthesis's submit_report."""
    return {"brief": _brief(briefing), "detailed": _detailed(briefing)}


def _brief(briefing: SynthesisBriefing) -> str:
    """What it is, what it is made of, what to look at, what is missing: 2 to 4 sentences."""
    return " ".join(
        part
        for part in (_identity(briefing), _makeup(briefing), _worry(briefing), _gaps(briefing))
        if part
    )


def _identity(briefing: SynthesisBriefing) -> str:
    root = _root(briefing)
    first = sentences(one_line(root.summary))[:1] if root else []
    return f"{code(briefing.target)}: {first[0]}" if first else ""


def _makeup(briefing: SynthesisBriefing) -> str:
    directories = count(len(briefing.reports), "directory")
    share = language_share(briefing.languages)
    if not share:
        return f"There is no source code in its {directories}."
    return f"Its source is {share}, in {directories}{_weight(briefing)}."


def _weight(briefing: SynthesisBriefing) -> str:
    """Where most of the source is, by the size of the files that were read."""
    sizes: Counter[str] = Counter()
    for report in briefing.reports:
        top = report.path.partition("/")[0]
        for entry in report.files:
            if entry.category is Category.SOURCE:
                sizes[top] += entry.size_bytes
    largest = sizes.most_common(1)
    if len(sizes) < 2 or not largest[0][1] or largest[0][0] == ".":
        return ""
    share = largest[0][1] / sizes.total()
    return f"; {share:.0%} of what was read of it is in {code(f'{largest[0][0]}/')}"


def _worry(briefing: SynthesisBriefing) -> str:
    found = briefing.flags
    if not found:
        return "Nothing was flagged."
    named = told(worst_first(found)[0])
    if len(found) == 1:
        return f"One flag was raised: {named}."
    raised = f"{count(len(found), 'flag')} were raised ({severities(found)})"
    return f"{raised}; look first at this: {named}."


def _gaps(briefing: SynthesisBriefing) -> str:
    missing = [report for report in briefing.reports if not report.state.is_complete]
    if not missing:
        return ""
    total = count(len(briefing.reports), "directory")
    return f"{len(missing):,} of {total} {agree(len(missing), 'was')} not investigated completely."


def _detailed(briefing: SynthesisBriefing) -> str:
    sections = (
        ("Overview", _overview(briefing)),
        ("Layout", layout(briefing.reports, briefing.target)),
        ("How it hangs together", connections(briefing.reports, briefing.target)),
        ("What to look at", attention(briefing.flags, briefing.reports)),
        ("What was not covered", uncovered(briefing.reports, briefing.target)),
    )
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections if text)


def _overview(briefing: SynthesisBriefing) -> str:
    root = _root(briefing)
    paragraphs = [lead(root.summary)] if root and root.summary else []
    paragraphs += marked(root.summary, ONE_FILE, FILES, MAIN_FILES) if root else []
    if briefing.survey and briefing.survey.description:
        paragraphs.append(as_sentence(one_line(briefing.survey.description)))
    return "\n\n".join(paragraphs) or as_sentence(_makeup(briefing))


def _root(briefing: SynthesisBriefing) -> DirectoryReport | None:
    return next((report for report in briefing.reports if report.path == "."), None)
