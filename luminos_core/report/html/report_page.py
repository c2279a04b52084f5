"""A report as one HTML page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from urllib.parse import quote

from jinja2 import Template

from luminos_core import __version__
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.project import Command
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import also_found
from luminos_core.report.council_line import council_gaps, council_line, vote_rows
from luminos_core.report.estimate_line import estimated_cost, of_which_interrupted
from luminos_core.report.html.cards import cards
from luminos_core.report.html.flag_table import flag_table
from luminos_core.report.html.hot_spots import scatter
from luminos_core.report.html.json_stream import json_stream
from luminos_core.report.html.markup import markdown
from luminos_core.report.html.parts_picture import parts_picture
from luminos_core.report.html.report_tree import map_columns, report_tree, summaries
from luminos_core.report.html.top import severities, size_line, tiles, tone, what_it_is
from luminos_core.report.html.trend_bars import trend_series
from luminos_core.report.kept_results import kept_results
from luminos_core.report.links import link_to_flag
from luminos_core.report.memory_line import memory_line
from luminos_core.report.page.document import MAP_SCRIPTS, Page, for_script, page_template
from luminos_core.report.suppressed import remark_line, suppressed_line
from luminos_core.report.tool_line import tool_line
from luminos_core.report.verdict import verdict
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line, printable_name
from luminos_core.text.tree_paths import ROOT

_LISTED = 200  # rows of long tables; their counts are of all, and report.json has them
_TOGETHER = 8_000  # characters that are written at once
_SENTENCE = 600  # characters
_WIDE = (5, 190)  # boxes of the parts' picture beside each other, and their width in pixels
_NARROW = (2, 146)


def report_page(report: AuditReport) -> Iterator[str]:
    """In pieces: the page is never in memory as a whole."""
    tree = report_tree(report)
    link = partial(link_to_flag, report)
    pieces = _template().generate(
        report=report,
        what=what_it_is(report),
        size_line=size_line(report),
        verdict=verdict(report),
        tone=tone(report),
        gaps="" if report.incomplete_because else council_gaps(report.council),
        council=council_line(report.council),
        votes=vote_rows(report.council),
        tiles=tiles(report),
        found=severities(report.flags),
        cards=cards(report, link),
        changes=_changes(report),
        commands=_commands(report.project.commands),
        ecosystems=Counter(each.ecosystem for each in report.project.dependencies).most_common(),
        pictures=_pictures(report),
        scatter=scatter(report),
        trend=trend_series(report.trend),
        unread=[each for each in report.directories if _is_gap(each)],
        listed=_LISTED,
        version=__version__,
        tree_data=for_script(json_stream(map_columns(report, tree))),
        flags_data=for_script(json_stream(flag_table(report, link))),
        summaries_data=for_script(json_stream(summaries(report, tree))),
    )
    yield from _joined(pieces)


def _joined(pieces: Iterable[str]) -> Iterator[str]:
    """Most of a template's pieces are a few characters long."""
    together: list[str] = []
    length = 0
    for piece in pieces:
        if len(piece) > _TOGETHER:
            yield "".join(together)
            yield piece
            together, length = [], 0
            continue
        together.append(piece)
        length += len(piece)
        if length >= _TOGETHER:
            yield "".join(together)
            together, length = [], 0
    yield "".join(together)


def _changes(report: AuditReport) -> list[tuple[str, list[object]]]:
    """What else than flags is new, gone or different, by kind."""
    facts = report.comparison.facts if report.comparison else ()
    return [(kind, list(each)) for kind, each in groupby(facts, key=lambda fact: fact.kind)]


def _commands(commands: Sequence[Command]) -> list[tuple[str, list[str]]]:
    """By role, in the order in which people need them."""
    roles = list(dict.fromkeys(("build", "run", "test", *(each.role for each in commands))))
    found = [(role, [each.command for each in commands if each.role == role]) for role in roles]
    return [(role, each) for role, each in found if each]


def _pictures(report: AuditReport) -> tuple[tuple[str, object], ...]:
    """Of the parts, for wide screens and for narrow ones."""
    parts = report.project.parts
    return (("wide", parts_picture(parts, *_WIDE)), ("narrow", parts_picture(parts, *_NARROW)))


def _is_gap(outcome: DirectoryOutcome) -> bool:
    return not outcome.state.is_complete and outcome.state is not DirectoryState.EXCLUDED


def _address(path: str) -> str:
    """Of a directory, on the map."""
    steps = [] if path == ROOT else path.split("/")
    return "#/" + "/".join(quote(printable_name(step), safe="") for step in steps)


PAGE = Page(
    package="luminos_core.report.html",
    template="report.html.j2",
    styles=("theme.css", "map.css", "report.css", "sections.css", "narrow.css"),
    scripts=(
        *MAP_SCRIPTS,
        "theme.js",
        "copy.js",
        "flag_rows.js",
        "flag_filters.js",
        "flag_details.js",
        "flag_list.js",
        "tree_list.js",
        "parts.js",
        "main.js",
    ),
    filters={
        "address": _address,
        "also_found": also_found,
        "elapsed": lambda report: formats.elapsed(report.started_at, report.finished_at),
        "estimated": estimated_cost,
        "kept_results": kept_results,
        "lines": lambda text: escape_invisible(text).split("\n"),
        "markdown": markdown,
        "memory_line": memory_line,
        "money": formats.money,
        "of_which_interrupted": of_which_interrupted,
        "one_line": one_line,
        "remark_line": remark_line,
        "sentence": lambda text: text[:1].upper() + one_line(text, _SENTENCE)[1:] + ".",
        "suppressed_line": suppressed_line,
        "time": lambda at: at[:16].replace("T", " "),
        "tool_line": tool_line,
    },
)


@cache
def _template() -> Template:
    return page_template(PAGE)
