"""A scripted investigation of a tree, directory by directory, and what the server bills for it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from pydantic import SecretStr

from luminos_core.agents.context import AgentContext
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import Usage
from luminos_core.records.directory import (
    ChildSummary,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.records.survey import Survey
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from tests.fakes.memory_store import EmptySummaries, MemoryTranscripts
from tests.fakes.messages_replies import Block, Reply, tool_use
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import MessagesServer
from tests.fakes.whole_reader import texts
from tests.fakes.works import work_on

Answer = Callable[[Received, DirectoryRecord], Reply]

_SETTINGS = Settings(store=Path("unused"))
_SUMMARY = (
    "Holds what the rest of the package calls to check and convert its input: three public "
    "functions, each of which raises ValueError with the offending value, and a cache of patterns."
)
_SURVEY = Survey(
    description="A web framework with an ORM, templates and translations, and its own tests.",
    approach="Follow a request from its handler to the response; first what touches input.",
    domain_notes="Translations are data. Migrations are generated and then edited by hand.",
    confidence=0.9,
)


@dataclass(frozen=True)
class Cost:
    """Of one directory, or of many."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    usd: float = 0.0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.calls + other.calls, self.usage + other.usage, self.usd + other.usd)


class Replay:
    """A server that answers for the directory at hand."""

    def __init__(self, answer: Answer) -> None:
        self._directory = DirectoryRecord(path=".")
        self._server = MessagesServer(lambda request: answer(request, self._directory))
        self._prices = PriceBook()

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._server.__exit__(*problem)

    @property
    def base_url(self) -> str:
        return self._server.base_url

    def costs(
        self,
        root: Path,
        directories: Sequence[DirectoryRecord],
        investigate: Callable[[DirectoryWork], object],
    ) -> Iterator[Cost]:
        """What each of the directories costs."""
        for directory in directories:
            self._directory = directory
            before = len(self._server.usages)
            investigate(_work(root, directory))
            yield self._cost(self._server.usages[before:])

    def _cost(self, bills: Sequence[Block]) -> Cost:
        usages = [_usage(bill) for bill in bills]
        now = datetime.now(UTC)
        prices = [self._prices.usd(_SETTINGS.development_model, usage, now) for usage in usages]
        return Cost(
            calls=len(usages),
            usage=sum(usages, start=Usage()),
            usd=sum(usd for usd in prices if usd is not None),
        )


def entry(directory: DirectoryRecord, place: int) -> Block:
    """The call that describes one of the directory's files."""
    data = {"summary": _SUMMARY, "confidence": 0.9, "completeness": 1.0}
    path = texts(directory)[place].path
    return tool_use("write_cache", {"kind": "file", "path": path, "data": data})


def submission() -> Block:
    return tool_use("submit_report", {"summary": _SUMMARY, "completeness": 1.0, "confidence": 0.9})


def context_of(root: Path, base_url: str) -> AgentContext:
    client = ModelClient(
        model=AnthropicModel(SecretStr("none"), base_url),
        rate_limiter=RateLimiter(1),
        budget=Budget(None),
        prices=PriceBook(),
        observe=lambda event: None,
        now=lambda: datetime.now(UTC),
    )
    return AgentContext(
        client=client,
        transcripts=MemoryTranscripts(),
        summaries=EmptySummaries(),
        run_id="benchmark",
        model_id=_SETTINGS.development_model,
        effort=None,
        fallback_model=None,
        files=ScannedFiles(root),
        observe=lambda event: None,
        stop=StopSignal(),
        context_budget=_SETTINGS.context_budget,
        max_tokens=_SETTINGS.max_tokens,
        now=lambda: datetime.now(UTC),
        preload_tokens=_SETTINGS.preload_tokens,
    )


def _work(root: Path, directory: DirectoryRecord) -> DirectoryWork:
    children = tuple(
        ChildSummary(path=child, state=DirectoryState.INVESTIGATED, summary=_SUMMARY)
        for child in directory.children
    )
    return work_on(root, directory, children=children, survey=_SURVEY)


def _usage(bill: Block) -> Usage:
    return Usage(
        input=bill["input_tokens"],
        output=bill["output_tokens"],
        cache_read=bill["cache_read_input_tokens"],
        cache_write=bill["cache_creation_input_tokens"],
    )
