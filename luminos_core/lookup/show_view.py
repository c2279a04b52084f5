"""A directory, a file or a flag on a terminal."""

from collections.abc import Sequence

from luminos_core.lookup.answers import Answer, DirectoryAnswer, FileAnswer, FlagAnswer
from luminos_core.lookup.flag_view import flag_view
from luminos_core.lookup.sections import (
    INDENT,
    Lines,
    facts,
    flag_lines,
    history_lines,
    prose,
    section,
    title,
)
from luminos_core.records.outcome import ReportedFile
from luminos_core.report.terminal.flag_table import counted
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats
from luminos_core.text.escape import printable_name

_FILES = 40  # rows
_LEFT: Justify = "left"


def show_view(answer: Answer, console: PlainConsole) -> Lines:
    """In sections, without empty ones."""
    match answer:
        case DirectoryAnswer():
            yield from _directory(answer, console)
        case FileAnswer():
            yield from _file(answer, console)
        case FlagAnswer():
            yield from flag_view(answer, console)
    ended = f"{answer.finished_at[:16].replace('T', ' ')} UTC"
    yield ""
    yield console.styled(
        printable_name(f"From run {answer.run_id} of {answer.target}, {ended}"), "muted"
    )


def _directory(answer: DirectoryAnswer, console: PlainConsole) -> Lines:
    outcome = answer.directory
    yield title(outcome.path, outcome.state, console)
    yield from facts(
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
    yield from prose(outcome.summary, console)
    below = f"; below it {counted(answer.below)}" if answer.below else ""
    yield from section(f"{counted(answer.flags)}{below}", console)
    yield from flag_lines(answer.flags, console)
    if outcome.files:
        yield from section(f"Files: {len(outcome.files):,}", console)
        yield from _files(outcome.files, console)
    yield from history_lines(answer.history, console)


def _file(answer: FileAnswer, console: PlainConsole) -> Lines:
    known, entry = answer.file, answer.entry
    yield title(answer.path, known.state if known else (answer.directory_state or ""), console)
    yield from facts({**_measures(answer), **_words(answer)}, console)
    yield from prose(entry.summary if entry else "", console)
    yield from section(counted(answer.flags), console)
    yield from flag_lines(answer.flags, console)
    for name, flags in (
        ("Not verified", answer.unverified_flags),
        ("Refuted by reviewers", answer.refuted_flags),
        ("Suppressed", answer.suppressed_flags),
        ("Gone since the run before", answer.gone),
    ):
        if flags:
            yield from section(f"{name}: {counted(flags)}", console)
            yield from flag_lines(flags, console)
    yield from history_lines(
        answer.history, console, "Its directory and its flags in the stored runs"
    )


def _measures(answer: FileAnswer) -> dict[str, str]:
    known, entry = answer.file, answer.entry
    if known is None:  # in reports of earlier versions
        return {"size": formats.size(entry.size_bytes) if entry else ""}
    return {
        "size": formats.size(known.size),
        "lines": "" if known.lines is None else f"{known.lines:,}",
        "language": known.language or "",
        "changed": formats.utc_time(known.changed_at) if known.changed_at else "",
        "commits": f"{known.commits:,}" if known.commits else "",
    }


def _words(answer: FileAnswer) -> dict[str, str]:
    named = {"owner": answer.owner, "at": answer.link}
    if (entry := answer.entry) is None:
        return named
    return {
        **named,
        "notable": (entry.notable_reason or "") if entry.notable else "",
        "confidence": _rating(entry.confidence, entry.confidence_reason or ""),
        "not parsed": entry.not_parsed or "",
        "left out": entry.partly_read or "",
        "written": f"{entry.cached_at[:16].replace('T', ' ')} UTC",
    }


def _files(files: Sequence[ReportedFile], console: PlainConsole) -> Lines:
    rows: list[list[Cell]] = [
        [(each.relative_path.rpartition("/")[2], "bold"), (each.summary, "")]
        for each in files[:_FILES]
    ]
    for line in console.table(rows, (_LEFT, _LEFT), cut_last=True, indent=len(INDENT)):
        yield f"{INDENT}{line}"
    if len(files) > _FILES:
        yield f"{INDENT}{formats.pluralize(len(files) - _FILES, 'more file')}: see --json"


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
