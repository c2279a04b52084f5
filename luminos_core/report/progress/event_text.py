"""Events as one line of text, the same in every log. They quote no file and no model."""

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import DirectoryEnded, DirectoryStarted, Waiting
from luminos_core.report.progress.directory_progress import DirectoryProgress, Spent
from luminos_core.report.progress.run_progress import RunProgress
from luminos_core.text import formats
from luminos_core.text.escape import one_line


def started(event: DirectoryStarted) -> str:
    change = f" ({one_line(event.change)})" if event.change else ""
    turns = formats.pluralize(event.turns, "turn")
    return f"{one_line(event.directory)}: started, at most {turns}{change}"


def waiting(event: Waiting) -> str:
    length = formats.duration(event.seconds)
    return f"{one_line(event.directory)}: waiting {length} for the server: {event.reason}"


def ended(event: DirectoryEnded, directory: DirectoryProgress | None) -> str:
    """`directory`: its progress, None when this run did not investigate it."""
    text = f"{one_line(event.directory)}: {event.state}"
    if event.state is not DirectoryState.CACHED:
        text += f" after {formats.pluralize(event.turns_used, 'turn')}"
    if directory is not None and (cost := spent(directory.spent)):
        text += f", {cost}"
    return text


def spent(so_far: Spent) -> str:
    """ "12,345 tokens, $0.12"; "" when nothing was bought."""
    if not so_far.tokens:
        return ""
    parts = (formats.pluralize(so_far.tokens, "token"), formats.cost(so_far.usd))
    return ", ".join(filter(None, parts))


def done(progress: RunProgress) -> str:
    """ "3 of 34"."""
    return f"{progress.done} of {progress.total}" if progress.total else str(progress.done)
