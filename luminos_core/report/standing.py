"""How far a run is, for the page of a server that shows it."""

from luminos_core.report import event_words
from luminos_core.report.markup import code, inline
from luminos_core.report.running import Running
from luminos_core.report.scoreboard import Score

_AT_WORK = 16  # directories named


def share_done(score: Score) -> float:
    """Of the directories to investigate, in percent."""
    return 100.0 * min(1.0, score.done / score.total) if score.total else 0.0


def standing(score: Score) -> str:
    """What goes on, what it has cost, and who is at work, in Markdown. No text of a file."""
    done = f"{event_words.done(score)} directories" if score.total else ""
    so_far = ", ".join(filter(None, (done, event_words.spent(score.spent))))
    head = f"**{inline(score.text or 'starting')}**" + (f": {so_far}" if so_far else "")
    at_work = list(score.running.values())
    rows = [f"- {_at_work(at)}" for at in at_work[:_AT_WORK]]
    if len(at_work) > _AT_WORK:
        rows.append(f"- and {len(at_work) - _AT_WORK} more")
    return "\n".join((head, "", *rows)).strip()


def _at_work(at: Running) -> str:
    told = [f"turn {at.turn} of {at.turns}"]
    if spent := event_words.spent(at.spent):
        told.append(spent)
    return f"{code(at.directory)}: {', '.join(told)}"
