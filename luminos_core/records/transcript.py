"""A conversation on disk: enough to continue it at its next turn with the same bytes of history."""

from luminos_core.records.base import Record
from luminos_core.records.conversation import ModelResponse, UserMessage
from luminos_core.records.directory import DirectoryEntry, FileEntry
from luminos_core.records.flag import Flag
from luminos_core.records.question import Answer


class Notes(Record):
    """What an agent has written so far."""

    files: tuple[FileEntry, ...] = ()
    entry: DirectoryEntry | None = None
    flags: tuple[Flag, ...] = ()
    answers: tuple[Answer, ...] = ()
    reads: int = 0
    rejected: tuple[tuple[str, str], ...] = ()  # flags sent back once


class ConversationStart(Record):
    """What stays the same when the conversation is continued."""

    run_id: str
    first_message: str
    turns: int
    max_tokens: int  # of one response
    notes: Notes = Notes()  # from earlier runs


class ResponseRecord(Record):
    """A response, stored before anything acts on it."""

    request_digest: str
    response: ModelResponse


class TurnRecord(Record):
    """The result of acting on a response."""

    reply: UserMessage | None  # None: the history is sent back unchanged
    notes: Notes
    borrowed: int = 0  # turns added to the conversation
    orphaned: bool = False  # a tool call was lost in an interruption, and with it the turn
