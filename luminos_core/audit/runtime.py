"""Everything that the steps of one run work with, built in one place from settings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path

from luminos_core.agents.context import AgentContext
from luminos_core.agents.investigator import AgentInvestigator, Investigator, OfflineInvestigator
from luminos_core.agents.outcome import halt_of
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.agent_context import agent_context, with_model
from luminos_core.audit.cost_calibration import calibration_name
from luminos_core.audit.escalation_ledger import EscalationLedger
from luminos_core.audit.escalations import Escalations
from luminos_core.audit.last_run import LastRun, load_last_run
from luminos_core.audit.observers import Observers
from luminos_core.audit.other_models import Listing, OtherModels
from luminos_core.audit.results import ResultStore, report_key
from luminos_core.calls.budget import Budget
from luminos_core.calls.client import ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.checks.check_cache import CheckCache, load_check_cache
from luminos_core.errors import Interrupted, StoreError, StoreFailed
from luminos_core.llm.ladder import ladder
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook, load_prices, read_price_book
from luminos_core.llm.providers import OFFLINE, ChosenModel, choose_model
from luminos_core.records.conversation import Usage
from luminos_core.records.directory import DirectoryKey, DirectoryReport, DirectoryWork
from luminos_core.records.event import Observer
from luminos_core.records.halt import Halt
from luminos_core.records.request import AuditRun
from luminos_core.records.settings import Settings
from luminos_core.redaction.extract_values import values_of_environment
from luminos_core.redaction.known_values import remember_values
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.settings import process_environment
from luminos_core.stop import StopSignal
from luminos_core.store.interrupted import spent_before
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import RunFolder, read_ledger, read_made
from luminos_core.text.filenames import decode_name

Confirm = Callable[[str], bool]  # asks a person a question; whether the answer is yes


@dataclass(frozen=True)
class Runtime:
    """Never a parameter of a task: the process that runs it looks it up by its run."""

    run: AuditRun
    settings: Settings
    store: Store
    results: ResultStore
    other_models: OtherModels
    passes: tuple[AnyPass, ...]
    investigator: Investigator
    budget: Budget
    rate_limiter: RateLimiter
    prices: PriceBook
    folder: RunFolder
    files: ScannedFiles
    observe: Observer
    check_cache: CheckCache
    agents: AgentContext | None  # None when no model is used
    confirm: Confirm | None  # asks the person at the terminal, if there is one
    stop: StopSignal
    escalations: Escalations
    made: set[str]  # keys of what this run was to make again, and has made
    # Of directories, a digest of their flags that no pass is told of; known after the checks.
    suppressed: dict[str, str] = field(default_factory=dict)

    @property
    def target(self) -> Path:
        return Path(decode_name(self.run.target))

    @cached_property
    def last_run(self) -> LastRun:
        """Of the target, before this run; first asked for when the target's lock is held."""
        return load_last_run(self.store, self.target)

    def share_keys(self, keys: Mapping[str, DirectoryKey]) -> None:
        """The last run's own are a tenth of the memory of a large run."""
        vars(self)["last_run"] = self.last_run.sharing(keys)

    @property
    def halt(self) -> Halt | None:
        """Why this run did not start all directories; None while it does."""
        return self._paused or halt_of(self.budget.exhausted)

    @property
    def starts_nothing(self) -> bool:
        """Whether no directory is worth starting; under a cap, a smaller one may still fit."""
        return self._paused is not None or self.budget.halted is not None

    @property
    def _paused(self) -> Halt | None:
        if self.stop.is_set():
            return halt_of(Interrupted("stopped before it was done"))
        return halt_of(self.rate_limiter.closed)

    @property
    def calibration_name(self) -> str:
        return calibration_name(DIRECTORY.key_context(self.model_of(DIRECTORY).label))

    def pass_named(self, name: str) -> AnyPass:
        return next(each for each in self.passes if each.name == name)

    def model_of(self, step: AnyPass) -> ChosenModel:
        if not self.investigator.uses_model:
            return ChosenModel(OFFLINE)
        return choose_model(self.settings, step.name, step.tier)

    def result_key(self, key: DirectoryKey) -> DirectoryKey:
        """The key of the directory's result that is used: in a run that keeps results of other
        models it may be one of these, and where one model tier was not enough another tier's."""
        climbed = self.escalations.result_key(key)
        if self.run.request.refreshes_directory(key.path) or not self.other_models.count:
            return climbed
        if climbed != key and self.results.has(report_key(climbed)):
            return climbed
        other = self.other_models.result_key(key)
        return climbed if other == key else other

    def forces(self, key: str, asked: bool) -> bool:
        """Whether the step of this key runs although its result is stored: `asked`, unless this run
        has made it already, before it was interrupted."""
        return asked and key not in self.made

    def made_again(self, key: str) -> None:
        """A step of this key has ended well, and was not cached."""
        if self.run.request.refreshes and key not in self.made:
            self.made.add(key)
            try:
                self.folder.record_made(key)
            except StoreError as error:
                self.store_failed(error)

    def is_kept(self, key: str) -> bool:
        """Whether the result that a step of this key has just made is stored: Prefect only logs a
        failed write. If it is not, no more is bought."""
        if self.results.has(key):
            return True
        problem = StoreError(f"a result was not kept in {self.store.path}")
        try:
            self.results.check_writable()
        except StoreError as error:
            problem = error
        self.store_failed(problem)
        return False

    def list_result(self, listing: Listing) -> None:
        """Of a complete result, which is stored next, so that another model can keep it."""
        if not self.investigator.uses_model:
            return
        try:
            self.other_models.note(listing)
        except StoreError as error:
            self.store_failed(error)

    def climbed(self, work: DirectoryWork, report: DirectoryReport) -> DirectoryReport:
        """What counts of a directory's report on one model tier, before it is stored."""
        try:
            return self.escalations.ended(work, report)
        except StoreError as error:
            self.store_failed(error)
            return report

    def store_failed(self, error: StoreError) -> None:
        """What is bought from now on could not be kept: no more is."""
        self.rate_limiter.close(StoreFailed(str(error)))

    def price(self, model: str, usage: Usage) -> float | None:
        """USD of one call made now; None when the model's price is unknown."""
        return self.prices.usd(model, usage, utc_now())


