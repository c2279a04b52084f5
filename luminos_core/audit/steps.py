"""The steps of a run: plain data that an executor hands to the process which carries them out."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from luminos_core.agents.passes.definition import AnyPass, Incomplete
from luminos_core.audit.other_models import Listing, pass_listing
from luminos_core.audit.results import report_key
from luminos_core.audit.runtime import Runtime
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryKey, DirectoryState


@dataclass(frozen=True)
class StepResult:
    value: Any
    incomplete: Incomplete | None = None  # why the value is not stored


class Step(ABC):
    """One unit of work. With a `key` its result, a Record, is stored under it and found again."""

    name: str  # of its kind: "scan", "survey", "directory"
    title: str  # of this one: "survey", "src/auth"
    key: str | None = None
    force_refresh: bool = False  # run although a result is stored

    @abstractmethod
    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult: ...

    def parse(self, stored: Any, runtime: Runtime) -> Any:
        """The value from its stored JSON; itself when the result is not stored."""
        return stored


@dataclass(frozen=True)
class PassStep(Step):
    """One pass over the whole target, or over one directory."""

    name: str  # of the pass
    title: str
    briefing: Record
    listing: Listing  # of a complete result, for other models
    key: str
    force_refresh: bool
    is_kept: bool = False  # another model's result is used

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        step = runtime.pass_named(self.name)
        if self.is_kept:
            raise LookupError(f"the result of {self.listing.made.model} was lost during the run")
        runtime.observe(step.started(self.briefing))
        result = runtime.investigator.start(step, self.briefing, last_attempt=last_attempt).run()
        result, incomplete = self.ended(step, result, runtime)
        if not (incomplete or getattr(result, "state", None) is DirectoryState.ACCEPTED):
            runtime.list_result(self.listing)
        return StepResult(result, incomplete)

    def ended(self, step: AnyPass, result: Any, runtime: Runtime) -> tuple[Any, Incomplete | None]:
        """What is stored of the result, and why it is not."""
        return result, step.incomplete(result)

    def parse(self, stored: Any, runtime: Runtime) -> Any:
        return runtime.pass_named(self.name).result.model_validate(stored)


def pass_step(step: AnyPass, briefing: Record, runtime: Runtime) -> PassStep:
    """The step of a pass over the whole target, or over some subtrees of it."""
    own, refreshes = runtime.model_of(step).label, runtime.run.request.refreshes_pass(step.name)
    model = own if refreshes else runtime.other_models.model_of(step, briefing, own)
    listing = pass_listing(step, briefing, model)
    return PassStep(
        name=step.name,
        title=step.title(briefing),
        briefing=briefing,
        key=listing.made.result,
        force_refresh=runtime.forces(listing.made.result, refreshes),
        listing=listing,
        is_kept=model != own,
    )


def note_made(runtime: Runtime, step: PassStep, is_cached: bool, result: Any) -> None:
    """Of a pass that has ended; `result` is None when it failed."""
    if is_cached and step.is_kept:
        runtime.other_models.kept_passes[step.name].append(step.listing.made.model)
    if result is None or is_cached or runtime.pass_named(step.name).incomplete(result):
        return
    runtime.made_again(step.key)


@dataclass(frozen=True)
class LoadSubtreeStep(Step):
    """A subtree in which nothing changed: its stored reports, children first, the root last."""

    title: str
    keys: tuple[DirectoryKey, ...]
    name = "unchanged-subtree"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        reports = tuple(runtime.results.load_report(report_key(key)) for key in self.keys)
        return StepResult(reports)
