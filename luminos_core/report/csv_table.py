"""A report's flags as CSV (RFC 4180), for spreadsheets."""

from collections.abc import Iterator

from luminos_core.catalogue.rule_text import cwe_of, rule_text, what_to_do
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import answered
from luminos_core.report.links import link_to_flag
from luminos_core.report.places import Status, all_places
from luminos_core.text.build_commands import tame_code
from luminos_core.text.escape import one_line

COLUMNS = (
    *("severity", "status", "state", "rule", "title", "cwe", "path", "line", "end_line", "finding"),
    *("trigger", "consequence", "what_to_do", "confidence", "verdict", "verdict_reason", "answer"),
    *("quotation", "symbol", "owner", "source", "also_found_by", "more_places", "suppressed_by"),
    *("known", "known_because"),
    *("first_seen", "first_commit", "last_seen", "last_commit", "fingerprint", "link"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # noqa: RUF001 - as spreadsheets do


def render_csv(report: AuditReport) -> Iterator[str]:
    """A row for each place. What a spreadsheet would calculate begins with an apostrophe."""
    yield _row(*COLUMNS)
    for flag, status in all_places(report):
        yield _row(*_cells(report, flag, status))


def _cells(report: AuditReport, flag: Flag, status: Status) -> tuple[object, ...]:
    text = rule_text(flag.rule)
    return (
        *(flag.severity, status, flag.state or "", flag.rule, text.title if text else ""),
        cwe_of(flag) or "",
        *(flag.path, flag.line or "", flag.end_line or "", flag.finding),
        *(flag.trigger, flag.consequence, what_to_do(flag), _share(flag.confidence)),
        *(flag.verdict or "", flag.verdict_reason, answered(flag)),
        *(flag.quotation, flag.symbol, flag.owner, flag.source, ", ".join(flag.also_found_by)),
        *(flag.more or "", flag.suppressed),
        *(flag.known or "", flag.known_because),
        *(flag.first_seen, flag.first_commit, flag.last_seen, flag.last_commit),
        *(flag.fingerprint, link_to_flag(report, flag)),
    )


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _row(*cells: object) -> str:
    return ",".join(map(_cell, cells)) + "\r\n"


def _cell(value: object) -> str:
    text = tame_code(one_line(str(value)))
    safe = f"'{text}" if text.startswith(_FORMULA) else text
    return '"' + safe.replace('"', '""') + '"'
