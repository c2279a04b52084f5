"""Events in one line each, in the words of every log. They quote no file and no model."""

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


def ended(event: DirectoryEnded, at: DirectoryProgress | None) -> str:
    """`at`: as it was at work, if this run has worked on it. A stored result took no turn of it."""
    said = f"{one_line(event.directory)}: {event.state}"
    if event.state is not DirectoryState.CACHED:
        said += f" after {formats.pluralize(event.turns_used, 'turn')}"
    if at is not None and (bought := spent(at.spent)):
        said += f", {bought}"
    return said


def spent(so_far: Spent) -> str:
    """ "12,345 tokens, $0.12"; "" when nothing was bought."""
    if not so_far.tokens:
        return ""
    told = (formats.pluralize(so_far.tokens, "token"), formats.cost(so_far.usd))
    return ", ".join(filter(None, told))


def done(progress: RunProgress) -> str:
    """ "3 of 34"."""
    return f"{progress.done} of {progress.total}" if progress.total else str(progress.done)
