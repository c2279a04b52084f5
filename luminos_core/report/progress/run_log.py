"""The events of a run as lines for a log outside of this machine.

They hold nothing of a file's text, whatever a model quotes: only names that are in the tree,
numbers, and texts of the program.
"""

from collections.abc import Collection, Iterable, Iterator

from pydantic import JsonValue

from luminos_core.errors import ToolError
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentMessage,
    DirectoryEnded,
    Event,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
    TurnStarted,
    Waiting,
)
from luminos_core.records.flag import Flag
from luminos_core.report.progress.event_text import done, event_text
from luminos_core.report.progress.progress_markdown import progress_markdown
from luminos_core.report.progress.run_progress import ProgressTracker, RunProgress
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_CALLS = 4  # named for each turn; a model may make a thousand
_GENERAL = "general"  # the path of a flag that is about no single file


class RunLog:
    """For one thread. `tools`: the names that may appear in the log."""

    def __init__(self, files: SandboxedDir, tools: Collection[str]) -> None:
        self._files = files
        self._tools = frozenset(tools)
        self._tracker = ProgressTracker()
        self._turns: dict[str, tuple[int, list[str]]] = {}  # by directory: its turn's calls
        self._last_calls: dict[str, str] = {}  # by directory

    @property
    def progress(self) -> RunProgress:
        return self._tracker.progress

    def markdown(self) -> str:
        """The progress as Markdown."""
        return progress_markdown(self.progress, self._last_calls, self._tracker.now())

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines for the events since the last call: one for each turn, and one for all cached
        directories."""
        cached = 0
        for event in events:
            match event:
                case ToolCalled() | AgentMessage():
                    self._add_to_turn(event)
                case DirectoryEnded(state=DirectoryState.CACHED):
                    cached += 1
                case TurnStarted() | Waiting() | DirectoryEnded():
                    yield from self._turn(event.directory)
                case PhaseStarted():
                    yield from self._all_turns()
            before = self.progress
            self._tracker.update(event)
            yield from self._line(event, before)
        yield from self._all_turns()
        if cached:
            count = formats.pluralize(cached, "directory")
            yield f"{count} taken from the store ({done(self.progress)})"

    def _add_to_turn(self, event: ToolCalled | AgentMessage) -> None:
        _, calls = self._turns.setdefault(event.directory, (event.turn, []))
        if isinstance(event, ToolCalled):
            calls.append(self._call(event))
            self._last_calls[event.directory] = calls[-1]

    def _all_turns(self) -> Iterator[str]:
        for path in list(self._turns):
            yield from self._turn(path)

    def _turn(self, path: str) -> Iterator[str]:
        if path not in self._turns:
            return
        turn, calls = self._turns.pop(path)
        directory = self.progress.running.get(path)
        of = f" of {directory.turns}" if directory else ""
        named = ", ".join(calls[:_CALLS]) or "no tool call"
        more = f" and {len(calls) - _CALLS} more" if len(calls) > _CALLS else ""
        yield f"{one_line(path)}: turn {turn}{of}: {named}{more}"

    def _line(self, event: Event, before: RunProgress) -> Iterator[str]:
        match event:
            case FlagRaised(flag=flag):
                yield f"{flag.label} flag, {flag.rule}: {self._location(flag)}"
            case TurnStarted():
                directory = before.running.get(event.directory)
                if directory and event.turns > directory.turns:
                    yield f"{one_line(event.directory)}: extended to {event.turns} turns"
            case DirectoryEnded(state=DirectoryState.CACHED):
                return
            case DirectoryEnded():
                yield f"{event_text(event, before)} ({done(self.progress)})"
            case _ if (text := event_text(event, before)) is not None:
                yield text

    def _call(self, event: ToolCalled) -> str:
        if event.tool not in self._tools:
            return "an unknown tool"
        names = (text for text in _texts(event.args) if self._is_in_tree(text))
        return f"{event.tool} {one_line(next(names, ''))}".strip()

    def _location(self, flag: Flag) -> str:
        known = flag.path == _GENERAL or self._is_in_tree(flag.path)
        return one_line(flag.location) if known else "an unknown path"

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
