"""Transcripts and file summaries in memory, for tests that are about neither."""

from dataclasses import dataclass, field

from luminos_core.cache.file_summaries import KnownFile
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.records.transcript import ConversationStart, ResponseRecord, TurnRecord


class MemoryTranscripts:
    """An empty transcript whenever one is opened."""

    def open(self, conversation: str) -> "_MemoryTranscript":
        return _MemoryTranscript()

    def delete(self, conversation: str) -> None:
        pass


@dataclass
class _MemoryTranscript:
    responses: dict[int, ResponseRecord] = field(default_factory=dict)
    turns: dict[int, TurnRecord] = field(default_factory=dict)

    def start(self, start: ConversationStart) -> ConversationStart:
        return start

    def response(self, number: int, request_digest: str) -> ResponseRecord | None:
        stored = self.responses.get(number)
        return stored if stored and stored.request_digest == request_digest else None

    def turn(self, number: int) -> TurnRecord | None:
        return self.turns.get(number)

    def store_response(self, number: int, record: ResponseRecord) -> None:
        self.turns.pop(number, None)
        self.responses[number] = record

    def store_turn(self, number: int, record: TurnRecord) -> None:
        self.turns[number] = record


class EmptySummaries:
    """Of no file."""

    def load(self, file: FileRecord) -> KnownFile | None:
        return None

    def store(self, directory: DirectoryRecord, report: DirectoryReport) -> None:
        pass
