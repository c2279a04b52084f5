"""A report's flags and directories as rows of a bounded table, whose cells are Markdown."""

from luminos_core.flags.groups import group_flags
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.report.council_line import vote_rows
from luminos_core.report.links import link_to_flag
from luminos_core.report.markdown_escape import Safe, code, inline, link
from luminos_core.text import formats
from luminos_core.text.escape import one_line

ROWS = 200
_TEXT = 200  # characters of a cell
_LEFT_OUT = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED)

Row = dict[str, Safe]


def flag_rows(report: AuditReport) -> list[Row]:
    """The worst first."""
    return [
        {
            "severity": inline(group.first.severity.value),
            "where": link(
                code(one_line(group.first.location, _TEXT)), link_to_flag(report, group.first)
            ),
            "places": inline(group.places),
            "finding": inline(group.first.finding, _TEXT),
            "rule": code(group.first.rule),
        }
        for group in group_flags(report.flags)[:ROWS]
    ]


def directory_rows(report: AuditReport) -> list[Row]:
    """Those with a gap first, then the most expensive; last what was left out."""
    shown = sorted(report.directories, key=_order)[:ROWS]
    return [_directory_row(each, is_kept=report.is_kept(each)) for each in shown]


def vote_table(report: AuditReport) -> list[Row]:
    """The votes of the council, and the devil's advocate's challenge; [] when it did not meet."""
    return [
        {
            "round": inline(each.round),
            "member": inline(each.who),
            "vote": inline(each.vote),
            "why": inline(each.why, _TEXT),
            "wants to know": Safe(
                "; ".join(
                    f"{code(one_line(wanted.directory, _TEXT))}: {inline(wanted.question, _TEXT)}"
                    for wanted in each.wanted
                )
            ),
        }
        for each in vote_rows(report.council)[:ROWS]
    ]


def _directory_row(outcome: DirectoryOutcome, *, is_kept: bool) -> Row:
    kept = f"investigated by {outcome.model}" if is_kept else ""
    return {
        "directory": code(one_line(outcome.path, _TEXT)),
        "state": inline(outcome.state.value),
        "why": inline(outcome.reason or outcome.change or kept, _TEXT),
        "USD": inline(formats.money(outcome.usd) if outcome.calls else ""),
        "what it is": inline(outcome.summary, _TEXT),
    }


def _order(outcome: DirectoryOutcome) -> tuple[bool, bool, float, str]:
    usd = float("inf") if outcome.usd is None else outcome.usd
    return outcome.state in _LEFT_OUT, outcome.state.is_complete, -usd, outcome.path
