"""A report as a comment on a pull request: what is new, and no more than a comment may hold."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from luminos_core.catalogue.rule_text import MODEL, cwe_of, cwe_page, rule_text, what_to_do
from luminos_core.flags.groups import FlagGroup, fold_groups, group_flags
from luminos_core.records.comparison import Change, FactChange
from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import answered
from luminos_core.report.links import link_to_flag, web_address
from luminos_core.report.markdown_escape import Safe, block, code, inline, link
from luminos_core.report.places import remembered, reviewed
from luminos_core.report.verdict import flags_in, verdict
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_LIMIT = 64_000  # UTF-16 units, of the 65,536 characters of a comment
_WORST = 10  # flags of a first run
_PLACES = 8  # of a flag, beside the first
_NAMED = 12  # of rules, facts, reasons
_TEXT, _NAME, _QUOTED = 400, 200, 600  # characters
_MARK = "<!-- luminos -->"  # by which a program finds the comment again


def render_pull_request(report: AuditReport, full_report: str = "") -> str:
    """`full_report`: the address of the whole one, or ""."""
    head = "\n\n".join(filter(None, _head(report)))
    foot = "\n\n".join(filter(None, _foot(report, full_report)))
    room = _LIMIT - _size(head) - _size(foot)
    return "\n\n".join(filter(None, (head, *_flags(report, room), foot))) + "\n"


def _head(report: AuditReport) -> Iterator[str]:
    yield _MARK
    yield f"### Audit of {code(one_line(report.name, _NAME))}: {inline(verdict(report))}"
    if report.status == "incomplete":
        yield "**The audit is incomplete: what was not read is not judged.**"
        yield _list(inline(reason, _TEXT) for reason in report.incomplete_because[:_NAMED])
    yield inline(report.policy_line, 2 * _TEXT)
    if report.comparison is None:
        yield "There is no earlier run to compare with, so nothing can be called new."
    elif report.comparison.read_less:
        yield f"Less was read than before: {inline(report.comparison.read_less, _TEXT)}"


def _flags(report: AuditReport, room: int) -> Iterator[str]:
    """As many as there is room for, the worst first; the rest is counted by rule."""
    groups = fold_groups(group_flags(_shown(report)))
    most = len(groups) if report.comparison else _WORST
    if not report.comparison and groups:
        yield "The worst flags:"
    for number, group in enumerate(groups):
        text = _group(report, group)
        room -= _size(text) + 2
        if room < 0 or number >= most:
            yield _left_out(groups[number:])
            return
        yield text


def _shown(report: AuditReport) -> tuple[Flag, ...]:
    if report.comparison is None:
        return tuple(flag for flag in report.flags if flag.severity is not Severity.INFO)
    states = (FlagState.NEW, FlagState.REOPENED)
    return tuple(flag for flag in report.flags if flag.state in states)


def _group(report: AuditReport, group: FlagGroup) -> str:
    flag, fix = group.first, what_to_do(group.first)
    again = " (reopened)" if flag.state is FlagState.REOPENED else ""
    why = (
        *(flag.trigger, flag.consequence, reviewed(flag)),
        *(remembered(answered(flag)), remembered(group.known_line)),
    )
    quotation = one_line(flag.quotation, _QUOTED)
    lines = [
        f"- **{flag.severity}**{again} {_place(report, flag)}: {inline(flag.finding, _TEXT)}"
        + _rule(flag),
        block(quotation, "  ") if quotation else "",
        "  " + inline(" ".join(filter(None, why)), 2 * _TEXT) if any(why) else "",
        _elsewhere(report, group),
        f"  What to do: {inline(fix, _TEXT)}" if fix else "",
    ]
    return "\n\n".join(filter(None, lines))


def _rule(flag: Flag) -> str:
    """Its name, or of an agent's flag the weakness, with a link to what it is."""
    text, cwe = rule_text(flag.rule), cwe_of(flag)
    if flag.rule != MODEL:
        return f" ({link(code(one_line(flag.rule, _NAME)), text.page if text else '')})"
    return f" ({link(code(f'CWE-{cwe}'), cwe_page(cwe))})" if cwe else ""


def _elsewhere(report: AuditReport, group: FlagGroup) -> str:
    if group.places == 1:
        return ""
    named = [_place(report, flag) for flag in group.flags[1 : _PLACES + 1]]
    more = group.places - 1 - len(named)
    listed = ", ".join((*named, *([f"{more:,} more"] if more else [])))
    return f"  Also at {listed}."


def _place(report: AuditReport, flag: Flag) -> Safe:
    return link(code(one_line(flag.location, _NAME)), link_to_flag(report, flag))


def _left_out(groups: Sequence[FlagGroup]) -> str:
    flags = [flag for group in groups for flag in group.flags]
    counts = FlagCounts.of(flags)
    number = formats.pluralize(counts.flags.total(), "more flag")
    return f"{number}{counts.in_places}: {_by_rule(flags)}."


def _foot(report: AuditReport, full_report: str) -> Iterator[str]:
    if report.comparison:
        checked = FlagCounts.of(flags_in(report, FlagState.NEWLY_CHECKED)).flags.total()
        if checked:
            noun = formats.pluralize(checked, "flag")
            yield f"Newly checked, not new in the code: {noun} of rules that the last run lacked."
        if resolved := flags_in(report, FlagState.RESOLVED):
            yield f"Resolved: {_by_rule(resolved)}."
        yield from _facts(report.comparison.facts)
        yield _compared(report)
    address = web_address(full_report)
    yield link(Safe("The whole report"), address) if address else ""


def _facts(facts: Sequence[FactChange]) -> Iterator[str]:
    """What else is new or changed: a change of the project that no flag tells."""
    told = [fact for fact in facts if fact.change is not Change.REMOVED]
    if told:
        more = len(told) - _NAMED
        lines = [*map(_fact, told[:_NAMED]), *([Safe(f"{more:,} more")] if more > 0 else [])]
        yield f"Also new or changed:\n\n{_list(lines)}"


def _fact(fact: FactChange) -> Safe:
    name = code(one_line(fact.name, _NAME))
    after = f" {inline(fact.after, _NAME)}" if fact.after else ""
    before = f" (before: {inline(fact.before, _NAME)})" if fact.before else ""
    return Safe(f"{fact.kind} {name}{after}{before}")


def _compared(report: AuditReport) -> str:
    previous = report.comparison.previous if report.comparison else None
    if previous is None:
        return ""
    day = inline(previous.finished_at[:10])
    commits = (previous.version.commit[:10], report.version.commit[:10])
    between = f": {code(commits[0])} to {code(commits[1])}" if all(commits) else ""
    return f"Compared with the run of {day}{between}."


def _by_rule(flags: Iterable[Flag]) -> str:
    """ "`dead-link` 12, `swallowed-error` 3 and 4 other rules"."""
    groups = Counter(group.first.rule for group in group_flags(flags))
    named = [f"{code(one_line(rule, _NAME))} {n:,}" for rule, n in groups.most_common(_NAMED)]
    others = len(groups) - len(named)
    return ", ".join(named) + (f" and {formats.pluralize(others, 'other rule')}" if others else "")


def _list(lines: Iterable[Safe]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _size(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
