"""A conversation on disk: enough to go on at its next turn with the same bytes of history."""

from luminos_core.records.base import Record
from luminos_core.records.conversation import ModelResponse, UserMessage
from luminos_core.records.directory import DirectoryEntry, FileEntry
from luminos_core.records.flag import Flag


class Notes(Record):
    """What had been written by some moment."""

    files: tuple[FileEntry, ...] = ()
    entry: DirectoryEntry | None = None
    flags: tuple[Flag, ...] = ()
    rejected: tuple[tuple[str, str], ...] = ()  # flags sent back once


class ConversationStart(Record):
    """How it began: what must stay as it was when it goes on."""

    run_id: str
    task: str  # the first message
    turns: int
    max_tokens: int  # of one answer
    notes: Notes = Notes()  # what was known before


class ResponseRecord(Record):
    """An answer, kept before anything acts on it."""

    request: str  # digest of what it answers
    turn: ModelResponse


class TurnRecord(Record):
    """What came of acting on an answer."""

    reply: UserMessage | None  # None: the history goes back as it is
    notes: Notes
    lent: int = 0  # turns that the loop was granted on top
    orphaned: bool = False  # a call was lost in an interruption, and with it the turn
