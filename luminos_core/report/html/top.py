"""What a reader must know within ten seconds: what it is, whether anything is new, and the state of
it in five numbers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.verdict import flags_in, read_percent
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_WHAT = 260  # characters
_SHORT = 30
_OPENINGS = (
    "Incomplete audit: ",
    "Complete with gaps: ",
    "Not looked at whole: ",
)  # of a brief's first paragraph
_NOUNS = {Severity.CRITICAL: "critical", Severity.CONCERN: "concern", Severity.INFO: "note"}


@dataclass(frozen=True, slots=True)
class Tile:
    name: str
    value: str
    note: str
    href: str = "#flags"
    state: str = ""  # of the flags that a click shows
    tone: str = ""  # "bad", "some", "good"


def what_it_is(report: AuditReport) -> str:
    """In a sentence: the first that the brief says of the target."""
    paragraphs = [each for each in report.brief.split("\n\n") if each.strip()]
    if paragraphs and (not report.language_model or paragraphs[0].startswith(_OPENINGS)):
        del paragraphs[0]
    said = next((each for each in paragraphs if not each.startswith("#")), "")
    plain = one_line(said.replace("`", "").replace("**", "")).removeprefix(f"{report.name}: ")
    return one_line(_first_sentence(plain), _WHAT) or "What it is, nothing in it says."


def size_line(report: AuditReport) -> str:
    """ "Python, HTML and 5 more; 222 files in 48 directories, 21,004 lines"."""
    languages = [each.language for each in report.scan.languages]
    lines = sum(each.lines for each in report.scan.languages)
    named = ", ".join(languages[:3]) + (f" and {len(languages) - 3} more" * (len(languages) > 3))
    files = formats.pluralize(report.scan.files, "file")
    counted = f"{files} in {formats.pluralize(report.scan.directories, 'directory')}"
    return "; ".join(filter(None, (named, counted, formats.pluralize(lines, "line"))))


def tiles(report: AuditReport) -> tuple[Tile, ...]:
    return _new(report), _open(report), _resolved(report), _read(report), _age(report)


def severities(flags: Iterable[Flag]) -> str:
    """ "1 critical, 2 concerns, 16 notes"; "" for none."""
    return _counted(FlagCounts.of(flags).flags)


def tone(report: AuditReport) -> str:
    """ "bad", "some" or "good", of what is open and of what was read."""
    return _tone(report.flags) or ("good" if report.status == "complete" else "some")


def days_between(before: str, after: str) -> int | None:
    """Whole days between two times in ISO 8601; None when one is not known."""
    try:
        return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).days
    except (ValueError, TypeError):  # TypeError: only one of them has a time zone
        return None


def _first_sentence(text: str) -> str:
    """Of at least some words: "e.g." ends none."""
    for at, character in enumerate(text):
        end = at + 1 + text[at + 1 : at + 2].count("”")
        if character in ".!?" and at >= _SHORT and text[end : end + 1] in ("", " "):
            return text[:end]
    return text


def _new(report: AuditReport) -> Tile:
    if report.comparison is None:
        return Tile("new", "—", "first run: nothing to compare with")
    flags = flags_in(report, FlagState.NEW)
    aside = [
        f"{formats.pluralize(number, 'flag')} {state}"
        for state in (FlagState.REOPENED, FlagState.NEWLY_CHECKED)
        if (number := FlagCounts.of(flags_in(report, state)).flags.total())
    ]
    note = "; ".join(filter(None, (severities(flags), *aside))) or "since the last run"
    return Tile("new", _total(flags), note, state="new", tone=_tone(flags))


def _open(report: AuditReport) -> Tile:
    found = severities(report.flags)
    return Tile("open", _total(report.flags), found or "nothing found", tone=_tone(report.flags))


def _resolved(report: AuditReport) -> Tile:
    if report.comparison is None:
        return Tile("resolved", "—", "first run: nothing to compare with")
    flags = flags_in(report, FlagState.RESOLVED)
    unknown = FlagCounts.of(flags_in(report, FlagState.UNKNOWN)).flags.total()
    note = f"{unknown:,} not seen again" if unknown else severities(flags) or "since the last run"
    return Tile("resolved", _total(flags), note, state="resolved", tone="good" if flags else "")


def _read(report: AuditReport) -> Tile:
    percent = read_percent(report)
    if percent is None:
        return Tile("read", "—", "no text to read", "#unread")
    less = bool(report.comparison and report.comparison.read_less)
    note = f"{_files_read(report.coverage)}{'; less than before' * less}"
    is_bad = report.status != "complete" or less
    return Tile("read", f"{percent or '<1'}%", note, "#unread", tone="bad" * is_bad)


def _files_read(coverage: Coverage) -> str:
    """ "212 of 216 text files"."""
    counts = {each.name: each.count for each in coverage.files_by_state}
    read, share = counts.get(FileState.DESCRIBED, 0), coverage.read_share
    if not share:
        return "no text file was read whole"
    return f"{read:,} of {formats.pluralize(round(read / share), 'text file')}"


def _age(report: AuditReport) -> Tile:
    """Of the flag that has waited longest among the worst that are open: how long nobody did
    anything about it. Notes may wait."""
    for severity in (Severity.CRITICAL, Severity.CONCERN):
        known = [
            age
            for flag in report.flags
            if flag.severity is severity and flag.first_seen
            if (age := days_between(flag.first_seen, report.finished_at)) is not None
        ]
        if known:
            oldest = max(known)
            value = formats.pluralize(oldest, "day") if oldest > 0 else "today"
            return Tile("age", value, f"the oldest open {_NOUNS[severity]}", state="age")
    if any(flag.severity is not Severity.INFO for flag in report.flags):
        return Tile("age", "—", "first run: ages are not known yet")
    return Tile("age", "—", "no critical or concern is open")


def _tone(flags: Iterable[Flag]) -> str:
    """ "" where there are notes alone."""
    found = {flag.severity for flag in flags}
    if Severity.CRITICAL in found:
        return "bad"
    return "some" if Severity.CONCERN in found else ""


def _total(flags: Iterable[Flag]) -> str:
    return f"{FlagCounts.of(flags).flags.total():,}"


def _counted(counts: Counter[Severity]) -> str:
    return ", ".join(
        f"{counts[severity]:,} {noun}"
        if severity is Severity.CRITICAL
        else formats.pluralize(counts[severity], noun)
        for severity, noun in _NOUNS.items()
        if counts[severity]
    )
