"""How far a run is, for the page of a server that shows it."""

from collections.abc import Mapping

from luminos_core.report import event_words
from luminos_core.report.markup import code, inline
from luminos_core.report.running import Running
from luminos_core.report.scoreboard import Score

_AT_WORK = 16  # directories named


def share_done(score: Score) -> float:
    """Of the directories to investigate, in percent."""
    return 100.0 * min(1.0, score.done / score.total) if score.total else 0.0


def standing(score: Score, decisions: Mapping[str, str], now: float) -> str:
    """What goes on, what it has cost, and who is at work, in Markdown. `decisions`: what each
    directory did last, in words without a file's text; `now` is the scoreboard's, in seconds."""
    done = f"{event_words.done(score)} directories" if score.total else ""
    so_far = ", ".join(filter(None, (done, event_words.spent(score.spent))))
    head = f"**{inline(score.text or 'starting')}**" + (f": {so_far}" if so_far else "")
    waits = {path: f"waiting: {wait.reason}" for path, wait in score.waits_at(now).items()}
    doing = {**decisions, **waits}
    at_work = list(score.running.values())
    rows = [f"- {_at_work(at, doing.get(at.directory, ''))}" for at in at_work[:_AT_WORK]]
    if len(at_work) > _AT_WORK:
        rows.append(f"- and {len(at_work) - _AT_WORK} more")
    return "\n".join((head, "", *rows)).strip()


def _at_work(at: Running, doing: str) -> str:
    told = (f"turn {at.turn} of {at.turns}", event_words.spent(at.spent), inline(doing))
    return f"{code(at.directory)}: {', '.join(filter(None, told))}"
