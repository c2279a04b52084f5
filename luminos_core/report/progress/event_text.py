"""Events as one line of text, the same in every log. They quote no file and no model."""

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    DirectoryEnded,
    DirectoryStarted,
    Estimated,
    Event,
    InternalError,
    PathsUnmatched,
    PhaseStarted,
    ServerSilent,
    Waiting,
    Warned,
)
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress.run_progress import RunProgress, Spent
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_NAMED = 10  # paths; report.md has all
_PATH = 200  # characters of one


def event_text(event: Event, before: RunProgress) -> str | None:
    """None for an event that every log describes in its own way, or not at all."""
    match event:
        case PhaseStarted() | Warned():
            return one_line(event.text)
        case ServerSilent():
            return _silence(event, before)
        case Estimated():
            return f"estimate: {estimate_line(event.estimate)}"
        case PathsUnmatched():
            return f"the plan names {_paths(event)} that it cannot place"
        case DirectoryStarted() | Waiting() | InternalError() | DirectoryEnded():
            return f"{one_line(event.directory)}: {_of_directory(event, before)}"
    return None


def unmatched_text(event: PathsUnmatched) -> str:
    """For the person at the terminal, with the words of the model."""
    shown = ", ".join(one_line(path, _PATH) for path in event.paths[:_NAMED])
    more = f" and {len(event.paths) - _NAMED:,} more" if len(event.paths) > _NAMED else ""
    return f"the plan names {_paths(event)} that it cannot place: {shown}{more}"


def _paths(event: PathsUnmatched) -> str:
    return formats.pluralize(len(event.paths), "path")


def _of_directory(
    event: DirectoryStarted | Waiting | InternalError | DirectoryEnded, before: RunProgress
) -> str:
    match event:
        case DirectoryStarted():
            change = f" ({one_line(event.change)})" if event.change else ""
            turns = f", at most {formats.pluralize(event.turns, 'turn')}" if event.turns else ""
            return f"started{turns}{change}"
        case Waiting():
            length = formats.duration(event.seconds)
            return f"waiting {length} for the server: {event.reason}"
        case InternalError():
            return f"a bug in {event.part}: {event.error}"
        case DirectoryEnded():
            return _ended(event, before)


def _silence(event: ServerSilent, before: RunProgress) -> str | None:
    """At the beginning, for each further minute, and at the end."""
    if not event.reason:
        return f"the model's server answers again, after {formats.clock(event.seconds)}"
    if before.silence and event.seconds // 60 == before.silence.seconds // 60:
        return None
    return f"{silence(event.seconds, event.longest)}: {one_line(event.reason)}"


def _ended(event: DirectoryEnded, before: RunProgress) -> str:
    text = f"{event.state}"
    if event.turns_used and event.state is not DirectoryState.CACHED:
        text += f" after {formats.pluralize(event.turns_used, 'turn')}"
    directory = before.running.get(event.directory)
    cost = spent(directory.spent) if directory else ""
    return f"{text}, {cost}" if cost else text


def spent(so_far: Spent) -> str:
    """ "12,345 tokens, $0.12"; "" when nothing was bought."""
    if not so_far.tokens:
        return ""
    parts = (formats.pluralize(so_far.tokens, "token"), formats.cost(so_far.usd))
    return ", ".join(filter(None, parts))


def silence(seconds: float, longest: float) -> str:
    """ "the model's server does not answer; waiting, 2:10 of at most 10 min"."""
    so_far = formats.clock(min(seconds, longest))
    most = formats.duration(longest).removesuffix(" 00 s")
    return f"the model's server does not answer; waiting, {so_far} of at most {most}"


def done(progress: RunProgress) -> str:
    """ "3 of 34"."""
    return f"{progress.done} of {progress.total}" if progress.total else str(progress.done)
