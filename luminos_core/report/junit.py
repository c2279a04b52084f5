"""A report as JUnit's XML, for the pages of CI servers: a suite for each rule, a test for each
place."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from luminos_core.catalogue.rule_text import MODEL, rule_text, what_to_do
from luminos_core.policy.judge import meets
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.policy import Condition, parse_fail_on
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import answered
from luminos_core.report.links import in_repository, link_to_flag
from luminos_core.report.places import Status, open_places, remembered, reviewed
from luminos_core.report.verdict import verdict
from luminos_core.text.build_commands import tame_xml
from luminos_core.text.escape import escape_invisible, one_line

_NONE_GIVEN = (Condition(severity=Severity.CONCERN),)  # a report without a policy
_MESSAGE = 300  # characters
_NO_XML = re.compile("[\ufffe\uffff]")


@dataclass(frozen=True)
class _Case:
    name: str
    place: str
    message: str
    text: str
    outcome: str  # "failure", "error", or "" for a test that passed


def render_junit(report: AuditReport) -> Iterator[str]:
    """A flag fails that the policy counts, without a policy a concern or worse; the others pass,
    and say what they are. An incomplete run is an error."""
    suites = {"audit": [_whole(report)], **_by_rule(report)}
    every = [case for cases in suites.values() for case in cases]
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Luminos"{_counts(every)}>\n'
    for name, cases in suites.items():
        yield f"<testsuite name={_attribute(name)}{_counts(cases)}>\n"
        yield from map(_test, cases)
        yield "</testsuite>\n"
    yield "</testsuites>\n"


def _whole(report: AuditReport) -> _Case:
    reasons = "\n".join(report.incomplete_because)
    policy = report.policy.line if report.policy else ""
    incomplete = report.status == "incomplete"
    failed = report.policy is not None and report.policy.failed
    outcome = "error" if incomplete else "failure" if failed else ""
    message = one_line("; ".join(report.incomplete_because)) if incomplete else policy
    text = "\n".join(filter(None, (f"{verdict(report)}.", reasons, policy)))
    return _Case("the audit", "luminos", message, text, outcome)


def _by_rule(report: AuditReport) -> dict[str, list[_Case]]:
    fail_on = _fail_on(report)
    cases: dict[str, list[_Case]] = defaultdict(list)
    seen: dict[tuple[str, str, str], int] = defaultdict(int)
    for flag, status in open_places(report):
        seen[flag.rule, flag.path, flag.symbol] += 1
        number = seen[flag.rule, flag.path, flag.symbol]
        fails = status is Status.OPEN and any(meets(flag, each) for each in fail_on)
        cases[flag.rule].append(_case(report, flag, number, fails=fails))
    return cases


def _fail_on(report: AuditReport) -> Sequence[Condition]:
    if report.policy is None:
        return _NONE_GIVEN
    try:
        return parse_fail_on(report.policy.fail_on)
    except ValueError:  # of a later version
        return _NONE_GIVEN


def _case(report: AuditReport, flag: Flag, number: int, *, fails: bool) -> _Case:
    """Its name has no line, so that the page knows it again."""
    text = rule_text(flag.rule)
    title = text.title if text and flag.rule != MODEL else flag.finding
    name = " ".join(filter(None, (title, flag.symbol and f"in {flag.symbol}")))
    fix = f"What to do: {what_to_do(flag)}" if what_to_do(flag) else ""
    see = [each for each in (link_to_flag(report, flag), text.page if text else "") if each]
    said = (flag.finding, flag.trigger, flag.consequence, flag.quotation, *_judged(flag), fix)
    told = (flag.location, *said, *(f"See {each}" for each in see))
    return _Case(
        name=one_line(name, _MESSAGE) + (f" #{number}" if number > 1 else ""),
        place=in_repository(report, flag.path),
        message=one_line(f"{flag.label}: {flag.location}: {flag.finding}", _MESSAGE),
        text="\n".join(filter(None, told)),
        outcome="failure" if fails else "",
    )


def _judged(flag: Flag) -> tuple[str, ...]:
    return reviewed(flag), remembered(answered(flag)), remembered(flag.known_line)


def _test(case: _Case) -> str:
    opened = f"<testcase name={_attribute(case.name)} classname={_attribute(case.place)}>"
    if not case.outcome:
        return f"{opened}<system-out>{_text(case.text)}</system-out></testcase>\n"
    tag = case.outcome
    message = _attribute(case.message)
    return f"{opened}<{tag} message={message}>{_text(case.text)}</{tag}></testcase>\n"


def _counts(cases: Sequence[_Case]) -> str:
    failures = sum(case.outcome == "failure" for case in cases)
    errors = sum(case.outcome == "error" for case in cases)
    return f' tests="{len(cases)}" failures="{failures}" errors="{errors}"'


def _attribute(value: str) -> str:
    return f'"{_text(one_line(value))}"'


def _text(value: str) -> str:
    return tame_xml(escape(_NO_XML.sub("\ufffd", escape_invisible(value))))
