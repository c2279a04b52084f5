"""The one place where settings become objects, inside the process that runs the tasks."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from luminos_core import __version__
from luminos_core.agents.context import AgentContext
from luminos_core.agents.halting import halt_by
from luminos_core.analyzers.inspection import Inspection
from luminos_core.analyzers.last_inspection import recall_inspection
from luminos_core.beneath import Beneath
from luminos_core.errors import Interrupted, SettingsError
from luminos_core.llm.anthropic import AnthropicModel
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook, load_prices, read_price_book
from luminos_core.llm.static.investigator import StaticModel
from luminos_core.pathname import unescape
from luminos_core.records.cost import ModelUsage, Pass
from luminos_core.records.event import Event, Observer
from luminos_core.records.halt import Halt
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.settings import Settings
from luminos_core.report.folder import RunFolder
from luminos_core.settings import read_settings
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store

_listeners: ContextVar[tuple[Observer, ...]] = ContextVar("listeners", default=())
_runtimes: dict[str, "Runtime"] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Runtime:
    """What the tasks of one run work with. Never a parameter: a task asks for it by its run."""

    run: AuditRun
    settings: Settings
    store: Store
    model: Model
    prices: PriceBook
    folder: RunFolder
    listeners: tuple[Observer, ...]
    inspection: Inspection
    stop: StopSignal = field(default_factory=StopSignal)
    paid: dict[str, tuple[ModelUsage, ...]] = field(default_factory=dict)  # by failed attempts

    @property
    def target(self) -> Path:
        return Path(unescape(self.run.target))

    def observe(self, event: Event) -> None:
        self.folder.record(event)
        for listener in self.listeners:
            listener(event)

    @property
    def halt(self) -> Halt | None:
        """Why this run starts no more directories; None while it does."""
        return halt_by(Interrupted("stopped before it was done")) if self.stop.is_set() else None

    def model_id(self, pass_name: Pass) -> str:
        """The id that a pass's calls, keys and bills name."""
        return model_id(self.model, self.settings, pass_name)

    def agent(self, pass_name: Pass) -> AgentContext:
        return AgentContext(
            model=self.model,
            model_id=self.model_id(pass_name),
            files=Beneath(self.target),
            observe=self.observe,
            stop=self.stop,
            context_budget=self.settings.context_budget,
            max_tokens=self.settings.max_tokens,
            now=_now,
            price=lambda model, usage: self.prices.usd(model, usage, _now()),
            preload_tokens=self.settings.preload_tokens,
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


def build_model(request: AuditRequest, settings: Settings) -> Model:
    """The model that a request asks for; `auto` is Anthropic's when there is a key."""
    key = settings.anthropic_api_key
    match request.model:
        case "static":
            return StaticModel()
        case "auto" if key is None:
            return StaticModel()
    if key is None:
        raise SettingsError(
            "ANTHROPIC_API_KEY is not set; set it, or use the offline investigator: --model static"
        )
    return AnthropicModel(
        api_key=key, base_url=settings.anthropic_base_url, call_deadline=settings.call_deadline
    )


def model_id(model: Model, settings: Settings, pass_name: Pass) -> str:
    if not model.is_language_model:
        return f"{model.name}-{__version__}"  # its words are a part of the program
    match pass_name:
        case Pass.SURVEY:
            return settings.fast_model
        case Pass.DIRECTORY:
            return settings.development_model
        case Pass.PLAN | Pass.SYNTHESIS:
            return settings.planning_model


def _made(run: AuditRun) -> Runtime:
    settings = read_settings()
    store = Store(settings.store)
    model = build_model(run.request, settings)
    if model.is_language_model:
        load_prices()
    return Runtime(
        run=run,
        settings=settings,
        store=store,
        model=model,
        prices=read_price_book(settings.prices),
        folder=RunFolder(store.run(run.run_id)),
        listeners=_listeners.get(),
        inspection=recall_inspection(store, Path(unescape(run.target)), fresh=run.request.fresh),
    )


def _now() -> datetime:
    return datetime.now(UTC)
