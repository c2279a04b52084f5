"""Flags as SARIF's results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from luminos_core.records.flag import Flag, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import answered
from luminos_core.report.links import link_to_flag
from luminos_core.report.places import Status, all_places, open_places
from luminos_core.report.sarif.times import utc
from luminos_core.text.filenames import decode_name

ROOT = "%SRCROOT%"
LEVELS = {Severity.CRITICAL: "error", Severity.CONCERN: "warning", Severity.INFO: "note"}
SCORES = {Severity.CRITICAL: "9.5", Severity.CONCERN: "7.5", Severity.INFO: "3.0"}

_FINGERPRINT = "luminosFlag/v1"
_NO_FILE = ("", "general", ".")
_USUAL = "README.md"
_BASELINE = {
    FlagState.NEW: "new",
    FlagState.REOPENED: "new",
    FlagState.NEWLY_CHECKED: "new",
    FlagState.PERSISTING: "unchanged",
    FlagState.UNKNOWN: "unchanged",
    FlagState.RESOLVED: "absent",
}


@dataclass(frozen=True)
class Told:
    """A flag, and what is said of it besides."""

    flag: Flag
    members: Mapping[str, Any] = field(default_factory=dict)
    stand_in: str = ""  # a path: it, and the first line, stand for what is not known


def all_results(report: AuditReport) -> Iterator[Told]:
    return (Told(flag, _members(flag, status)) for flag, status in all_places(report))


def open_results(report: AuditReport) -> Iterator[Told]:
    """Each has a file and a line: GitHub refuses a log with a result that has none."""
    known = [file.path for file in report.files] or [_USUAL]
    # By a README at the root, else any file there.
    stand_in = min(known, key=lambda path: (path.count("/"), not path.lower().startswith("readme")))
    return (Told(flag, stand_in=stand_in) for flag, _status in open_places(report))


def result_json(report: AuditReport, told: Told, rules: Mapping[str, int]) -> dict[str, Any]:
    flag = told.flag
    result = {
        "ruleId": flag.rule,
        "ruleIndex": rules[flag.rule],
        "level": LEVELS[flag.severity],
        "message": {"text": message_text(_said(flag)) or flag.rule},
        "locations": _locations(report, told),
        "partialFingerprints": {_FINGERPRINT: flag.fingerprint} if flag.fingerprint else {},
        "baselineState": flag.state and _BASELINE[flag.state],
        "rank": _rank(flag.confidence),
        "occurrenceCount": flag.places if flag.more else None,
        "provenance": _provenance(flag),
        "properties": _properties(report, flag),
        **told.members,
    }
    return {name: value for name, value in result.items() if value not in (None, {}, [])}


def cwe_tag(cwe: int) -> str:
    """As GitHub knows it."""
    return f"external/cwe/cwe-{cwe:03}"


def message_text(text: str) -> str:
    """`text` without what readers of SARIF would make a link."""
    return text.replace("](", "] (")


def _said(flag: Flag) -> str:
    """Of an agent's flag all that it says, since its rule tells nothing of it."""
    fix = f"What to do: {flag.fix}" if flag.fix else ""
    return "\n\n".join(filter(None, (flag.finding, flag.trigger, flag.consequence, fix)))


def _members(flag: Flag, status: Status) -> dict[str, Any]:
    match status:
        case Status.NOT_SEEN:  # what is no failure has no level
            return {"kind": "open", "level": "none"}
        case Status.UNVERIFIED:
            return {"kind": "review", "level": "none"}
        case Status.REFUTED:
            return {"kind": "pass", "level": "none"}
        case Status.SUPPRESSED:
            return {"suppressions": [_suppression(flag)]}
        case _:
            return {}


def _suppression(flag: Flag) -> dict[str, Any]:
    if flag.is_suppressed_in_code:
        return {"kind": "inSource", "justification": flag.suppressed}
    return {"kind": "external", "justification": flag.suppression[1]}


def _locations(report: AuditReport, told: Told) -> list[dict[str, Any]]:
    """None for a flag that is about no file, unless another file stands in for it."""
    flag = told.flag
    path = told.stand_in if flag.path in _NO_FILE else flag.path
    if not path:
        return []
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(report, path), "uriBaseId": ROOT}}
    if region := _region(flag, needs_line=bool(told.stand_in)):
        place["region"] = region
    symbol = [{"fullyQualifiedName": flag.symbol}] if flag.symbol else []
    return [{"physicalLocation": place, **({"logicalLocations": symbol} if symbol else {})}]


def _uri(report: AuditReport, path: str) -> str:
    named = "/".join(filter(None, (report.version.folder, path)))
    return quote(decode_name(named).encode("utf-8", "surrogateescape"))


def _region(flag: Flag, *, needs_line: bool) -> dict[str, Any]:
    """Whole lines: no column is known."""
    line = max(flag.line or 0, int(needs_line))
    if line < 1:
        return {}
    end = {"endLine": flag.end_line} if flag.end_line and flag.end_line > line else {}
    snippet = {"snippet": {"text": flag.quotation}} if flag.quotation else {}
    return {"startLine": line, **end, **snippet}


def _rank(confidence: float | None) -> float | None:
    """Of 100; None too for what is no share."""
    return round(100 * confidence, 1) if confidence is not None and 0 <= confidence <= 1 else None


def _provenance(flag: Flag) -> dict[str, str]:
    times = {"firstDetectionTimeUtc": flag.first_seen, "lastDetectionTimeUtc": flag.last_seen}
    return {name: at for name, time in times.items() if (at := utc(time))}


def _properties(report: AuditReport, flag: Flag) -> dict[str, Any]:
    known = {
        "security-severity": SCORES[flag.severity],
        "source": flag.source.value,
        "state": flag.state.value if flag.state else "",
        "owner": flag.owner,
        "link": link_to_flag(report, flag),
        "alsoFoundBy": list(flag.also_found_by),
        "doubt": flag.doubt,
        "verdict": flag.verdict.value if flag.verdict else "",
        "verdictReason": flag.verdict_reason,
        "answer": answered(flag),
        "known": flag.known_line,
        "tags": [cwe_tag(flag.cwe)] if flag.cwe else [],
    }
    return {name: value for name, value in known.items() if value}
