"""What a run does, as lines for a log that others keep.

They hold nothing of a file's text, whatever a model quotes: only names that are in the tree,
numbers, and words of our own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from pydantic import JsonValue

from luminos_core.errors import ToolError
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentSaid,
    DirectoryEnded,
    DirectoryStarted,
    Estimated,
    Event,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
    TurnStarted,
    Waiting,
)
from luminos_core.records.flag import Flag
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress import event_text
from luminos_core.report.progress.directory_progress import DirectoryProgress
from luminos_core.report.progress.progress_markdown import progress_markdown
from luminos_core.report.progress.run_progress import ProgressTracker, RunProgress
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_CALLS = 4  # of one turn that are named; a model may make a thousand
_GENERAL = "general"  # the path of a flag that is about no file


class RunLog:
    """Belongs to one thread. `tools`: the names that a call may have been given."""

    def __init__(self, files: SandboxedDir, tools: Collection[str]) -> None:
        self._files = files
        self._tools = frozenset(tools)
        self._tracker = ProgressTracker()
        self._turns: dict[str, tuple[int, list[str]]] = {}  # by directory: its turn's calls
        self._decisions: dict[str, str] = {}  # by directory: its last call

    @property
    def progress(self) -> RunProgress:
        return self._tracker.progress

    def markdown(self) -> str:
        """Where the run is now, in Markdown."""
        return progress_markdown(self.progress, self._decisions, self._tracker.now())

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines for what has happened since the last ones: one for each turn, and one for all
        directories that were taken from the store."""
        stored = 0
        for event in events:
            match event:
                case ToolCalled() | AgentSaid():
                    self._note(event)
                case DirectoryEnded(state=DirectoryState.CACHED):
                    stored += 1
                case TurnStarted() | Waiting() | DirectoryEnded():
                    yield from self._turn_of(event.directory)
                case PhaseStarted():
                    yield from self._turns_under_way()
            at_work = self.progress.running
            self._tracker.update(event)
            yield from self._line(event, at_work)
        yield from self._turns_under_way()
        if stored:
            found = formats.pluralize(stored, "directory", "directories")
            yield f"{found} taken from the store ({event_text.done(self.progress)})"

    def _note(self, event: ToolCalled | AgentSaid) -> None:
        """A part of the turn that its directory is at."""
        _, calls = self._turns.setdefault(event.directory, (event.turn, []))
        if isinstance(event, ToolCalled):
            calls.append(self._call(event))
            self._decisions[event.directory] = calls[-1]

    def _turns_under_way(self) -> Iterator[str]:
        for directory in list(self._turns):
            yield from self._turn_of(directory)

    def _turn_of(self, directory: str) -> Iterator[str]:
        if directory not in self._turns:
            return
        turn, calls = self._turns.pop(directory)
        at = self.progress.running.get(directory)
        of = f" of {at.turns}" if at else ""
        named = ", ".join(calls[:_CALLS]) or "words only"
        more = f" and {len(calls) - _CALLS} more" if len(calls) > _CALLS else ""
        yield f"{one_line(directory)}: turn {turn}{of}: {named}{more}"

    def _line(self, event: Event, at_work: Mapping[str, DirectoryProgress]) -> Iterator[str]:
        match event:
            case PhaseStarted():
                yield one_line(event.text)
            case Estimated():
                yield f"estimate: {estimate_line(event.estimate)}"
            case DirectoryStarted():
                yield event_text.started(event)
            case Waiting():
                yield event_text.waiting(event)
            case TurnStarted() if (at := at_work.get(event.directory)) and event.turns > at.turns:
                yield f"{one_line(event.directory)}: goes on, with {event.turns} turns in all"
            case FlagRaised():
                flag = event.flag
                yield f"{flag.severity} flag, {flag.rule}: {self._location(flag)}"
            case DirectoryEnded() if event.state is not DirectoryState.CACHED:
                ended = event_text.ended(event, at_work.get(event.directory))
                yield f"{ended} ({event_text.done(self.progress)})"

    def _call(self, event: ToolCalled) -> str:
        if event.tool not in self._tools:
            return "a tool that there is not"
        names = (text for text in _texts(event.args) if self._is_in_tree(text))
        return f"{event.tool} {one_line(next(names, ''))}".strip()

    def _location(self, flag: Flag) -> str:
        known = flag.path == _GENERAL or self._is_in_tree(flag.path)
        return one_line(flag.location) if known else "a path that there is not"

    def _is_in_tree(self, path: str) -> bool:
        try:
            self._files.lstat(path)
        except (ToolError, OSError):
            return False
        return True


def _texts(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _texts(item)
        case dict():
            for item in value.values():
                yield from _texts(item)
