"""What to look at first: at most ten flags with their evidence, and what to do about them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from luminos_core.catalogue.rule_text import RuleText, rule_text
from luminos_core.flags.groups import FlagGroup, fold_groups, group_flags
from luminos_core.records.flag import Flag, FlagSource, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import answered
from luminos_core.report.html.flag_table import news_first, reviewed
from luminos_core.report.html.suppression import suppression
from luminos_core.text.escape import escape_invisible, one_line

_CARDS = 10
_NOTES = 3  # that are shown where nothing is new or worse than a note
_PLACES = 6  # named
_LINES = 12  # of an excerpt
_WIDTH = 400  # characters of a line
_NEWS = (FlagState.NEW, FlagState.REOPENED, FlagState.NEWLY_CHECKED)


@dataclass(frozen=True, slots=True)
class Place:
    location: str
    link: str  # "" without a forge


@dataclass(frozen=True, slots=True)
class Line:
    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    flag: Flag  # the first of its group
    title: str
    told: tuple[tuple[str, str], ...]  # "Why", "What to do", …, as far as they are known
    cwe: int | None
    badge: str  # "new", "new in 2 of 14 places", "since 2026-11-02"; "" for none
    is_news: bool
    excerpt: tuple[Line, ...]
    places: tuple[Place, ...]
    more: str  # "12 more places in 5 files"; "" for none
    suppression: str


def cards(report: AuditReport, link: Callable[[Flag], str]) -> tuple[Card, ...]:
    """What is new first, then the worst. Notes only if they are new, or there is nothing else."""
    return tuple(_card(group, link) for group in _chosen(report))


def _chosen(report: AuditReport) -> tuple[FlagGroup, ...]:
    ordered = news_first(fold_groups(news_first(group_flags(report.flags))))
    pressing = [each for each in ordered if _is_news(each.first) or _is_grave(each.first)]
    return tuple(pressing[:_CARDS] or ordered[:_NOTES])


def _is_news(flag: Flag) -> bool:
    return flag.state in _NEWS


def _is_grave(flag: Flag) -> bool:
    return flag.severity is not Severity.INFO


def _card(group: FlagGroup, link: Callable[[Flag], str]) -> Card:
    flag = group.first
    text = None if flag.source is FlagSource.MODEL else rule_text(flag.rule)
    shown = group.flags[:_PLACES]
    return Card(
        flag=flag,
        title=_title(flag, text),
        told=tuple((name, said) for name, said in _told(group, text) if said),
        cwe=text.cwe if text else flag.cwe,
        badge=_badge(group),
        is_news=_is_news(flag),
        excerpt=tuple(_excerpt(flag)),
        places=tuple(Place(each.location, link(each)) for each in shown),
        more=_more(group, len(shown)),
        suppression=suppression(group.flags),
    )


def _title(flag: Flag, text: RuleText | None) -> str:
    has_title = text is not None and text.why and flag.source is FlagSource.ANALYZER
    return text.title if text and has_title else one_line(flag.finding)


def _told(group: FlagGroup, text: RuleText | None) -> Iterator[tuple[str, str]]:
    flag = group.first
    yield "Why", _why(flag, text)
    yield "How", one_line(flag.trigger)
    yield "What follows", one_line(flag.consequence)
    yield "What to do", one_line(text.fix if text else flag.fix)
    yield "Owner", one_line(flag.owner)
    yield "Reviewers", reviewed(flag)
    yield "Asked", one_line(answered(flag))
    yield "Remembered", one_line(group.known_line)


def _why(flag: Flag, text: RuleText | None) -> str:
    """The finding, if it is not the title."""
    finding = one_line(flag.finding)
    if _title(flag, text) != finding:
        return finding
    return text.why if text and text.why != finding else ""


def _badge(group: FlagGroup) -> str:
    first = group.first
    if first.state is None:
        return ""
    if not _is_news(first):
        return f"since {one_line(first.first_seen[:10])}" if first.first_seen else ""
    alike = sum(flag.places for flag in group.flags if flag.state is first.state)
    if alike == group.places:
        return first.state
    return f"{first.state} in {alike:,} of {group.places:,} places"


def _excerpt(flag: Flag) -> Iterator[Line]:
    lines = escape_invisible(flag.quotation).strip("\n").split("\n") if flag.quotation else []
    for offset, text in enumerate(lines[:_LINES]):
        number = flag.line + offset if flag.line else None
        yield Line(number, text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…")
    if len(lines) > _LINES:
        yield Line(None, "…")


def _more(group: FlagGroup, shown: int) -> str:
    more = group.places - shown
    if more <= 0:
        return ""
    files = f" in {len(group.files):,} files" if len(group.files) > 1 else ""
    return f"{more:,} more{files}"
