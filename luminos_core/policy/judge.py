"""A report judged by the flags that are open in it, and by its requirements."""

from collections.abc import Iterable, Iterator, Sequence

from luminos_core.records.flag import SEVERITY_RANK, Flag, FlagCounts, FlagState, Severity
from luminos_core.records.policy import (
    UNMET,
    Condition,
    PolicyResult,
    fails_on_unmet,
    parse_fail_on,
)
from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import RequirementState, RequirementStatus
from luminos_core.text import formats

# A flag that was compared with nothing is as good as new.
_NEW = (FlagState.NEW, FlagState.REOPENED, None)
_ONE = {Severity.CRITICAL: "is critical", Severity.CONCERN: "is a concern or worse"}
_MANY = {Severity.CRITICAL: "are critical", Severity.CONCERN: "are concerns or worse"}


def judged(report: AuditReport, fail_on: str) -> AuditReport:
    """The report with its result by `fail_on`; without one when that is "" or "none". Claims whose
    evidence was not found, and suppressed flags, do not count."""
    conditions, on_unmet = parse_fail_on(fail_on), fails_on_unmet(fail_on)
    result = _result(report, conditions, on_unmet) if conditions or on_unmet else None
    return report.model_copy(update={"policy": result})


def meets(flag: Flag, condition: Condition) -> bool:
    """Whether it is one of those that are too many by this condition."""
    if SEVERITY_RANK[flag.severity] > SEVERITY_RANK[condition.severity]:
        return False
    return flag.state in _NEW or not condition.new_only


def _result(report: AuditReport, conditions: tuple[Condition, ...], on_unmet: bool) -> PolicyResult:
    counted = [(each, _count(report.flags, each)) for each in conditions]
    broken = [_said(each, count) for each, count in counted if count]
    kept = [_said(each, count) for each, count in counted]
    if on_unmet:
        unmet = [each.id for each in _unmet(report) if not each.is_inferred]
        broken += [_said_of(unmet, "not met")] if unmet else []
        kept.append("no requirement is unmet")
    return PolicyResult(
        fail_on=", ".join([each.text for each in conditions] + [UNMET] * on_unmet),
        failed=bool(broken),
        why="; ".join(broken or kept),
        remarks=(*_remarks(report, conditions), *_remarks_on_unmet(report, on_unmet)),
    )


def _count(flags: Iterable[Flag], condition: Condition) -> int:
    """Flags as reports count them: what a rule says of a file is one."""
    return FlagCounts.of(flag for flag in flags if meets(flag, condition)).flags.total()


def _said(condition: Condition, count: int) -> str:
    noun = "new flag" if condition.new_only else "flag"
    if count == 0:
        what = _ONE.get(condition.severity)
        return f"no {noun} {what}" if what else f"no {noun}s"
    what = (_ONE if count == 1 else _MANY).get(condition.severity, "")
    return f"{formats.pluralize(count, noun)} {what}".strip()


def _unmet(report: AuditReport) -> list[RequirementStatus]:
    return [each for each in report.requirements if each.state is RequirementState.UNMET]


def _ids(report: AuditReport, state: RequirementState) -> list[str]:
    return [each.id for each in report.requirements if each.state is state]


def _said_of(ids: Sequence[str], what: str) -> str:
    verb = "is" if len(ids) == 1 else "are"
    return f"{formats.pluralize(len(ids), 'requirement')} {verb} {what} ({formats.listed(ids)})"


def _remarks_on_unmet(report: AuditReport, on_unmet: bool) -> Iterator[str]:
    if on_unmet and not report.requirements:
        yield "This run had no requirements."
    elif on_unmet and (unknown := _ids(report, RequirementState.UNKNOWN)):
        yield f"{_said_of(unknown, 'unknown')}, which does not count."
    inferred = [each.id for each in _unmet(report) if each.is_inferred]
    if on_unmet and inferred:
        yield f"{_said_of(inferred, 'inferred and not met')}, which does not count."


def _remarks(report: AuditReport, conditions: tuple[Condition, ...]) -> Iterator[str]:
    """What a reader of the result alone would take for granted."""
    about_new = [each for each in conditions if each.new_only]
    if about_new and report.comparison is None:
        yield "There is no earlier run to compare with, so every flag counts as new."
    unchecked = [each for each in report.flags if each.state is FlagState.NEWLY_CHECKED]
    least = max((each.severity for each in about_new), key=SEVERITY_RANK.__getitem__, default=None)
    if least and (count := _count(unchecked, Condition(severity=least))):
        verb = "is" if count == 1 else "are"
        yield f"{formats.pluralize(count, 'flag')} of checks that are new {verb} not counted."
    if report.comparison and report.comparison.read_less:
        yield (
            f"This run read less than the last ({report.comparison.read_less}): "
            "what it did not read is not judged."
        )