def build_runtime(
    run: AuditRun,
    settings: Settings,
    results: ResultStore,
    model: Model | None,
    *,
    passes: Sequence[AnyPass] = PASSES,
    observers: Sequence[Observer] = (),
    confirm: Confirm | None = None,
) -> Runtime:
    """The runtime of `run`; without a model, that of the offline investigator. Its owner closes
    the run's folder. SettingsError when the file of prices is bad."""
    remember_values(values_of_environment(process_environment()))
    store = Store(settings.store)
    target = Path(decode_name(run.target))
    prices = read_price_book(settings.prices, model.name if model else "anthropic")
    folder = RunFolder(store.run(run.run_id))
    folder.begin(run)
    continued = [store.run_path(each) for each in run.request.continues]
    observe = Observers((folder.record, *observers))
    stop = StopSignal()
    files = ScannedFiles(target)
    budget = Budget(run.request.max_usd, read_ledger(folder.path), spent_before(continued))
    rate_limiter = RateLimiter(run.request.concurrency, longest_outage=settings.outage_deadline)
    agents = None
    investigator: Investigator = OfflineInvestigator(files, stop, utc_now)
    if model is not None:
        load_prices()
        client = ModelClient(model, rate_limiter, budget, prices, observe, utc_now)
        agents = agent_context(run, settings, store, client, files, stop)
        investigator = AgentInvestigator(partial(with_model, agents, settings))
    return Runtime(
        run=run,
        settings=settings,
        store=store,
        results=results,
        other_models=OtherModels(
            store.signed("models"), results, count=run.request.keep_results and model is not None
        ),
        passes=tuple(passes),
        investigator=investigator,
        agents=agents,
        budget=budget,
        rate_limiter=rate_limiter,
        prices=prices,
        folder=folder,
        files=files,
        observe=observe,
        check_cache=load_check_cache(store, target, fresh=run.request.fresh),
        confirm=confirm,
        stop=stop,
        escalations=_escalations(run, settings, store, results, uses_model=model is not None),
        made=set().union(*map(read_made, (folder.path, *continued))),
    )


def _escalations(
    run: AuditRun, settings: Settings, store: Store, results: ResultStore, *, uses_model: bool
) -> Escalations:
    if not (uses_model and settings.escalate):
        return Escalations()
    rungs = ladder(settings, DIRECTORY.name, DIRECTORY.tier)
    return Escalations(rungs, EscalationLedger(run, store.signed("escalations"), results))


def utc_now() -> datetime:
    return datetime.now(UTC)
