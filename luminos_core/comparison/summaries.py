"""Directories whose summaries mean something else than before."""

from collections.abc import Iterator

import re2

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.history import Base, KnownDirectory
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome

_WORD = re2.compile(r"\pL{4,}")
_FEW = 6  # words, of which too little can be said
_ALIKE = 0.35  # share of words; a model says the same thing in other words each time
_ALIKE_OFFLINE = 0.5  # of one sentence, which is the target's own
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
    texts = known.summary, now.summary
    is_short = min(len(_words(text)) for text in texts) < _FEW
    return None if is_short or _alike(*texts) >= _ALIKE else texts


def _offline(
    known: KnownDirectory, now: DirectoryOutcome, run: AuditedRun
) -> tuple[str, str] | None:
    """Not what only one of the runs could see, nor the same in other words."""
    purpose = run.purposes.get(now.path, "")
    if not (known.purpose and purpose):
        return None
    return (known.purpose, purpose) if _alike(known.purpose, purpose) < _ALIKE_OFFLINE else None


def _alike(text: str, other: str) -> float:
    """The share of the shorter one's words that both have."""
    words, others = _words(text), _words(other)
    return len(words & others) / max(min(len(words), len(others)), 1)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"
