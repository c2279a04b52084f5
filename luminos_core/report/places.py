"""Every flag of a report as formats for programs tell it: one a place, and what became of it."""

from collections.abc import Iterator
from enum import StrEnum

from luminos_core.records.flag import Flag, FlagState, Verdict
from luminos_core.records.report import AuditReport


class Status(StrEnum):
    """In the order of reports."""

    OPEN = "open"
    NOT_SEEN = "not seen again"  # and nothing shows that it is gone
    UNVERIFIED = "unverified"  # a claim whose quotation was not found
    REFUTED = "refuted"  # by reviewers
    RESOLVED = "resolved"
    SUPPRESSED = "suppressed"


def all_places(report: AuditReport) -> Iterator[tuple[Flag, Status]]:
    """The worst open ones first."""
    gone = report.comparison.gone if report.comparison else ()
    yield from open_places(report)
    yield from ((flag, Status.UNVERIFIED) for flag in report.unverified_flags)
    yield from ((flag, Status.REFUTED) for flag in report.refuted_flags)
    resolved = (flag for flag in gone if flag.state is FlagState.RESOLVED)
    yield from ((flag, Status.RESOLVED) for flag in resolved)
    yield from ((flag, Status.SUPPRESSED) for flag in report.suppressed_flags)


def open_places(report: AuditReport) -> Iterator[tuple[Flag, Status]]:
    """Also what was not seen again: whoever takes what is missing for gone must not miss it."""
    gone = report.comparison.gone if report.comparison else ()
    yield from ((flag, Status.OPEN) for flag in report.flags)
    unseen = (flag for flag in gone if flag.state is FlagState.UNKNOWN)
    yield from ((flag, Status.NOT_SEEN) for flag in unseen)


def remembered(known_line: str) -> str:
    """As a sentence: "Accepted by a person: the port is closed.", "Dismissed by the agent of jobs:
    …."; "" for nothing."""
    return f"{known_line[:1].upper()}{known_line[1:].rstrip('.')}." if known_line else ""


def reviewed(flag: Flag) -> str:
    """ "Confirmed by reviewers: line 3 is reached from the route."; "" when none looked at it."""
    if flag.verdict is None:
        return ""
    said = {Verdict.UNVERIFIED: "Reviewers could not tell"}
    result = said.get(flag.verdict, f"{flag.verdict.capitalize()} by reviewers")
    return f"{result}: {flag.verdict_reason}" if flag.verdict_reason else f"{result}."
