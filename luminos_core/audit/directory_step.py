"""The step of one directory on one model tier."""

from dataclasses import dataclass
from typing import Any

from luminos_core.agents.passes.definition import AnyPass, Incomplete
from luminos_core.audit.executor import StepEnd
from luminos_core.audit.other_models import directory_listing
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import PassStep
from luminos_core.llm.ladder import own_model
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork


@dataclass(frozen=True)
class DirectoryStep(PassStep):
    """Its result is the best of all tiers so far; without an end on its own tier it is not
    stored."""

    briefing: DirectoryWork

    def ended(self, step: AnyPass, result: Any, runtime: Runtime) -> tuple[Any, Incomplete | None]:
        if self.briefing.refines is not None:  # it has climbed before it was asked
            return result, step.incomplete(result)
        report = runtime.climbed(self.briefing, result)
        if report.is_due:
            last = report.escalated[-1]
            return report, Incomplete(state=last.state.value.capitalize(), reason=last.reason)
        return report, step.incomplete(report)

    def failed(self, reason: str, runtime: Runtime) -> DirectoryReport:
        """The report when the step crashed, which is a bug."""
        if self.briefing.earlier is not None:
            return runtime.escalations.put_off(self.briefing, reason, DirectoryState.FAILED)
        report: DirectoryReport = runtime.pass_named(DIRECTORY).fallback(self.briefing, reason)
        return report


def directory_step(
    work: DirectoryWork, runtime: Runtime, *, escalates: bool = False
) -> DirectoryStep:
    """On the model tier that the work's key says. `escalates`: whether a tier above may go on."""
    return _step(runtime.escalations.briefed(work, escalates=escalates), runtime)


def next_tier(
    step: DirectoryStep | None, end: StepEnd, report: DirectoryReport, runtime: Runtime
) -> DirectoryStep | DirectoryReport:
    """The step of the next model tier, when the report of one tier is not enough; else the report.
    A stored result is as good as it gets, and after a halt nothing is started."""
    if step is None or end.is_cached:
        return report
    work = runtime.escalations.next_work(step.briefing, report)
    if work is None:
        return report
    if runtime.starts_nothing and runtime.halt is not None:
        return runtime.escalations.put_off(work, runtime.halt.reason)
    return _step(work, runtime)


def _step(work: DirectoryWork, runtime: Runtime) -> DirectoryStep:
    listing, path = directory_listing(work.key), work.directory.path
    own = runtime.model_of(runtime.pass_named(DIRECTORY)).label
    return DirectoryStep(
        name=DIRECTORY,
        title=f"{path}, on {work.model_tier}" if work.model_tier else path,
        briefing=work,
        key=listing.made.result,
        force_refresh=runtime.forces(
            listing.made.result, runtime.run.request.refreshes_directory(path)
        ),
        listing=listing,
        is_kept=runtime.other_models.count and own_model(work.key.model) != own,
    )
