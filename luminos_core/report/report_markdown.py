"""A report as Markdown, for pull requests and Prefect's artifacts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.flags.ranking import by_severity
from luminos_core.records.coverage import Coverage
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import Evidence
from luminos_core.records.snapshot import Count
from luminos_core.report.answered import also_found, answered, dismissal
from luminos_core.report.council_line import asked_directories, council_line, vote_rows
from luminos_core.report.estimate_line import estimated_cost, of_which_interrupted
from luminos_core.report.kept_results import kept_results
from luminos_core.report.links import link_to, link_to_flag
from luminos_core.report.markdown_escape import Safe, block, code, inline, link, prose
from luminos_core.report.memory_line import memory_line
from luminos_core.report.news_markdown import fact_values, news_of
from luminos_core.report.opening import about, opening
from luminos_core.report.question_line import question_line, tiers_line
from luminos_core.report.requirement_line import more_evidence, requirement_line, shown_evidence
from luminos_core.report.suppressed import accepted_flags, remark_line, suppressed_line
from luminos_core.report.tool_line import tool_line
from luminos_core.report.verdict import verdict_sentence
from luminos_core.text import formats

if TYPE_CHECKING:
    from jinja2 import Template

_ACCEPTED = 100  # rows
_NEW = 50  # flags of a state, in the part about what is new
_OWNERS = 20
_TOGETHER = 1_000  # of the template's pieces, which are a few characters long


def render_markdown(report: AuditReport) -> Iterator[str]:
    """Its only HTML is the template's own; nothing in it loads, and it links to the
    target's forge alone."""
    flags = [
        _section(severity.capitalize(), found)
        for severity, found in by_severity(report.flags).items()
    ]
    if report.unverified_flags:
        note = f"{report.unverified_count}: claims of an agent, counted nowhere else."
        flags.append(_section("Unverified", report.unverified_flags, note))
    accepted = accepted_flags(report)
    pieces = template("report.md.j2").stream(
        report=report,
        opening=opening(report),
        verdict=verdict_sentence(report),
        about=about(report),
        news=news_of(report, _NEW),
        quoted=True,
        flags=flags,
        accepted=group_flags(accepted)[:_ACCEPTED],
        accepted_title=_accepted(accepted),
        hints=group_flags(report.hints),
        dismissed=group_flags(report.dismissed_hints),
        votes=vote_rows(report.council),
        coverage=_rows(report.coverage),
        listed=_listed(report),
        owners=len({flag.owner for flag in report.flags}) > 1,
        owned=_owned(report),
        turns=any(outcome.turns_allocated for outcome in report.directories),
    )
    pieces.enable_buffering(_TOGETHER)
    return pieces


def _accepted(flags: Sequence[Flag]) -> str:
    count = len(group_flags(flags))
    title = f"{formats.pluralize(count, 'flag')} suppressed by a file"
    return f"{title}, the first {_ACCEPTED} here" if count > _ACCEPTED else title


def _section(
    name: str, flags: Iterable[Flag], note: str = ""
) -> tuple[str, str, tuple[FlagGroup, ...]]:
    """Its title with flags and places counted, its note, and its flags."""
    counts = FlagCounts.of(found := tuple(flags))
    return f"{name} ({counts.flags.total():,}{counts.in_places})", note, group_flags(found)


def _owned(report: AuditReport) -> str:
    """ "Ann 5, Bob 2"; of one owner nothing that the flags themselves do not say."""
    groups = group_flags(report.flags)
    counts = Counter(group.first.owner for group in groups if group.first.owner).most_common()
    return formats.listed([f"{owner} {count:,}" for owner, count in counts], _OWNERS)


def _listed(report: AuditReport) -> list[DirectoryOutcome]:
    """The directories with a row. Without a language model, the detailed report has a line of each
    that was looked at, so only those that were not are left."""
    if report.language_model or any(each.turns_allocated for each in report.directories):
        return list(report.directories)
    return [each for each in report.directories if not each.state.is_complete]


def _day(seconds: int) -> str:
    """ "2026-11-28", UTC."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def _share(value: float | None) -> str:
    return "not rated" if value is None else f"{value:.2f}"


@cache
def template(name: str) -> "Template":
    """A template of this room. What it prints is escaped for Markdown."""
    # Imported here, since `--help` needs no templates.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("luminos_core.report"),
        undefined=StrictUndefined,
        finalize=_escaped,
        autoescape=False,  # noqa: S701 - `finalize` escapes for Markdown, which HTML's rules do not
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "code": code,
        "block": block,
        "prose": prose,
        "inline": inline,
        "pluralize": formats.pluralize,
        "share": _share,
        "day": _day,
        "size": formats.size,
        "money": formats.money,
        "estimated": estimated_cost,
        "tool_line": tool_line,
        "of_which_interrupted": of_which_interrupted,
        "kept_results": kept_results,
        "also_found": also_found,
        "answered": answered,
        "dismissal": dismissal,
        "memory_line": memory_line,
        "suppressed_line": suppressed_line,
        "remark_line": remark_line,
        "fact_values": fact_values,
        "question_line": question_line,
        "tiers_line": tiers_line,
        "requirement_line": requirement_line,
        "council_line": council_line,
        "shown_evidence": shown_evidence,
        "more_evidence": more_evidence,
        "thousands": "{:,}".format,
    }
    return environment.get_template(name, globals=_FUNCTIONS)


def _linked(report: AuditReport, flag: Flag) -> Safe:
    return link(code(flag.location), link_to_flag(report, flag))


def _linked_evidence(report: AuditReport, place: Evidence) -> Safe:
    return link(code(place.location), link_to(report, place.path, place.line))


def _linked_path(report: AuditReport, path: str) -> Safe:
    return link(code(path), link_to(report, path))


_FUNCTIONS = {
    "asked_directories": asked_directories,
    "elapsed": formats.elapsed,
    "linked": _linked,
    "linked_path": _linked_path,
    "linked_evidence": _linked_evidence,
}


def _rows(coverage: Coverage) -> list[tuple[Count | None, Count | None]]:
    """A table's rows: states of directories beside states of files."""
    directories = (count for count in coverage.by_state if count.count)
    files = (count for count in coverage.files_by_state if count.count)
    return list(zip_longest(directories, files))


def _escaped(value: object) -> Safe:
    """What the template prints, escaped unless a filter has made it `Safe`."""
    return value if isinstance(value, Safe) else inline(value)
