"""The one place where settings become objects, inside the process that runs the tasks."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from luminos_core.agents.context import AgentContext
from luminos_core.agents.halt import halt_by
from luminos_core.agents.prompts.rendering import prompt_digest
from luminos_core.agents.turn_pool import TurnPool
from luminos_core.cache.file_summaries import FileSummaries, NoSummaries, StoredSummaries
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.transcript import NoTranscripts, StoredTranscripts, Transcripts
from luminos_core.checks.check_cache import CheckCache, load_check_cache
from luminos_core.errors import Interrupted
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import load_prices, read_price_book
from luminos_core.records.cost import Pass
from luminos_core.records.event import Event, Observer
from luminos_core.records.halt import Halt
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.settings import Settings
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.settings import read_settings
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import RunFolder, read_ledger
from luminos_core.text.filenames import decode_name
from tasks.models import ChosenModel, build_model, chosen_model

Confirm = Callable[[str], bool]  # a question, and whether the answer is yes

_confirm: ContextVar[Confirm | None] = ContextVar("confirm", default=None)
_listeners: ContextVar[tuple[Observer, ...]] = ContextVar("listeners", default=())
_runtimes: dict[str, "Runtime"] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Runtime:
    """What the tasks of one run work with. Never a parameter: a task asks for it by its run."""

    run: AuditRun
    settings: Settings
    store: Store
    client: ModelClient
    transcripts: Transcripts
    folder: RunFolder
    observe: Observer
    check_cache: CheckCache
    summaries: FileSummaries
    confirm: Confirm | None = None  # asks the person at the terminal, if there is one
    stop: StopSignal = field(default_factory=StopSignal)
    turns: TurnPool = field(default_factory=TurnPool)

    @property
    def target(self) -> Path:
        return Path(decode_name(self.run.target))

    @property
    def model(self) -> Model:
        return self.client.model

    @property
    def halt(self) -> Halt | None:
        """Why this run starts no more directories; None while it does."""
        if self.stop.is_set():
            return halt_by(Interrupted("stopped before it was done"))
        return halt_by(self.rate_limiter.closed or self.budget.exhausted)

    @property
    def budget(self) -> Budget:
        return self.client.budget

    @property
    def rate_limiter(self) -> RateLimiter:
        return self.client.rate_limiter

    def chosen_model(self, pass_name: Pass) -> ChosenModel:
        return chosen_model(self.model, self.settings, pass_name)

    def agent(self, pass_name: Pass) -> AgentContext:
        chosen = self.chosen_model(pass_name)
        return AgentContext(
            client=self.client,
            transcripts=self.transcripts,
            run_id=self.run.run_id,
            model_id=chosen.id,
            effort=chosen.effort,
            fallback_model=self.settings.fallback_model,
            files=SandboxedDir(self.target),
            observe=self.observe,
            stop=self.stop,
            context_budget=self.settings.context_budget,
            max_tokens=self.settings.max_tokens,
            now=_now,
            preload_tokens=self.settings.preload_tokens,
            summaries=self.summaries,
            turns=self.turns,
        )


@contextmanager
def listening(observer: Observer) -> Iterator[None]:
    """Tell `observer` what happens in the runs started within this context."""
    token = _listeners.set((*_listeners.get(), observer))
    try:
        yield
    finally:
        _listeners.reset(token)


@contextmanager
def asking(confirm: Confirm | None) -> Iterator[None]:
    """Let the runs started within this context ask the person by `confirm`."""
    token = _confirm.set(confirm)
    try:
        yield
    finally:
        _confirm.reset(token)


@contextmanager
def open_runtime(run: AuditRun) -> Iterator[Runtime]:
    """The runtime of `run` for as long as it works in this process."""
    runtime = runtime_of(run)
    try:
        yield runtime
    finally:
        with _lock:
            _runtimes.pop(run.run_id, None)
        runtime.folder.close()


def runtime_of(run: AuditRun) -> Runtime:
    """This process's runtime for `run`, made on first use."""
    with _lock:
        if run.run_id not in _runtimes:
            _runtimes[run.run_id] = _made(run)
        return _runtimes[run.run_id]


def _made(run: AuditRun) -> Runtime:
    settings = read_settings()
    store = Store(settings.store)
    folder = RunFolder(store.run(run.run_id))
    observe = _Observers((folder.record, *_listeners.get()))
    model = build_model(run.request, settings)
    return Runtime(
        run=run,
        settings=settings,
        store=store,
        client=_client(model, run.request, settings, folder, observe),
        transcripts=_transcripts(model, store, run),
        folder=folder,
        observe=observe,
        check_cache=load_check_cache(store, Path(decode_name(run.target)), fresh=run.request.fresh),
        summaries=_summaries(model, store, run, settings),
        confirm=_confirm.get(),
    )


@dataclass(frozen=True)
class _Observers:
    each: tuple[Observer, ...]

    def __call__(self, event: Event) -> None:
        for observer in self.each:
            observer(event)


def _client(
    model: Model,
    request: AuditRequest,
    settings: Settings,
    folder: RunFolder,
    observe: Observer,
) -> ModelClient:
    if model.is_language_model:
        load_prices()
    return ModelClient(
        model=model,
        rate_limiter=RateLimiter(request.concurrency),
        budget=Budget(request.max_usd, lines=read_ledger(folder.path)),
        prices=read_price_book(settings.prices),
        observe=observe,
        now=_now,
    )


def _transcripts(model: Model, store: Store, run: AuditRun) -> Transcripts:
    if not model.is_language_model:
        return NoTranscripts()
    return StoredTranscripts(store, run.run_id, run.request.fresh)


def _summaries(model: Model, store: Store, run: AuditRun, settings: Settings) -> FileSummaries:
    if not model.is_language_model:
        return NoSummaries()
    return StoredSummaries(
        folder=store.signed_summaries(),
        target=run.target,
        prompt=prompt_digest(Pass.DIRECTORY),
        model=chosen_model(model, settings, Pass.DIRECTORY).label,
        # What a retry of a fresh run investigates is what that run was to learn anew.
        fresh=run.request.fresh or bool(run.request.again),
    )


def _now() -> datetime:
    return datetime.now(UTC)
