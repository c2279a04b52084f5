"""A report as a SARIF log: for any reader of the standard, and for GitHub's code scanning.

Within the limits that GitHub publishes: 25,000 results, the worst; 20 tags a rule; one location a
result. URIs are relative to the top of the repository, where one is known, else to the target; none
holds a path of the machine.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import re2

from luminos_core.records.report import AuditReport
from luminos_core.report.links import page_of
from luminos_core.report.sarif.invocation import invocation
from luminos_core.report.sarif.results import ROOT, Told, all_results, open_results, result_json
from luminos_core.report.sarif.rules import rules_of
from luminos_core.text.json_text import data_json

_RESULTS = 25_000
_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_GUID = re2.compile(  # as the schema has it: no UUID of version 7 is one
    "(?i)[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
)
_SEMANTIC = re2.compile(r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?")


def render_sarif(report: AuditReport) -> Iterator[str]:
    """What the standard has a word for: also flags that are suppressed, gone, not seen again, or
    not verified."""
    return _log(report, all_results(report))


def render_code_scanning(report: AuditReport) -> Iterator[str]:
    """Open flags alone: code scanning takes every result for an open one."""
    return _log(report, open_results(report))


def _log(report: AuditReport, results: Iterator[Told]) -> Iterator[str]:
    """In pieces, so that it is never in memory as a whole."""
    told = list(islice(results, _RESULTS))
    left_out = sum(1 for _ in results)
    rules = rules_of(flag.flag for flag in told)
    yield f'{{"$schema": {data_json(_SCHEMA)}, "version": "2.1.0", "runs": [{{\n'
    for name, value in _about(report, left_out).items():
        yield f"{data_json(name)}: {data_json(value)},\n"
    yield f'"tool": {{"driver": {data_json(_driver(report))[:-1]}, "rules": ['
    yield from _separated(map(data_json, rules.values()))
    yield ']}},\n"results": ['
    index = {rule: number for number, rule in enumerate(rules)}
    yield from _separated(data_json(result_json(report, each, index)) for each in told)
    yield "]\n}]}\n"


def _separated(texts: Iterator[str]) -> Iterator[str]:
    """Each on a line of its own."""
    first = next(texts, None)
    if first is not None:
        yield f"\n{first}"
        yield from chain.from_iterable((",\n", text) for text in texts)
        yield "\n"


def _driver(report: AuditReport) -> dict[str, Any]:
    version = report.luminos_version
    semantic = {"semanticVersion": version} if _SEMANTIC.fullmatch(version) else {}
    return {"name": "Luminos", "version": version, **semantic}


def _about(report: AuditReport, left_out: int) -> dict[str, Any]:
    """The members of a run besides its rules and results."""
    version, page = report.version, page_of(report.version)
    known = {"revisionId": version.commit, "branch": version.branch}
    provenance = {
        "repositoryUri": page,
        **{name: value for name, value in known.items() if value},
        "mappedTo": {"uriBaseId": ROOT},
    }
    category = "/".join(filter(None, ("luminos", version.folder)))
    whole = {
        "description": {"text": "The top of the repository, or the directory that was audited."}
    }
    return {
        "automationDetails": {"id": f"{category}/{report.run_id}", **_guid("guid", report.run_id)},
        **_guid("baselineGuid", report.comparison.previous.run_id if report.comparison else ""),
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: whole},
        **({"versionControlProvenance": [provenance]} if page else {}),
        "invocations": [invocation(report, left_out)],
    }


def _guid(name: str, run_id: str) -> dict[str, str]:
    return {name: run_id} if _GUID.fullmatch(run_id) else {}
