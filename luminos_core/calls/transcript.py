"""Conversations on disk, so that no response is bought twice.

Each response is stored whole before anything acts on it, and the result of acting on it after that.
A conversation that is opened again replays its responses and replies; what is missing, damaged or a
response to another request is bought.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path

from luminos_core.records.base import Record
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder

_MOST_AGE = 30 * 86_400.0  # seconds; after a month without a write a conversation is deleted


@dataclass(frozen=True)
class Transcripts:
    """Of one target: of another with the same content, another run may be writing the same ones.

    `run_id` is of the run that opens them. A fresh run continues none but its own, and those of the
    runs that it `continues`.
    """

    store: Store
    target: Path
    run_id: str
    fresh: bool
    continues: tuple[str, ...] = ()
    _opened: set[str] = field(default_factory=set)

    def open(self, conversation: str) -> "Transcript":
        """The transcript of that name: lower-case letters, digits and dashes."""
        self._opened.add(conversation)
        transcript = self._transcript(conversation)
        start = transcript.stored_start()
        own = (self.run_id, *self.continues)
        if self.fresh and start is not None and start.run_id not in own:
            self.delete(conversation)
            return self._transcript(conversation)
        return transcript

    def delete(self, conversation: str) -> None:
        """For a conversation whose result is stored, or that would only end again as it did."""
        self._opened.discard(conversation)
        self.store.remove_transcript(self.target, conversation)

    def delete_all(self) -> None:
        """Every one that this run opened, and those of any target that are too old."""
        for conversation in tuple(self._opened):
            self.delete(conversation)
        self.store.remove_transcripts_before(time.time() - _MOST_AGE, own=self.target)

    def _transcript(self, conversation: str) -> "Transcript":
        return Transcript(self.store.transcript(self.target, conversation), conversation)


class Transcript:
    """One conversation. Responses are numbered from 1; a turn may have two."""

    def __init__(self, folder: SignedFolder, conversation: str) -> None:
        self._folder = folder
        self._conversation = conversation  # in each name, which the signature covers

    def stored_start(self) -> ConversationStart | None:
        return self._folder.load_record(self._name("start"), ConversationStart)

    def start(self, start: ConversationStart) -> ConversationStart:
        """The stored start; `start`, which is then stored, when there is none."""
        stored = self.stored_start()
        if stored is None:
            self._write("start", start)
        return stored or start

    def response(self, number: int, request_digest: str) -> ResponseRecord | None:
        """The stored response of this number, if it is to the same request."""
        stored = self._folder.load_record(self._name(f"{number}-response"), ResponseRecord)
        return stored if stored and stored.request_digest == request_digest else None

    def turn(self, number: int) -> TurnRecord | None:
        return self._folder.load_record(self._name(f"{number}-turn"), TurnRecord)

    def store_response(self, number: int, record: ResponseRecord) -> None:
        self._folder.remove(self._name(f"{number}-turn"))  # of another response, if there is one
        self._write(f"{number}-response", record)

    def store_turn(self, number: int, record: TurnRecord) -> None:
        self._write(f"{number}-turn", record)

    def _write(self, name: str, record: Record) -> None:
        self._folder.write(self._name(name), record.model_dump_json().encode())

    def _name(self, part: str) -> str:
        return f"{self._conversation}-{part}"
