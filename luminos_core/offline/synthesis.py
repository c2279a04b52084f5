"""The brief to read first and the detailed report, out of what every directory found."""

from collections import Counter
from collections.abc import Callable

from luminos_core.flags.groups import fold_groups, group_flags
from luminos_core.flags.ranking import rank_flags
from luminos_core.offline.english import line, shortened
from luminos_core.offline.facts import flag_facts, gap
from luminos_core.offline.prose import page, sentence
from luminos_core.offline.summary import headline, sentences
from luminos_core.offline.survey import language_share
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryReport, FileEntry
from luminos_core.records.directory_facts import DirectoryFacts
from luminos_core.records.report import Synthesis
from luminos_core.records.snapshot import Category

_DIRECTORIES, _CONNECTED = 60, 25  # lines
_SENTENCE = 300  # characters


def synthesize(briefing: SynthesisBriefing) -> Synthesis:
    """A brief of 2 to 4 sentences on one line, and the detailed report in Markdown."""
    root = next((report.facts for report in briefing.reports if report.path == "."), None)
    share, folder = language_share(briefing.languages), _main_folder(briefing)
    missing = sum(not report.state.is_complete for report in briefing.reports)
    made_of = (share, folder, len(briefing.reports), missing)
    flagged = flag_facts(briefing.flags)
    return Synthesis(
        brief=sentence("brief.j2", "brief", briefing.target, root, *made_of, flagged),
        detailed=page(
            "detailed.md.j2",
            target=briefing.target,
            overview=_overview(briefing, root) or [sentence("brief.j2", "sources", *made_of)],
            layout=_by_directory(briefing, _layout_line, _DIRECTORIES),
            connections=_by_directory(
                briefing, lambda _, facts: sentences(facts, "entry_points", "imports"), _CONNECTED
            ),
            flags=fold_groups(group_flags(rank_flags(briefing.flags))),
            notable_files=_notable_files(briefing),
            gaps=_gaps(briefing),
            partly_read=sorted(filter(_is_partly_read, briefing.reports), key=_share_read),
        ),
    )


def _main_folder(briefing: SynthesisBriefing) -> tuple[str, float] | None:
    """The folder in the root with most of the source that was read, and its share by size; None
    when that is the root itself, or all there is."""
    sizes: Counter[str] = Counter()
    for report in briefing.reports:
        source = [entry for entry in report.files if entry.category is Category.SOURCE]
        sizes[report.path.partition("/")[0]] += sum(entry.size_bytes for entry in source)
    sizes = +sizes
    if len(sizes) < 2:
        return None
    [(folder, size)] = sizes.most_common(1)
    return (folder, size / sizes.total()) if folder != "." else None


def _overview(briefing: SynthesisBriefing, root: DirectoryFacts | None) -> list[str]:
    """Paragraphs: what the root is, its main files, and what the survey counted."""
    paragraphs = [
        sentences(root, "headline", "further", "files", "manifests") if root else "",
        sentences(root, "main_files") if root else "",
        line(briefing.survey.description) if briefing.survey else "",
    ]
    return [paragraph for paragraph in paragraphs if paragraph]


def _by_directory(
    briefing: SynthesisBriefing,
    describe: Callable[[DirectoryReport, DirectoryFacts], str],
    limit: int,
) -> list[tuple[DirectoryReport, str]]:
    """The directories of which there is something to say: the `limit` shallowest sorted by path,
    then the others."""
    found = [
        (report, text)
        for report in briefing.reports
        if report.facts and (text := describe(report, report.facts))
    ]
    found.sort(key=lambda pair: (pair[0].path != ".", pair[0].path.count("/"), pair[0].path))
    return sorted(found[:limit], key=lambda pair: pair[0].path.split("/")) + found[limit:]


def _layout_line(report: DirectoryReport, facts: DirectoryFacts) -> str:
    """A directory with nothing but another in it is described by the other's line."""
    if report.path == "." or facts.children.only:
        return ""
    state = gap(report.state, "")
    return f"{shortened(headline(facts), _SENTENCE)}{f' ({state})' if state else ''}"


def _notable_files(briefing: SynthesisBriefing) -> list[FileEntry]:
    """The files that stand out, largest first."""
    entries = [entry for report in briefing.reports for entry in report.files]
    notable = [entry for entry in entries if entry.notable_reason]
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
    share = report.entry.completeness if report.entry else None
    return report.state.is_complete and share is not None and share < 1
