"""Conversations on disk, so that no answer is bought twice.

Each answer is written whole before anything acts on it, and what came of acting on it after that. A
conversation that is opened again is given its answers and replies until they end; whatever is
missing, damaged or an answer to another request is bought.
"""

import time
from dataclasses import dataclass, field
from typing import Protocol

from luminos_core.records.base import Record
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder

# Seconds. What nobody went back to in a month has changed since, or its audit was given up.
_KEPT = 30 * 86_400.0


class Transcript(Protocol):
    """One conversation. Answers are numbered from 1; two calls of one turn have two numbers."""

    def opening(self, opening: ConversationStart) -> ConversationStart:
        """The opening that is on disk, else this one, which then is."""
        ...

    def said(self, number: int, request: str) -> ResponseRecord | None:
        """The answer of this number, if it answers the request of that digest."""
        ...

    def told(self, number: int) -> TurnRecord | None: ...

    def keep_said(self, number: int, said: ResponseRecord) -> None: ...

    def keep_told(self, number: int, told: TurnRecord) -> None: ...


class Transcripts(Protocol):
    def open(self, conversation: str) -> Transcript:
        """The transcript of that name: lower-case letters, digits and dashes."""
        ...

    def forget(self, conversation: str) -> None:
        """Its result is stored, or going on would only end as it did."""
        ...

    def forget_all(self) -> None:
        """Every one that this run opened, and those that nobody went back to."""
        ...


class NoTranscripts:
    """For a model that costs nothing: asking again is cheaper than writing."""

    def open(self, conversation: str) -> Transcript:
        return _Unwritten()

    def forget(self, conversation: str) -> None:
        """There is none."""

    def forget_all(self) -> None:
        """There is none."""


@dataclass(frozen=True)
class StoredTranscripts:
    """`run_id` is of the run that opens them. A fresh run goes on with none but its own."""

    store: Store
    run_id: str
    fresh: bool
    _opened: set[str] = field(default_factory=set)

    def open(self, conversation: str) -> Transcript:
        self._opened.add(conversation)
        transcript = _Written(self.store.transcript(conversation), conversation)
        begun = transcript.begun()
        if self.fresh and begun is not None and begun.run_id != self.run_id:
            self.forget(conversation)
            return _Written(self.store.transcript(conversation), conversation)
        return transcript

    def forget(self, conversation: str) -> None:
        self._opened.discard(conversation)
        self.store.remove_transcript(conversation)

    def forget_all(self) -> None:
        for conversation in tuple(self._opened):
            self.forget(conversation)
        for conversation in self.store.transcripts_before(time.time() - _KEPT):
            self.store.remove_transcript(conversation)


class _Unwritten:
    def opening(self, opening: ConversationStart) -> ConversationStart:
        return opening

    def said(self, number: int, request: str) -> ResponseRecord | None:
        return None

    def told(self, number: int) -> TurnRecord | None:
        return None

    def keep_said(self, number: int, said: ResponseRecord) -> None:
        """Nothing is kept."""

    def keep_told(self, number: int, told: TurnRecord) -> None:
        """Nothing is kept."""


class _Written:
    def __init__(self, folder: SignedFolder, conversation: str) -> None:
        self._folder = folder
        self._conversation = conversation  # in each name, which the signature covers

    def begun(self) -> ConversationStart | None:
        return self._folder.load_record(self._name("opening"), ConversationStart)

    def opening(self, opening: ConversationStart) -> ConversationStart:
        begun = self.begun()
        if begun is None:
            self._write("opening", opening)
        return begun or opening

    def said(self, number: int, request: str) -> ResponseRecord | None:
        said = self._folder.load_record(self._name(f"{number}-said"), ResponseRecord)
        return said if said is not None and said.request == request else None

    def told(self, number: int) -> TurnRecord | None:
        return self._folder.load_record(self._name(f"{number}-told"), TurnRecord)

    def keep_said(self, number: int, said: ResponseRecord) -> None:
        self._folder.remove(self._name(f"{number}-told"))  # of another answer, if it is there
        self._write(f"{number}-said", said)

    def keep_told(self, number: int, told: TurnRecord) -> None:
        self._write(f"{number}-told", told)

    def _write(self, name: str, record: Record) -> None:
        self._folder.write(self._name(name), record.model_dump_json().encode())

    def _name(self, part: str) -> str:
        return f"{self._conversation}-{part}"
