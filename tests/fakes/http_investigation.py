"""One directory investigated over real HTTP: the fake server, the adapter, the client, the loop."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from pydantic import SecretStr

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.calls.transcript import Transcripts
from luminos_core.errors import LuminosError
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryKey, DirectoryReport, DirectoryWork
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.store.layout import Store
from tests.fakes.agent_bench import run_pass, set_up
from tests.fakes.messages_request import Received
from tests.fakes.messages_server import Answer, Failure, MessagesServer, Script, in_order

MODEL = "claude-sonnet-5-5"
_QUICK = RetryPolicy(attempts=3, first_delay=0.001, longest_delay=0.002)  # seconds
_LONGEST_OUTAGE = 0.2  # seconds
_FILES = (("a.py", 41), ("b.py", 6))  # names and bytes of the bench's `src`


@dataclass(frozen=True)
class Line:
    """What one attempt costs, by the ledger or by the server's count."""

    model: str
    context: tuple[int, int, int]  # tokens: neither, read from the cache, written to it
    output: int


@dataclass(frozen=True)
class Investigated:
    """The result of an investigation, and the requests that the server received."""

    report: DirectoryReport | None  # None when it `raised`
    raised: LuminosError | None
    requests: Sequence[Received]
    refused: Sequence[str]  # why the server refused a request
    ledger: tuple[LedgerLine, ...]
    counted: tuple[Line, ...]  # by the server, for the attempts that it began to answer

    @property
    def calls(self) -> int:
        return len(self.requests)

    @property
    def answered(self) -> list[bool]:
        """Whether each attempt in the ledger was answered."""
        return [line.answered for line in self.ledger]

    @property
    def billed(self) -> tuple[Line, ...]:
        """The ledger. Of a broken response only the output tokens that the server sent before are
        known: for these the server's count is used."""
        return tuple(
            Line(
                line.model,
                (line.input, line.cache_read, line.cache_write),
                line.output
                if line.answered or not 1 <= line.output <= count.output
                else count.output,
            )
            for line, count in zip(self.ledger, self.counted, strict=True)
        )


class HttpBench:
    """One server, and one adapter for each set of limits: to make a client takes longer than the
    investigation. For one investigation at a time."""

    def __init__(self) -> None:
        self._server = MessagesServer(self._answer)
        self._models: dict[tuple[Any, ...], AnthropicModel] = {}
        self._script: Script = in_order()
        self._before = 0  # requests of earlier investigations
        self._failure: Exception | None = None  # of the script

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        self._server.__exit__(*about)

    def investigate(
        self,
        root: Path,
        *answers: Answer | Script,
        turns: int = 4,
        last_attempt: bool = True,
        files: Mapping[str, str] | None = None,
        more_files: int = 0,
        cap: float | None = None,
        base_url: str | None = None,
        largest: int = 32 << 20,
        limits: Mapping[str, float] | None = None,
        **context: Any,
    ) -> Investigated:
        """A directory with two small files, and `more_files` of six bytes. `answers`: in order, or
        one script. `files`: more of them, that the scan has not seen. `cap`: in US dollars.
        `largest`: bytes of a request that the server takes. `limits`: the adapter's, in seconds.
        `context`: fields of the agent's context."""
        bench = set_up(root / "target", [])
        for name, content in (files or {}).items():
            (bench.root / "src" / name).write_text(content)
        model = self._model(base_url or self._server.base_url, limits or {})
        budget = Budget(cap)
        given = {
            "client": _client(bench.context.client, model, budget),
            "model_id": MODEL,
            "transcripts": Transcripts(Store(root / "store"), root, "run-1", fresh=False),
        }
        more = [f"m{number:03}.py" for number in range(more_files)]
        for name in more:
            (bench.root / "src" / name).write_text("X = 1\n")
        work, agent = _work(bench.root, turns, more), replace(bench.context, **{**given, **context})
        self._start(answers, largest)
        report, raised = None, None
        try:
            report = run_pass(DIRECTORY, work, agent, last_attempt=last_attempt)
        except LuminosError as error:
            raised = error
        return self._result(report, raised, budget)

    def _model(self, base_url: str, limits: Mapping[str, float]) -> AnthropicModel:
        mark = (base_url, *sorted(limits.items()))
        if mark not in self._models:
            self._models[mark] = AnthropicModel(SecretStr("sk-test"), base_url, **limits)
        return self._models[mark]

    def _start(self, answers: Sequence[Answer | Script], largest: int) -> None:
        script = answers[0] if answers and callable(answers[0]) else in_order(*answers)  # type: ignore[arg-type]
        self._script = script
        self._server.largest = largest
        self._before = len(self._server.requests)
        self._server.refused.clear()
        self._server.usages.clear()

    def _answer(self, received: Received) -> Answer:
        """By this investigation's script; its failure is the investigation's."""
        try:
            return self._script(replace(received, number=received.number - self._before))
        except Exception as error:  # noqa: BLE001 - raised again in the test that wrote the script
            self._failure = self._failure or error
            return Failure(400, "invalid_request_error", "the test's script failed")

    def _result(
        self, report: DirectoryReport | None, raised: LuminosError | None, budget: Budget
    ) -> Investigated:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        return Investigated(
            report=report,
            raised=raised,
            requests=tuple(self._server.requests[self._before :]),
            refused=list(self._server.refused),
            ledger=budget.lines,
            counted=tuple(map(_counted, self._server.usages)),
        )


def _client(like: ModelClient, model: AnthropicModel, budget: Budget) -> ModelClient:
    return replace(
        like,
        model=model,
        budget=budget,
        rate_limiter=RateLimiter(8, longest_outage=_LONGEST_OUTAGE),
        prices=PriceBook(),
        policy=_QUICK,
    )


def _work(root: Path, turns: int, more: Sequence[str]) -> DirectoryWork:
    return DirectoryWork(
        target=str(root),
        target_name="target",
        directory=DirectoryRecord(
            path="src",
            files=tuple(
                FileRecord(path=f"src/{name}", size=size, mtime_ns=1, mime="text/x-python")
                for name, size in (*_FILES, *((name, 6) for name in more))
            ),
        ),
        assignment=Assignment(path="src", tier=Tier.DEFAULT, turns=turns, band=0),
        children=(),
        flags=(),
        survey=None,
        notes="",
        key=DirectoryKey(
            path="src", files=(), children=(), prompt="", tools="", model="", schema_version=1
        ),
        change="new",
    )


def _counted(usage: Mapping[str, Any]) -> Line:
    read, written = usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]
    return Line(usage["model"], (usage["input_tokens"], read, written), usage["output_tokens"])
