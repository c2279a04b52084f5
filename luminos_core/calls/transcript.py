"""Conversations on disk, so that no response is bought twice.

Each is a file of signed lines: its start, and each response before anything acts on it, and the
result of acting on it after that. A conversation that is opened again replays its responses and
replies; what is missing, damaged or a response to another request is bought.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.errors import StoreError, StoreFailed
from luminos_core.records.base import Record
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder
from luminos_core.store.signed_lines import SignedLines

_MOST_AGE = 30 * 86_400.0  # seconds; after a month without a write a conversation is deleted

_RESPONSE, _TURN = "response", "turn"

_R = TypeVar("_R", bound=Record)


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
        self._lines(conversation).remove()

    def delete_all(self) -> None:
        """Every one that this run opened, and those of any target that are too old."""
        for conversation in tuple(self._opened):
            self.delete(conversation)
        self.store.remove_transcripts_before(time.time() - _MOST_AGE, own=self.target)

    def _transcript(self, conversation: str) -> "Transcript":
        return Transcript(self._lines(conversation))

    def _lines(self, conversation: str) -> SignedLines:
        return self._folder.lines(f"{conversation}-lines")

    @cached_property
    def _folder(self) -> SignedFolder:
        return self.store.transcripts(self.target)


@contextmanager
def storing(rate_limiter: RateLimiter) -> Iterator[None]:
    """What was bought is used though it cannot be kept, and no more is bought."""
    try:
        yield
    except StoreError as error:
        rate_limiter.close(StoreFailed(str(error)))


class Transcript:
    """One conversation. Responses are numbered from 1; a turn may have two."""

    def __init__(self, lines: SignedLines) -> None:
        self._lines = lines
        self._stored: dict[str, bytes] = {}  # JSON by name; the latest line of a name counts
        for line in lines.read():
            name, _, content = line.partition(b" ")
            self._store(name.decode(), content)

    def stored_start(self) -> ConversationStart | None:
        return self._load("start", ConversationStart)

    def start(self, start: ConversationStart) -> ConversationStart:
        """The stored start; `start`, which is then stored, when there is none."""
        stored = self.stored_start()
        if stored is None:
            self._append("start", start)
        return stored or start

    def response(self, number: int, request_digest: str) -> ResponseRecord | None:
        """The stored response of this number, if it is to the same request."""
        stored = self._load(f"{number}-{_RESPONSE}", ResponseRecord)
        return stored if stored and stored.request_digest == request_digest else None

    def turn(self, number: int) -> TurnRecord | None:
        return self._load(f"{number}-{_TURN}", TurnRecord)

    def store_response(self, number: int, record: ResponseRecord) -> None:
        """It was paid for, and survives a loss of power, too."""
        self._append(f"{number}-{_RESPONSE}", record, synced=True)

    def store_turn(self, number: int, record: TurnRecord) -> None:
        self._append(f"{number}-{_TURN}", record)

    def _append(self, name: str, record: Record, *, synced: bool = False) -> None:
        content = record.model_dump_json().encode()
        self._lines.append(name.encode() + b" " + content, synced=synced)
        self._store(name, content)

    def _store(self, name: str, content: bytes) -> None:
        self._stored[name] = content
        number, _, part = name.partition("-")
        if part == _RESPONSE:
            self._stored.pop(f"{number}-{_TURN}", None)  # of another response, if there is one

    def _load(self, name: str, kind: type[_R]) -> _R | None:
        """None when it is missing, or when a version with other fields wrote it."""
        try:
            return kind.model_validate_json(self._stored[name])
        except (KeyError, ValueError):  # pydantic's ValidationError is a ValueError
            return None
