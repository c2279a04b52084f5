"""What is suppressed, and by what, in sentences: the same in every rendering."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from luminos_core.records.flag import Flag, FlagCounts, Severity
from luminos_core.records.report import AuditReport
from luminos_core.records.suppression import RemarkKind, SuppressedBy, SuppressionRemark
from luminos_core.text import formats

_INJECTION = "prompt-injection"
_FILES = {
    SuppressedBy.TARGET_FILE: "by the target's suppressions file",
    SuppressedBy.GIVEN_FILE: "by the given suppressions file",
}
_HEADS = {
    RemarkKind.WRONG: "Wrong",
    RemarkKind.EXPIRED: "Expired",
    RemarkKind.UNUSED: "Unused",
    RemarkKind.IGNORED: "Ignored",
}


def suppressed_verdict(report: AuditReport) -> str:
    """ "2 suppressed, 1 of them critical"; "" for none. Counted as flags."""
    counts = FlagCounts.of(report.suppressed_flags).flags
    worst = counts[Severity.CRITICAL]
    aside = f", {worst:,} of them critical" if worst else ""
    return f"{counts.total():,} suppressed{aside}" if counts else ""


def suppressed_line(report: AuditReport) -> str:
    """ "Suppressed: 3 places by the target's suppressions file (1 critical), 2 in the code (noqa 1,
    nosec 1)."; "" for none."""
    parts = (*_by_files(report.suppressed_flags), *_in_code(report.suppressed_flags))
    return f"Suppressed: {', '.join(parts)}." if parts else ""


def remark_line(remark: SuppressionRemark) -> str:
    """ "Expired: .luminos/suppressions.toml:12: it ended on 2026-10-01; …"."""
    return f"{_HEADS[remark.kind]}: {remark.place}: {remark.text}"


def accepted_flags(report: AuditReport) -> tuple[Flag, ...]:
    """Those that a file suppresses."""
    return tuple(flag for flag in report.suppressed_flags if not flag.is_suppressed_in_code)


def _by_files(flags: Sequence[Flag]) -> Iterator[str]:
    for by, said in _FILES.items():
        if found := [flag for flag in flags if flag.suppression[0] == by]:
            weighty = ", ".join(f"{count:,} {name}" for name, count in _weighty(found) if count)
            aside = f" ({weighty})" if weighty else ""
            yield f"{_places(found)} {said}{aside}"


def _in_code(flags: Sequence[Flag]) -> Iterator[str]:
    found = [flag for flag in flags if flag.is_suppressed_in_code]
    if found:
        by = Counter(flag.suppression[0] for flag in found)
        named = ", ".join(f"{name} {count:,}" for name, count in by.most_common())
        yield f"{_places(found)} in the code ({named})"


def _weighty(flags: Sequence[Flag]) -> Iterator[tuple[str, int]]:
    """What nobody should suppress without a second look."""
    yield "critical", sum(each.places for each in flags if each.severity is Severity.CRITICAL)
    yield _INJECTION, sum(each.places for each in flags if each.rule == _INJECTION)


def _places(flags: Iterable[Flag]) -> str:
    return formats.pluralize(sum(flag.places for flag in flags), "place")
