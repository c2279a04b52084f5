"""A directory, a file or a flag on a terminal."""

import textwrap
from collections.abc import Iterator, Sequence

from luminos_core.lookup.answers import (
    Answer,
    DirectoryAnswer,
    FileAnswer,
    FlagAnswer,
    InRun,
)
from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.outcome import ReportedFile
from luminos_core.report.terminal.flag_table import (
    FINGERPRINT_DIGITS,
    STATE_WORDS,
    counted,
    flag_table,
)
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line, printable_name

_WIDEST = 100  # columns of prose
_FILES = 40  # rows
_QUOTED = 20  # lines
_INDENT = "  "
_HISTORY: tuple[Justify, ...] = ("left", "left", "left", "right", "right", "left")
_LEFT: Justify = "left"

Lines = Iterator[str]


def show_view(answer: Answer, console: PlainConsole) -> Lines:
    """In sections, without empty ones."""
    match answer:
        case DirectoryAnswer():
            yield from _directory(answer, console)
        case FileAnswer():
            yield from _file(answer, console)
        case FlagAnswer():
            yield from _flag(answer, console)
    ended = f"{answer.finished_at[:16].replace('T', ' ')} UTC"
    yield ""
    yield console.styled(
        printable_name(f"From run {answer.run_id} of {answer.target}, {ended}"), "muted"
    )


def _directory(answer: DirectoryAnswer, console: PlainConsole) -> Lines:
    outcome = answer.directory
    yield _title(outcome.path, outcome.state, console)
    yield from _facts(
        {
            "why": outcome.reason,
            "last read": _last_read(answer),
            "by": outcome.model,
            "tier": outcome.tier if outcome.turns_allocated else "",
            "turns": f"{outcome.turns_used} of {outcome.turns_allocated}"
            if outcome.turns_allocated
            else "",
            "confidence": _rating(outcome.confidence, outcome.confidence_reason),
            "cost": _cost(answer, outcome.usd),
            "notable": ", ".join(outcome.notable_files),
        },
        console,
    )
    yield from _prose(outcome.summary, console)
    below = f"; below it {counted(answer.below)}" if answer.below else ""
    yield from _section(f"{counted(answer.flags)}{below}", console)
    yield from _flags(answer.flags, console)
    if outcome.files:
        yield from _section(f"Files: {len(outcome.files):,}", console)
        yield from _files(outcome.files, console)
    yield from _history(answer.history, console)


def _file(answer: FileAnswer, console: PlainConsole) -> Lines:
    known, entry = answer.file, answer.entry
    state = known.state if known else (answer.directory_state or "")
    yield _title(answer.path, state, console)
    size = known.size if known else (entry.size_bytes if entry else None)
    yield from _facts(
        {
            "size": "" if size is None else formats.size(size),
            "lines": f"{known.lines:,}" if known and known.lines is not None else "",
            "language": known.language or "" if known else "",
            "changed": formats.utc_time(known.changed_at) if known and known.changed_at else "",
            "commits": f"{known.commits:,}" if known and known.commits else "",
            "owner": answer.owner,
            "at": answer.link,
            "notable": (entry.notable_reason or "") if entry and entry.notable else "",
            "confidence": _rating(entry.confidence, entry.confidence_reason or "") if entry else "",
            "not parsed": (entry.not_parsed or "") if entry else "",
            "left out": (entry.partly_read or "") if entry else "",
            "written": entry.cached_at[:16].replace("T", " ") + " UTC" if entry else "",
        },
        console,
    )
    yield from _prose(entry.summary if entry else "", console)
    yield from _section(counted(answer.flags), console)
    yield from _flags(answer.flags, console)
    for title, flags in (
        ("Not verified", answer.unverified_flags),
        ("Refuted by reviewers", answer.refuted_flags),
        ("Suppressed", answer.suppressed_flags),
        ("Gone since the run before", answer.gone),
    ):
        if flags:
            yield from _section(f"{title}: {counted(flags)}", console)
            yield from _flags(flags, console)
    yield from _history(answer.history, console, "Its directory and its flags in the stored runs")


def _flag(answer: FlagAnswer, console: PlainConsole) -> Lines:
    flag, rule = answer.flag, answer.rule
    state = STATE_WORDS[flag.state] if flag.state else ""
    yield _title(flag.location, f"{flag.label}, {state}" if state else flag.label, console)
    yield from _prose(flag.finding, console)
    yield from _quotation(flag, console)
    cwe = f"CWE-{rule.cwe}" if rule and rule.cwe else ""
    yield ""
    yield from _facts(
        {
            "rule": ", ".join(filter(None, (flag.rule, rule.title if rule else "", cwe))),
            "in": flag.symbol,
            "why": rule.why if rule and rule.why != flag.finding else "",
            "fix": rule.fix if rule else "",
            "read on": rule.page if rule else "",
            "doubt": flag.doubt,
            "reviewed": _verdict(flag),
            "suppressed": flag.suppressed,
            "owner": flag.owner,
            "found by": _found_by(flag),
            "first seen": _seen(flag.first_seen, flag.first_commit),
            "last seen": _seen(flag.last_seen, flag.last_commit),
            "more": formats.pluralize(flag.more, "more place") if flag.more else "",
            "at": answer.link,
            "fingerprint": flag.fingerprint,
            "accept": _acceptance(flag),
        },
        console,
    )
    yield from _history(answer.history, console)


