"""Eight directories at once under a cap, over HTTP: what the server counts never exceeds it."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from luminos_core.agents.context import AgentContext
from luminos_core.agents.outcome import halt_of
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.cache.directory_key import tree_keys
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.conversation import Usage
from luminos_core.records.directory import (
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.records.key_context import KeyContext
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import DirectoryRecord, FileRecord, Snapshot, SurveySignals
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.stop import StopSignal
from tests.fakes.agent_bench import run_pass
from tests.fakes.memory_store import EmptySummaries, MemoryTranscripts
from tests.fakes.messages_server import (
    Answer,
    ErrorEvent,
    MessagesServer,
    Received,
    reply,
    submits_at_once,
    text,
    tool_use,
)

CAP = 1.00  # USD
SLICE = 0.25  # of it, for the synthesis
DIRECTORIES = 60
INVESTIGATOR, WRITER = "claude-sonnet-5-5", "claude-opus-5-5"
BOOK = PriceBook()


def wordy(request: Received) -> Answer:
    """Writes much over some turns, fails at times, and submits in the end."""
    chance = random.Random(f"{request.number}")  # noqa: S311 - a reproducible script
    if request.number % 7 == 3:
        return ErrorEvent()
    most = 4 * request.json["max_tokens"] - 1_000  # characters: no server writes more
    words = ("The parser reads each request. " * chance.randint(50, 600))[: max(most, 0)]
    if "list_cache" in request.tools:
        written = {"brief": "It parses.", "detailed": words}
        return reply(tool_use("submit_report", written))
    if request.turn < 1 + chance.randint(0, 3):
        return reply(text(words), tool_use("list_directory", {"path": "."}))
    return reply(text(words), tool_use("submit_report", {"summary": "A", "completeness": 1.0}))


def tree(root: Path) -> Snapshot:
    """Directories side by side, a file of some thousand bytes in each."""
    directories = []
    for number in range(DIRECTORIES):
        path = f"part{number}/code.py"
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(f"NUMBER = {number}\n" * 200)
        file = FileRecord(path=path, size=3_000, mtime_ns=1, lines=200, language="Python")
        directories.append(DirectoryRecord(path=f"part{number}", files=(file,)))
    paths = tuple(directory.path for directory in directories)
    signals = SurveySignals(
        total_files=DIRECTORIES, extension_histogram=(), file_descriptions=(), filename_samples=()
    )
    return Snapshot(
        target=str(root),
        name="sample",
        scanned_at="2026-11-28T00:00:00+00:00",
        directories=(*directories, DirectoryRecord(path=".", children=paths)),
        signals=signals,
    )


class Run:
    def __init__(self, root: Path, model: Model, cap: float = CAP) -> None:
        self.snapshot = tree(root)
        self.budget = Budget(cap)
        self.budget.set_slice(SYNTHESIS.name, SLICE)
        self._root = root
        self._client = ModelClient(
            model=model,
            rate_limiter=RateLimiter(8),
            budget=self.budget,
            prices=BOOK,
            observe=lambda _: None,
            now=lambda: datetime.now(UTC),
            policy=RetryPolicy(first_delay=0.001, longest_delay=0.002),
        )

    def audit(self) -> AuditReport:
        context = KeyContext(prompt="p", tools="t", model=INVESTIGATOR)
        keys = tree_keys(self.snapshot.directories, (), context)
        works = [self._work(each, keys) for each in self.snapshot.directories[:-1]]
        with ThreadPoolExecutor(8) as pool:
            reports = tuple(pool.map(self._investigated, works))
        return self._report(reports, self._synthesis(reports))

    def _investigated(self, work: DirectoryWork) -> DirectoryReport:
        return run_pass(DIRECTORY, work, self._context(INVESTIGATOR))

    def _synthesis(self, reports: tuple[DirectoryReport, ...]) -> Synthesis:
        briefing = SynthesisBriefing(
            target="sample", survey=None, languages=(), reports=reports, flags=()
        )
        return run_pass(SYNTHESIS, briefing, self._context(WRITER))

    def _report(self, reports: tuple[DirectoryReport, ...], synthesis: Synthesis) -> AuditReport:
        return assemble(
            RunFacts(
                run_id="run-1",
                request=AuditRequest(target=str(self._root), max_usd=CAP),
                snapshot=self.snapshot,
                synthesis=synthesis,
                started_at="2026-11-28T00:00:00+00:00",
                finished_at="2026-11-28T00:01:00+00:00",
                language_model=True,
                reports=reports,
                ledger=self.budget.lines,
                halt=halt_of(self.budget.exhausted),
            )
        )

    def _work(self, directory: DirectoryRecord, keys: dict[str, DirectoryKey]) -> DirectoryWork:
        path = directory.path
        return DirectoryWork(
            target=self.snapshot.target,
            target_name="sample",
            directory=directory,
            assignment=Assignment(path=path, tier=Tier.DEFAULT, turns=10, band=1),
            children=(),
            flags=(),
            survey=None,
            notes="",
            key=keys[path],
            change="new",
        )

    def _context(self, model_id: str) -> AgentContext:
        return AgentContext(
            client=self._client,
            transcripts=MemoryTranscripts(),
            run_id="run-1",
            model_id=model_id,
            effort=None,
            fallback_model=None,
            files=ScannedFiles(self._root),
            observe=lambda _: None,
            stop=StopSignal(),
            context_budget=140_000,
            max_tokens=8_192,
            now=lambda: datetime.now(UTC),
            preload_tokens=20_000,
            summaries=EmptySummaries(),
        )


def counted(server: MessagesServer) -> tuple[float, float]:
    """What the server bills for directories and for the synthesis, which came after them: all that
    it began to answer."""
    models = sorted((request.json["model"] for request in server.requests), reverse=True)
    bill = {INVESTIGATOR: 0.0, WRITER: 0.0}
    for model, usage in zip(models, server.usages, strict=True):
        tokens = Usage(
            input=usage["input_tokens"],
            output=usage["output_tokens"],
            cache_read=usage["cache_read_input_tokens"],
            cache_write=usage["cache_creation_input_tokens"],
        )
        bill[model] += BOOK.usd(model, tokens, datetime.now(UTC)) or 0.0
    return bill[INVESTIGATOR], bill[WRITER]


def test_eight_directories_at_once_never_exceed_the_cap_and_are_reported(
    connect, tmp_path: Path
) -> None:
    server, model = connect(wordy, call_deadline=30.0)
    run = Run(tmp_path, model)
    report = run.audit()

    directories, synthesis = counted(server)
    assert 0.7 * (CAP - SLICE) < directories <= CAP - SLICE
    assert directories + synthesis <= CAP
    assert run.budget.spent == pytest.approx(directories + synthesis, rel=0.01)
    assert report.cost.usd == run.budget.spent
    assert report.cost.unanswered > 0
    assert not report.synthesis_is_mechanical
    states = {outcome.state for outcome in report.directories if outcome.path != "."}
    assert states == {DirectoryState.INVESTIGATED, DirectoryState.DEFERRED}
    assert " is left of the cap of $1.00 (" in report.incomplete_because[0]


def test_a_directory_too_expensive_for_the_cap_is_deferred_alone(connect, tmp_path: Path) -> None:
    _, model = connect(submits_at_once, call_deadline=30.0)
    run = Run(tmp_path, model, cap=SLICE + 0.1)
    expensive = tmp_path / "part0" / "code.py"
    expensive.write_text(('"' * 70 + "\n") * 1_000)  # twice as long in JSON

    report = run.audit()

    reasons = {outcome.path: outcome.reason for outcome in report.directories}
    assert reasons["part0"].startswith(
        "a call of it may cost more than the whole cap allows: raise --max-usd to $0."
    )
    assert any(outcome.state is DirectoryState.INVESTIGATED for outcome in report.directories)
    assert run.budget.spent <= SLICE + 0.1
