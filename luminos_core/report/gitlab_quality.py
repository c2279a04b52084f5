"""A report's open flags as GitLab's code quality report."""

from collections.abc import Iterator
from typing import Any

from luminos_core.digest import digest_json
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.links import in_repository, link_to_flag
from luminos_core.report.places import open_places, remembered
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import decode_name
from luminos_core.text.json_text import data_json

_SEVERITIES = {Severity.CRITICAL: "critical", Severity.CONCERN: "major", Severity.INFO: "info"}
_TEXT = 1_000  # characters


def render_code_quality(report: AuditReport) -> Iterator[str]:
    """Of each place one, whose fingerprint no other has: by it GitLab tells what is new."""
    fingerprints: set[str] = set()
    start = "["
    for flag, _status in open_places(report):
        fingerprint = _fingerprint(flag)
        if fingerprint not in fingerprints:
            fingerprints.add(fingerprint)
            yield f"{start}\n{data_json(_finding(report, flag, fingerprint))}"
            start = ","
    yield "[]\n" if start == "[" else "\n]\n"


def _finding(report: AuditReport, flag: Flag, fingerprint: str) -> dict[str, Any]:
    """It has a place even where the flag has none: GitLab wants a file and a line."""
    end = {"end": flag.end_line} if flag.end_line and flag.end_line > (flag.line or 0) else {}
    link = link_to_flag(report, flag)
    said = " ".join(filter(None, (flag.finding, flag.consequence, remembered(flag.known_line))))
    return {
        "description": one_line(said, _TEXT) or flag.rule,
        "check_name": flag.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[flag.severity],
        "location": {
            "path": _path(report, flag),
            "lines": {"begin": max(flag.line or 1, 1), **(end if flag.line else {})},
        },
        **({"url": link} if link else {}),
    }


def _fingerprint(flag: Flag) -> str:
    """An older report has none."""
    said = (flag.rule, flag.path, str(flag.line), flag.finding, flag.quotation, str(flag.ordinal))
    return flag.fingerprint or digest_json(list(said))


def _path(report: AuditReport, flag: Flag) -> str:
    """The name itself, where it is one that JSON can hold."""
    stored = in_repository(report, flag.path)
    name = decode_name(stored)
    return name if name.isprintable() else stored
