"""Flags on a terminal, each with its location, what is wrong there, and its evidence."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from luminos_core.flags.groups import FlagGroup, fold_groups, group_flags
from luminos_core.records.flag import Flag, FlagCounts, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.answered import also_found
from luminos_core.report.suppressed import remark_line, suppressed_line
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_sentences, first_words
from luminos_core.report.terminal.style import MUTED, SEVERITY_STYLE, more_in, severity_counts
from luminos_core.report.terminal.wrapping import Unit, whole, words
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line

_LINES = 2  # of a finding, about
_INDENT = 10
_RULE, _KNOWN = 60, 200  # characters
_VERBOSE = 15  # flags; the files have all
_REMARKS = 5
_QUOTED = 3  # lines of a quotation


def flag_list(
    flags: Iterable[Flag], page: Page, shown: int, quoted: int = 1, files: str = "report.md"
) -> Iterator[Text]:
    """The first `shown` groups, with so many lines of their quotations, or fewer of what is info;
    and how many more there are in `files`."""
    groups, told = fold_groups(group_flags(flags)), set[str]()
    for group in groups[:shown]:
        is_info = group.first.severity is Severity.INFO
        yield from _group(group, page, quoted - 1 if is_info else quoted, told)
    left_out = FlagCounts.of(flag for group in groups[shown:] for flag in group.flags)
    if number := left_out.flags.total():
        yield from page.text(words(more_in(files, number, "flag", left_out.in_places)))


def named(flags: Iterable[Flag], page: Page, shown: int) -> list[Unit]:
    """ "a.py:3 (code-injection), b.py (eval), 7 more"."""
    groups = group_flags(flags)
    items = [[whole(each.first.location), *_rule(each.first, page)] for each in groups[:shown]]
    more = len(groups) - shown
    return joined([*items, page.words(f"{more:,} more")] if more > 0 else items)


def all_flags(report: AuditReport, page: Page) -> Iterator[Text]:
    """The worst of them in full. Those whose quotation was not found come last, and are counted
    apart."""
    yield from page.heading("Flags")
    counts = FlagCounts.of(report.flags)
    yield from [severity_counts(counts)] if report.flags else no_flags(report, page)
    files = "report.md and flags.jsonl"
    yield from flag_list(report.flags, page, _VERBOSE, _QUOTED, files)
    if report.unverified_flags:
        yield from (Text(), Text(report.unverified_count, style="yellow"))
        yield from flag_list(report.unverified_flags, page, _VERBOSE, _QUOTED, files)
    yield from suppressions(report, page)


def suppressions(report: AuditReport, page: Page) -> Iterator[Text]:
    """What is counted nowhere else, and what is wrong with it."""
    if report.suppressed_flags:
        yield from (Text(), *page.text(page.words(suppressed_line(report), "dim")))
    for remark in report.suppression_remarks[:_REMARKS]:
        yield from page.text(page.words(one_line(remark_line(remark)), "yellow"))
    if (more := len(report.suppression_remarks) - _REMARKS) > 0:
        yield from page.text(words(more_in("report.md", more, "remark")))


def hints(report: AuditReport, page: Page) -> Iterator[Text]:
    """How many each rule has: they are for whoever reads the code anyway, in report.md."""
    by_rule = Counter(group.first.rule for group in group_flags(report.hints))
    rules = ", ".join(f"{one_line(rule)} {count:,}" for rule, count in by_rule.most_common())
    told = [f"{report.hint_count}, to be judged, in report.md: {rules}"] if report.hints else []
    if dismissed := len(group_flags(report.dismissed_hints)):
        told.append(f"{formats.pluralize(dismissed, 'hint')} dismissed, with the reasons there")
    yield from page.text(page.words("; ".join(told), MUTED))


def no_flags(report: AuditReport, page: Page) -> list[Text]:
    total = report.coverage.total  # without it, "none" says little
    complete = formats.pluralize(report.coverage.complete_directories, "directory")
    return page.text(page.words(f"None in {complete} looked at completely, of {total:,} in all."))


def _group(group: FlagGroup, page: Page, quoted: int, told: set[str]) -> Iterator[Text]:
    """Severity, location, rule and how many other places on one line; below, the quotation, and
    the finding when it was not among those `told`."""
    flag = group.first
    label = "claim" if flag.is_doubted else flag.severity.value
    style = MUTED if flag.is_doubted else SEVERITY_STYLE[flag.severity]
    location = whole(flag.location, "bold")
    yield from page.item([location, *page.words(_remarks(group), MUTED)], Text(label, style))
    if flag.finding not in told:
        told.add(flag.finding)
        finding = first_sentences(one_line(flag.finding), _LINES * (page.width - _INDENT))
        yield from page.item(page.emphasised(finding))
    yield from _quotation(flag, page, style, quoted)


def _remarks(group: FlagGroup) -> str:
    flag = group.first
    names = [one_line(each, _RULE) for each in also_found(flag)]
    also = f"also found by {formats.listed(names)}" if names else ""
    rule = "" if flag.rule == "model" else one_line(flag.rule, _RULE)
    said = f"dismissed by the agent of {one_line(flag.answered_by)}" if flag.is_dismissed else ""
    known = one_line(group.known_line, _KNOWN)
    return ", ".join(filter(None, (rule, group.elsewhere, also, said, known)))


def _rule(flag: Flag, page: Page) -> list[Unit]:
    return [] if flag.rule == "model" else page.words(f"({one_line(flag.rule, _RULE)})", MUTED)


def _quotation(flag: Flag, page: Page, style: str, quoted: int) -> Iterator[Text]:
    lines = _lines(flag.quotation)
    margin, bar = page.margin, page.sign("│ ", "| ")
    for line in lines[: max(quoted, 0)]:
        shown = page.shown(first_words(line, page.width - len(margin) - len(bar)))
        yield Text.assemble(margin, (bar, style), (shown, MUTED))
    if quoted > 1 and len(lines) > quoted:
        more = formats.pluralize(len(lines) - quoted, "more line")
        yield Text(f"{margin}{bar}{more}", style=MUTED)
    if flag.is_doubted:
        doubt = "unverified: the quotation was not found there" if lines else flag.doubt
        yield from page.item(page.words(doubt, "yellow"))


def _lines(quotation: str) -> Sequence[str]:
    shown = escape_invisible(quotation).expandtabs(4).strip("\n")
    return shown.split("\n") if shown.strip() else ()
