"""The steps and passes of a run, one after another."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from luminos_core.agents.passes.definition import AnyPass, Stage
from luminos_core.agents.run_state import RunState
from luminos_core.audit.claim_step import claim_step, with_claims
from luminos_core.audit.directory_work import Progress
from luminos_core.audit.executor import STOPPED, Executor, StepEnd, Ticket, value_or_halt
from luminos_core.audit.left_out import left_out
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import PassStep, Step, note_made, pass_step
from luminos_core.records.directory import DirectoryState
from luminos_core.suppressions.read_file import OWN_FOLDER
from luminos_core.text import formats


class StepSequence:
    """`last` is what the next step waits for. Belongs to the run's thread."""

    def __init__(self, runtime: Runtime, executor: Executor) -> None:
        self.last: Collection[Ticket] = ()
        self._runtime = runtime
        self._executor = executor

    def step(self, step: Step) -> StepEnd:
        self.last = [self._executor.submit(step, self.last)]
        return self._executor.wait()

    def together(self, steps: Sequence[Step]) -> list[StepEnd | None]:
        """The ends of steps that run at the same time; None for one that a stop kept from it."""
        stop = self._runtime.stop
        tickets = [self._executor.submit(step, self.last) for step in steps if not stop.is_set()]
        return self._ends(tickets, len(steps))

    def passes(self, stage: Stage, state: RunState) -> list[AnyPass]:
        """The passes of `stage` that the target's tier has and the run can make."""
        named = (step for step in self._runtime.passes if state.has(step.name))
        passes = (step for step in named if step.stage is stage)
        return [step for step in passes if self._runtime.investigator.can_run(step)]

    def with_claims(self, step: AnyPass, state: RunState) -> RunState:
        """The state with the claims that the pass reviews, each with its code."""
        wanted = claim_step(step, state)
        if wanted is None or self._runtime.stop.is_set():
            return state
        found, _gap = self.step(wanted).value_or_gap()
        return with_claims(state, step, found.claims if found else wanted.claims)

    def passed(self, step: AnyPass, state: RunState) -> RunState:
        """The state after a pass, when the run needs it. After a stop none is made."""
        briefing = step.briefing(state)
        if briefing is None:
            return state
        uses_model = self._runtime.investigator.uses_model
        parts = step.parts(briefing) if uses_model else ()
        unasked = step.nothing_to_do(briefing) if uses_model else ""
        result = step.fallback(briefing, unasked) if unasked else None
        while result is None:  # twice, if there are parts and a whole to make of them
            briefings = parts or (briefing,)
            works = [pass_step(step, each, self._runtime) for each in briefings]
            tickets: list[Ticket] = []
            for work in works:  # not by `together`: each call more is in every trace of a model's
                if not self._runtime.stop.is_set():
                    tickets.append(self._executor.submit(work, self.last))
            results = self._results(step, works, self._ends(tickets, len(works)))
            made = step.combined(briefing, results) if parts else results[0][1]
            result = made if isinstance(made, step.result) else None
            briefing, parts = made, ()
        return replace(state, results={**state.results, step.name: result})

    def _ends(self, tickets: Collection[Ticket], steps: int) -> list[StepEnd | None]:
        """Of the first of so many `steps`; None for the others."""
        ends = {end.ticket: end for end in (self._executor.wait() for _ in tickets)}
        self.last = tickets or self.last
        return [*(ends[ticket] for ticket in tickets), *[None] * (steps - len(tickets))]

    def _results(
        self, step: AnyPass, works: Sequence[PassStep], ends: Sequence[StepEnd | None]
    ) -> list[tuple[Any, Any]]:
        """Each briefing with its result, or with what takes its place."""
        results = []
        for work, end in zip(works, ends, strict=True):
            result, gap = value_or_halt(end, self._runtime) if end else (None, STOPPED)
            if end:
                note_made(self._runtime, work, end.is_cached, result)
            results.append((work.briefing, result or step.fallback(work.briefing, gap)))
        return results

    def investigated(self, state: RunState, plan: RunPlan, progress: Progress) -> RunState:
        """The state after the directories."""
        self.last = [progress.tickets["."]] if "." in progress.tickets else self.last
        missing = left_out(plan.snapshot, progress.reports, plan.skipped, self._runtime.halt)
        told = tuple(each for each in missing if each.path != OWN_FOLDER)
        return replace(state, reports=dict(progress.reports), left_out=told)

    def with_late(self, state: RunState, before: RunState) -> RunState:
        """The state after more directories than the passes after them knew `before`. A pass that is
        not complete, or that only has more parts, is made again, if there is money for it; another
        one has a gap. Parts that are missing are made also when no directory is new."""
        late = [
            path
            for path, report in state.reports.items()
            if report.state is not DirectoryState.DEFERRED
            and (path not in before.reports or report.state is not before.reports[path].state)
        ]
        gap = (
            f"it lacks {formats.pluralize(len(late), 'directory')} ({formats.listed(late)}), "
            "investigated with what it left of the cap"
        )
        after = (step for step in self._runtime.passes if step.stage is Stage.AFTER_DIRECTORIES)
        for step in after:
            result = state.results.get(step.name)
            is_left = result is not None and step.incomplete(result) is not None
            if (late and (is_left or step.adds_parts)) or (is_left and step.adds_parts):
                state = self.passed(step, self.with_claims(step, state))
            elif late and result is not None:
                lacking = result.model_copy(update={"gap": gap})
                state = replace(state, results={**state.results, step.name: lacking})
        return state
