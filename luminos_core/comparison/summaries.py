"""Directories whose summaries mean something else than before."""

from collections.abc import Iterator

import re2

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.history import Base, KnownDirectory
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome

_WORD = re2.compile(r"\pL{4,}")
_NUMBER = re2.compile(r"[0-9]+(?:[.,][0-9]+)*")
_FEW = 6  # words, of which too little can be said
_ALIKE = 0.35  # share of words; a model says the same thing in other words each time
_SHOWN = 200  # characters


def changed_summaries(run: AuditedRun, base: Base) -> Iterator[FactChange]:
    """Of directories that were investigated again. With a model, those whose two summaries have few
    words in common; offline, those that say of themselves that they are for something else."""
    for known in base.directories:
        now = run.directories.get(known.path)
        if now is None or now.state is not DirectoryState.INVESTIGATED:
            continue
        change = _by_model(known, now) if _both_by_model(run, base) else _offline(known, now, run)
        if change:
            yield FactChange(
                kind=FactKind.SUMMARY,
                change=Change.CHANGED,
                name=known.path,
                before=_short(change[0]),
                after=_short(change[1]),
            )


def _both_by_model(run: AuditedRun, base: Base) -> bool:
    return run.report.language_model and base.language_model


def _by_model(known: KnownDirectory, now: DirectoryOutcome) -> tuple[str, str] | None:
    words, others = (set(_WORD.findall(text.lower())) for text in (known.summary, now.summary))
    if min(len(words), len(others)) < _FEW:
        return None
    alike = len(words & others) / min(len(words), len(others))
    return (known.summary, now.summary) if alike < _ALIKE else None


def _offline(
    known: KnownDirectory, now: DirectoryOutcome, run: AuditedRun
) -> tuple[str, str] | None:
    """Sizes and numbers do not count, and what only one of the runs could see."""
    purpose = run.purposes.get(now.path, "")
    if not (known.purpose and purpose):
        return None
    differs = _NUMBER.sub("", known.purpose) != _NUMBER.sub("", purpose)
    return (known.purpose, purpose) if differs else None


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"
