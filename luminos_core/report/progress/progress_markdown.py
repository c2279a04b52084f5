"""How far a run is, for the page of a server that shows it."""

from collections.abc import Mapping

from luminos_core.report.markdown_escape import code, inline
from luminos_core.report.progress import event_text
from luminos_core.report.progress.directory_progress import DirectoryProgress
from luminos_core.report.progress.run_progress import RunProgress

_AT_WORK = 16  # directories named


def percent_done(progress: RunProgress) -> float:
    """Of the directories to investigate, in percent."""
    return 100.0 * min(1.0, progress.done / progress.total) if progress.total else 0.0


def progress_markdown(progress: RunProgress, decisions: Mapping[str, str], now: float) -> str:
    """What goes on, what it has cost, and who is at work, in Markdown. `decisions`: what each
    directory did last, in words without a file's text; `now` is the tracker's, in seconds."""
    done = f"{event_text.done(progress)} directories" if progress.total else ""
    so_far = ", ".join(filter(None, (done, event_text.spent(progress.spent))))
    head = f"**{inline(progress.text or 'starting')}**" + (f": {so_far}" if so_far else "")
    waits = {path: f"waiting: {wait.reason}" for path, wait in progress.waits_at(now).items()}
    doing = {**decisions, **waits}
    at_work = list(progress.running.values())
    rows = [f"- {_at_work(at, doing.get(at.directory, ''))}" for at in at_work[:_AT_WORK]]
    if len(at_work) > _AT_WORK:
        rows.append(f"- and {len(at_work) - _AT_WORK} more")
    return "\n".join((head, "", *rows)).strip()


def _at_work(at: DirectoryProgress, doing: str) -> str:
    told = (f"turn {at.turn} of {at.turns}", event_text.spent(at.spent), inline(doing))
    return f"{code(at.directory)}: {', '.join(filter(None, told))}"
