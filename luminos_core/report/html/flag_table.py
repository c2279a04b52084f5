"""Every flag as columns for the page's script. Texts that many flags have are there once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from luminos_core.catalogue.rule_text import rule_text
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag, FlagSource, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import also_found, answered
from luminos_core.text.escape import escape_invisible, one_line, printable_name

_MOST = 25_000  # places: with more, the page would be too large to be opened
_QUOTED = 1_500  # characters
_DIGITS = 24  # of a fingerprint: an entry of a file of suppressions needs no more
KINDS = ("open", "gone", "suppressed", "unverified", "refuted")
SEVERITIES = tuple(Severity)
STATES = tuple(FlagState)
SOURCES = tuple(FlagSource)
_STATE_RANKS = {state: rank for rank, state in enumerate((*STATES, None))}
_SEVERITY_RANKS = {severity: rank for rank, severity in enumerate(SEVERITIES)}


class _Texts:
    """Each text once, by its place in the table."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {"": 0}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)


@dataclass(frozen=True, slots=True)
class _Row:
    kind: str
    group: FlagGroup


def flag_table(report: AuditReport, link: Callable[[Flag], str]) -> dict[str, Any]:
    """Rows are what lists show as one flag; each has its places. `link`: to a place, "" without."""
    rows = list(_rows(report))
    kept = list(_within(rows, _MOST))
    flags = [flag for row in kept for flag in row.group.flags]
    links = [link(flag) for flag in flags]
    link_start = _start(links)
    texts = _Texts()
    table = {
        "kinds": KINDS,
        "severities": SEVERITIES,
        "states": STATES,
        "sources": SOURCES,
        "left_out": len(rows) - len(kept),
        "rows": _row_columns(kept, texts),
        "link_start": link_start,
        "places": _place_columns(flags, texts, links, link_start),
        "rules": _rules(kept),
    }
    return table | {"texts": texts}  # the last: all others must have put theirs into it


def news_first(groups: Iterable[FlagGroup]) -> list[FlagGroup]:
    """First what is new, and then what is worst; so are the places of each."""
    ordered = (FlagGroup(tuple(sorted(each.flags, key=_by_news))) for each in groups)
    return sorted(ordered, key=lambda group: _by_news(group.first))


def reviewed(flag: Flag) -> str:
    """ "confirmed: nothing checks it at api.py:40"; "" of what nobody reviewed."""
    if flag.verdict is None:
        return ""
    return one_line(": ".join(filter(None, (flag.verdict, flag.verdict_reason))))


def _by_news(flag: Flag) -> tuple[int, int]:
    return _STATE_RANKS[flag.state], _SEVERITY_RANKS[flag.severity]


def _rows(report: AuditReport) -> Iterator[_Row]:
    gone = report.comparison.gone if report.comparison else ()
    aside = (report.suppressed_flags, report.unverified_flags, report.refuted_flags)
    found = (report.flags, gone, *aside)
    for kind, flags in zip(KINDS, found, strict=True):
        yield from (_Row(kind, group) for group in news_first(group_flags(flags)))


def _within(rows: Iterable[_Row], most: int) -> Iterator[_Row]:
    places = 0
    for row in rows:
        places += len(row.group.flags)
        if places > most:
            return
        yield row


def _row_columns(rows: Sequence[_Row], texts: _Texts) -> dict[str, list[int]]:
    firsts = [row.group.first for row in rows]
    return {
        "kind": [KINDS.index(row.kind) for row in rows],
        "severity": [SEVERITIES.index(flag.severity) for flag in firsts],
        "source": [SOURCES.index(flag.source) for flag in firsts],
        "finding": [texts.place(one_line(flag.finding)) for flag in firsts],
        "path": [texts.place(printable_name(flag.path)) for flag in firsts],
        "rule": [texts.place(printable_name(flag.rule)) for flag in firsts],
        "also": [texts.place(one_line(", ".join(also_found(flag)))) for flag in firsts],
        "owner": [texts.place(one_line(flag.owner)) for flag in firsts],
        "count": [row.group.places for row in rows],
        "places": [len(row.group.flags) for row in rows],
    }


def _place_columns(
    flags: Sequence[Flag], texts: _Texts, links: Sequence[str], link_start: str
) -> dict[str, list[Any]]:
    return {
        "line": [flag.line or 0 for flag in flags],
        "end": [flag.end_line or 0 for flag in flags],
        "state": [STATES.index(flag.state) if flag.state else -1 for flag in flags],
        "finding": [texts.place(one_line(flag.finding)) for flag in flags],
        "quotation": [texts.place(_cut(flag.quotation)) for flag in flags],
        "symbol": [texts.place(one_line(flag.symbol)) for flag in flags],
        "note": [texts.place(one_line(flag.suppressed or flag.doubt)) for flag in flags],
        "trigger": [texts.place(one_line(flag.trigger)) for flag in flags],
        "consequence": [texts.place(one_line(flag.consequence)) for flag in flags],
        "fix": [texts.place(one_line(flag.fix)) for flag in flags],
        "verdict": [texts.place(reviewed(flag)) for flag in flags],
        "answer": [texts.place(one_line(answered(flag))) for flag in flags],
        "known": [texts.place(one_line(flag.known_line)) for flag in flags],
        "first_seen": [texts.place(one_line(flag.first_seen[:10])) for flag in flags],
        "first_commit": [texts.place(one_line(flag.first_commit[:12])) for flag in flags],
        "last_seen": [texts.place(one_line(flag.last_seen[:10])) for flag in flags],
        "fingerprint": [texts.place(one_line(flag.fingerprint[:_DIGITS])) for flag in flags],
        "link": [texts.place(each.removeprefix(link_start)) for each in links],
    }


def _start(links: Sequence[str]) -> str:
    """What all begin with, up to a slash, so that something is left of each."""
    known = [each for each in links if each]
    least, most = min(known, default=""), max(known, default="")
    same = next(
        (n for n, pair in enumerate(zip(least, most, strict=False)) if len({*pair}) > 1), None
    )
    return least[: least.rfind("/", 0, same) + 1]


def _cut(quotation: str) -> str:
    text = escape_invisible(quotation)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def _rules(rows: Iterable[_Row]) -> dict[str, dict[str, Any]]:
    """By name, of those that are known. What an agent says is no rule's."""
    firsts = (row.group.first for row in rows)
    named = {flag.rule for flag in firsts if flag.source is not FlagSource.MODEL}
    known = {rule: rule_text(rule) for rule in named}
    return {
        printable_name(rule): {
            "title": one_line(text.title),
            "why": one_line(text.why),
            "fix": one_line(text.fix),
            "cwe": text.cwe,
        }
        for rule, text in known.items()
        if text
    }
