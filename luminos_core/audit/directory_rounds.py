"""The directories of a run, investigated in as many rounds as the cap has money for."""

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.run_state import RunState
from luminos_core.audit.graph import DirectoryGraph
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.sequence import StepSequence
from luminos_core.audit.slices import free_after, keep_again, keep_less


class DirectoryRounds:
    """Those after the first. Belongs to the run's thread."""

    def __init__(self, graph: DirectoryGraph, run: StepSequence, runtime: Runtime) -> None:
        self._graph = graph
        self._run = run
        self._runtime = runtime

    def more(self, state: RunState) -> RunState:
        """The state after as many directories as there is money for while the passes after them
        keep what they need."""
        while not self._runtime.starts_nothing and keep_less(self._runtime, state):
            state = self._round(state)
        return state

    def after(self, step: AnyPass, state: RunState) -> RunState:
        """The state after a pass that cost less than was kept for it: the directories that can be
        bought with the rest are known to all passes from here on."""
        if not step.adds_parts or SYNTHESIS.name in state.results:
            return state
        while self._has_more(state):
            keep_again(self._runtime, step, state)
            before, state = state, self._round(state)
            if state.reports == before.reports:
                break
            state = self._run.passed(step, self._run.with_claims(step, state))
        free_after(self._runtime, step)
        return state

    def late(self, state: RunState) -> RunState:
        """The state after directories that are bought with what the synthesis left."""
        if not self._runtime.budget.free_slices() or self._runtime.starts_nothing:
            return state
        return self._run.with_late(self._round(state), before=state)

    def _has_more(self, state: RunState) -> bool:
        budget = self._runtime.budget
        if self._runtime.starts_nothing or budget.exhausted is None:
            return False
        return keep_less(self._runtime, state) or budget.was_freed

    def _round(self, state: RunState) -> RunState:
        return self._run.investigated(state, *self._graph.run())
