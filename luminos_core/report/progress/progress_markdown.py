"""The progress of a run as Markdown, for the page of a Prefect server."""

from collections.abc import Mapping

from luminos_core.report.markdown_escape import code, inline
from luminos_core.report.progress.event_text import done, silence, spent
from luminos_core.report.progress.run_progress import DirectoryProgress, RunProgress

_LISTED = 16  # directories


def percent_done(progress: RunProgress) -> float:
    """Of the directories to investigate."""
    return 100.0 * min(1.0, progress.done / progress.total) if progress.total else 0.0


def progress_markdown(progress: RunProgress, last_actions: Mapping[str, str], now: float) -> str:
    """The phase, the cost so far, and the running directories. `last_actions` are by directory and
    hold no file's text; `now` is on the tracker's clock, in seconds."""
    ended = f"{done(progress)} directories" if progress.total else ""
    so_far = ", ".join(filter(None, (ended, spent(progress.spent))))
    text = progress.text or "starting"
    if (silent := progress.silence) is not None:
        text = silence(silent.seconds_at(now), silent.longest)
    head = f"**{inline(text)}**" + (f": {so_far}" if so_far else "")
    waits = {path: f"waiting: {wait.reason}" for path, wait in progress.waits_at(now).items()}
    actions = {**last_actions, **waits}
    running = list(progress.running.values())
    rows = [f"- {_row(each, actions.get(each.path, ''))}" for each in running[:_LISTED]]
    if len(running) > _LISTED:
        rows.append(f"- and {len(running) - _LISTED} more")
    return "\n".join((head, "", *rows)).strip()


def _row(directory: DirectoryProgress, action: str) -> str:
    turn = f"turn {directory.turn} of {directory.turns}" if directory.turns else ""
    details = ", ".join(filter(None, (turn, spent(directory.spent), inline(action))))
    return ": ".join(filter(None, (code(directory.path), details)))
