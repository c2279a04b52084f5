"""What memory did for a run, in a sentence: the same in every rendering."""

from luminos_core.records.memory_use import MemoryUse
from luminos_core.records.report import AuditReport
from luminos_core.text import formats


def memory_line(report: AuditReport) -> str:
    """ "other turns for 37 directories: 71 saved, 98 fewer left over; 9.1k tokens told, for turns
    worth 780k; in 10 runs 95k, for 4.1M"; "" when it did nothing."""
    use = report.memory_use
    if use is None:
        return ""
    down = f"turned down: {use.turned_down}" if use.turned_down else ""
    return "; ".join(filter(None, (_turns(use), down or _told(use))))


def _turns(use: MemoryUse) -> str:
    if not use.adjusted:
        return ""
    saved = (
        f"{use.turns_saved:,} saved" if use.turns_saved >= 0 else f"{-use.turns_saved:,} lacking"
    )
    freed = f"{abs(use.turns_freed):,} {'fewer' if use.turns_freed >= 0 else 'more'} left over"
    count = formats.pluralize(len(use.adjusted), "directory")
    return f"other turns for {count}: {saved}, {freed}"


def _told(use: MemoryUse) -> str:
    if not use.told_in_runs:
        return ""
    noun = "token" if use.tokens_told == 1 else "tokens"
    now = f"{_tokens(use.tokens_told)} {noun} told, for turns worth {_tokens(use.tokens_worth)}"
    if use.runs < 2:
        return now
    before = f"{_tokens(use.told_in_runs)}, for {_tokens(use.worth_in_runs)}"
    return f"{now}; in {use.runs} runs {before}"


def _tokens(number: int) -> str:
    return formats.tokens(max(number, 0))