def _title(name: str, state: str, console: PlainConsole) -> str:
    shown = console.styled(printable_name(name), "bold")
    return f"{shown}  {console.styled(one_line(state), 'accent')}" if state else shown


def _facts(facts: dict[str, str], console: PlainConsole) -> Lines:
    """Those that are known, with hanging indents on a terminal."""
    known = {name: one_line(text) for name, text in facts.items() if text.strip()}
    width = max(map(len, known), default=0)
    for name, text in known.items():
        first, *rest = _wrapped(text, console, indent=width + 4)
        yield f"{_INDENT}{console.styled(name.ljust(width), 'muted')}  {first}"
        yield from (" " * (width + 4) + line for line in rest)


def _prose(text: str, console: PlainConsole) -> Lines:
    if text.strip():
        yield ""
        for line in _wrapped(one_line(text), console, indent=len(_INDENT)):
            yield f"{_INDENT}{line}"


def _quotation(flag: Flag, console: PlainConsole) -> Lines:
    lines = escape_invisible(flag.quotation).expandtabs(4).strip("\n").split("\n")
    bar = "|" if console.ascii_only else "│"
    if flag.quotation.strip():
        yield ""
        yield from (f"{_INDENT}{console.styled(bar, 'bar')} {line}" for line in lines[:_QUOTED])
    if len(lines) > _QUOTED:
        yield f"{_INDENT}{console.styled(bar, 'bar')} {len(lines) - _QUOTED:,} more lines"


def _flags(flags: Sequence[Flag], console: PlainConsole) -> Lines:
    for line in flag_table(flags, console, indent=len(_INDENT)):
        yield f"{_INDENT}{line}"


def _files(files: Sequence[ReportedFile], console: PlainConsole) -> Lines:
    rows: list[list[Cell]] = [
        [(each.relative_path.rpartition("/")[2], "bold"), (each.summary, "")]
        for each in files[:_FILES]
    ]
    for line in console.table(rows, (_LEFT, _LEFT), cut_last=True, indent=len(_INDENT)):
        yield f"{_INDENT}{line}"
    if len(files) > _FILES:
        yield f"{_INDENT}{formats.pluralize(len(files) - _FILES, 'more file')}: see --json"


def _history(
    history: Sequence[InRun], console: PlainConsole, title: str = "In the stored runs"
) -> Lines:
    if not history:
        return
    yield from _section(f"{title}, the latest first", console)
    rows: list[list[Cell]] = [
        [
            (run.finished_at[:16].replace("T", " "), ""),
            (run.run_id[:8], "muted"),
            (run.state or "not there", "" if run.state else "muted"),
            (formats.pluralize(run.flags, "flag") if run.flags else "", ""),
            (formats.cost(run.usd), ""),
            (run.why, ""),
        ]
        for run in history
    ]
    for line in console.table(rows, _HISTORY, cut_last=True, indent=len(_INDENT)):
        yield f"{_INDENT}{line}"


def _section(title: str, console: PlainConsole) -> Lines:
    yield ""
    yield console.styled(one_line(title[:1].upper() + title[1:]), "accent")


def _last_read(answer: DirectoryAnswer) -> str:
    """ "2026-11-28 21:54 UTC, because content changed: app.py, by run 0190a6f2-…"."""
    read = answer.last_read
    if read is None:
        return ""
    when = f"{read.at[:16].replace('T', ' ')} UTC"
    return ", ".join(filter(None, (when, read.why, f"run {read.run_id}" if read.run_id else "")))


def _cost(answer: DirectoryAnswer, usd: float | None) -> str:
    """ "$0.0213 in this run, $0.04 in 9 stored runs"; "" for nothing."""
    if not usd and not answer.usd and usd is not None:
        return ""
    count = formats.pluralize(len(answer.history), "stored run")
    return f"{formats.money(usd)} in this run, {formats.money(answer.usd)} in {count}"


def _rating(value: float | None, reason: str) -> str:
    return "" if value is None else f"{formats.share(value)}{f': {reason}' if reason else ''}"


def _verdict(flag: Flag) -> str:
    """ "refuted: the caller checks it; it was critical"; "" for a flag that was not reviewed."""
    if flag.verdict is None:
        return ""
    reason = f": {flag.verdict_reason}" if flag.verdict_reason else ""
    return f"{flag.verdict}{reason}" + (f"; it was {flag.was}" if flag.was else "")


def _acceptance(flag: Flag) -> str:
    """The command for it; "" for what is suppressed, or gone."""
    if flag.suppressed or flag.state in (FlagState.RESOLVED, FlagState.UNKNOWN):
        return ""
    return f'luminos suppress {flag.fingerprint[:FINGERPRINT_DIGITS]} --reason "..."'


def _found_by(flag: Flag) -> str:
    return ", ".join((flag.source.value, *flag.also_found_by))


def _seen(at: str, commit: str) -> str:
    if not at:
        return ""
    return f"{at[:16].replace('T', ' ')} UTC{f', commit {commit[:12]}' if commit else ''}"


def _wrapped(text: str, console: PlainConsole, indent: int) -> list[str]:
    """On a terminal; elsewhere a line has any length. No path is broken."""
    if console.width is None:
        return [text]
    room = max(min(console.width, _WIDEST) - indent, 20)
    return textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
