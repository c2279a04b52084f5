"""The brief to read first and the detailed report, out of what every directory found."""

from collections.abc import Iterable, Iterator

from luminos_core.checks.check import is_test_path
from luminos_core.offline.brief import write_brief
from luminos_core.offline.english import shortened
from luminos_core.offline.facts import gap
from luminos_core.offline.project import Project
from luminos_core.offline.prose import page
from luminos_core.offline.summary import headline, sentences
from luminos_core.offline.survey import language_share
from luminos_core.offline.tables import tables
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryReport, FileEntry
from luminos_core.records.directory_facts import DirectoryFacts, Names
from luminos_core.records.project import Part, ProjectFacts
from luminos_core.records.report import Synthesis
from luminos_core.text.formats import pluralize

_DIRECTORIES, _CONNECTED = 40, 20  # lines
_SENTENCE = 240  # characters

Line = tuple[DirectoryReport, str]


def synthesize(briefing: SynthesisBriefing) -> Synthesis:
    """A brief of fixed lines, and the detailed report, in Markdown."""
    project = Project(briefing.reports, briefing.project or ProjectFacts())
    return Synthesis(
        brief=write_brief(briefing, project),
        detailed=page(
            "detailed.md.j2",
            target=briefing.target,
            overview=_overview(project) or [_counted(briefing)],
            parts=_named_needs(project.known.parts),
            layout=_shallowest(_layout(briefing, project), _DIRECTORIES),
            connections=_shallowest(_connections(briefing, project), _CONNECTED),
            notable_files=_notable_files(briefing),
            gaps=_gaps(briefing),
            partly_read=sorted(filter(_is_partly_read, briefing.reports), key=_share_read),
        ),
    )


def _named_needs(parts: tuple[Part, ...]) -> list[tuple[Part, list[str]]]:
    """Each with the names of what it needs; none when it is the only one."""
    names = {part.path: part.name for part in parts}
    pairs = [(part, [names[path] for path in part.needs]) for part in parts]
    return pairs if len(pairs) > 1 else []


def _overview(project: Project) -> list[str]:
    """Paragraphs: what the main directory holds, its main files, what its manifests declare."""
    principal = project.facts.get(project.principal)
    if principal is None:
        return []
    found = [
        sentences(principal, "files", "largest_definitions"),
        sentences(principal, "main_files"),
    ]
    return [text for text in (*found, sentences(principal, "manifests")) if text]


def _counted(briefing: SynthesisBriefing) -> str:
    share = language_share(briefing.languages)
    return f"Its source is {share}." if share else "There is no source code in what was read."


def _layout(briefing: SynthesisBriefing, project: Project) -> Iterator[Line]:
    """A line a directory. What is below tests, examples and documents is counted at the first of
    them; a directory with nothing but directories in it is told by theirs."""
    folded = _folded(project.facts)
    for report in briefing.reports:
        facts = report.facts
        if facts is None or report.path in (".", project.principal) or _fold(report.path):
            continue
        below = folded.get(report.path, 0)
        state = gap(report.state, "")
        if facts.contents.files or facts.problem or (below and not facts.children.only):
            said = "" if not facts.contents.files and below else headline(facts)
            more = f"With {pluralize(below, 'directory')} below." if below else ""
            text = " ".join(filter(None, [shortened(said, _SENTENCE), more]))
            yield report, f"{text}{f' ({state})' if state else ''}"


def _folded(facts: dict[str, DirectoryFacts]) -> dict[str, int]:
    """How many directories each stands for that hides those below it."""
    counts: dict[str, int] = {}
    for path in facts:
        if top := _fold(path):
            counts[top] = counts.get(top, 0) + 1
    return counts


def _fold(path: str) -> str:
    """The first directory of tests, examples or documents above `path`; "" when there is none."""
    steps = path.split("/")
    for number in range(1, len(steps)):
        above = "/".join(steps[:number])
        if steps[number - 1].lower() in tables().apart_folders or is_test_path(f"{above}/"):
            return above
    return ""


def _connections(briefing: SynthesisBriefing, project: Project) -> Iterator[Line]:
    for report in briefing.reports:
        facts = report.facts
        if facts is None or is_test_path(f"{report.path}/x") or _fold(f"{report.path}/x"):
            continue
        own = Names.of(_own_imports(facts, project))
        imports = facts.imports.model_copy(update={"project": own})
        facts = facts.model_copy(update={"imports": imports})
        if text := sentences(facts, "entry_points", "imports"):
            yield report, text


def _own_imports(facts: DirectoryFacts, project: Project) -> list[str]:
    """Imports from elsewhere in the target, by their names in the source."""
    named = (name.removeprefix("src.") for name in facts.imports.project.first)
    packages = (name for name in facts.imports.packages.first if project.own.has(name))
    own = [name for name in named if "/" in name or project.own.has(name)]
    return list(dict.fromkeys([*own, *packages]))


def _shallowest(found: Iterable[Line], limit: int) -> list[Line]:
    """The `limit` shallowest sorted by path, then the others."""
    lines = sorted(found, key=lambda pair: (pair[0].path.count("/"), pair[0].path))
    return sorted(lines[:limit], key=lambda pair: pair[0].path.split("/")) + lines[limit:]


def _notable_files(briefing: SynthesisBriefing) -> list[FileEntry]:
    """The files that stand out, largest first; a long test does not."""
    entries = [entry for report in briefing.reports for entry in report.files]
    notable = [
        entry
        for entry in entries
        if entry.notable_reason and (entry.not_parsed or not is_test_path(entry.relative_path))
    ]
    return sorted(notable, key=lambda entry: (-entry.size_bytes, entry.relative_path))


def _gaps(briefing: SynthesisBriefing) -> list[tuple[str, list[DirectoryReport]]]:
    """Why directories are not complete, and which."""
    reasons: dict[str, list[DirectoryReport]] = {}
    for report in briefing.reports:
        if not report.state.is_complete:
            reasons.setdefault(gap(report.state, report.reason), []).append(report)
    return list(reasons.items())


def _share_read(report: DirectoryReport) -> tuple[float, str]:
    return (report.entry.completeness if report.entry else None) or 0.0, report.path


def _is_partly_read(report: DirectoryReport) -> bool:
    """Whether files of it could not be read that a person would read."""
    share = report.entry.completeness if report.entry else None
    has_text = bool(report.facts and (report.facts.unread or report.facts.contents.withheld))
    return report.state.is_complete and share is not None and share < 1 and has_text
