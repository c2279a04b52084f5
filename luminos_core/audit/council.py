"""The completion council of a run: votes until enough members say that the audit is complete, or
nothing is gained by another vote."""

from dataclasses import replace
from typing import Protocol

from luminos_core.agents.council.decide import end_after, round_of
from luminos_core.agents.council.evidence import evidence_digest
from luminos_core.agents.council.gate import gate_line, unaddressed
from luminos_core.agents.passes.council import COUNCIL
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.run_state import RunState
from luminos_core.audit.council_end import CouncilEndStep, end_key, with_stored_end
from luminos_core.audit.executor import Executor
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step
from luminos_core.records.council import Ballots, Council, CouncilEnd, CouncilRound

_LASTING = (CouncilEnd.AGREED, CouncilEnd.ROUNDS, CouncilEnd.FROZEN, CouncilEnd.CHALLENGE)


class Run(Protocol):
    """The steps of a run, one after another."""

    def step(self, step: Step) -> object: ...

    def with_claims(self, step: AnyPass, state: RunState) -> RunState: ...

    def passed(self, step: AnyPass, state: RunState) -> RunState: ...


class CouncilChair:
    """Belongs to the run's thread."""

    def __init__(self, runtime: Runtime, executor: Executor, run: Run) -> None:
        self._runtime = runtime
        self._executor = executor
        self._run = run
        self._has_met = False

    def passed(self, step: AnyPass, state: RunState) -> RunState:
        """The state after a pass that comes after the directories."""
        if step is not COUNCIL:
            return self._run.passed(step, self._run.with_claims(step, state))
        state = with_stored_end(state, step, self._runtime)
        return self._meet(state) if state.council is None else state

    def close(self, state: RunState) -> None:
        """Once all passes have run."""
        council = state.council
        if (
            self._has_met
            and council
            and council.end in _LASTING
            and not self._runtime.stop.is_set()
        ):
            self._run.step(CouncilEndStep(council, end_key(state, self._runtime)))

    def _meet(self, state: RunState) -> RunState:
        rounds: list[CouncilRound] = []
        seen: list[str] = []
        end: CouncilEnd | None = None
        while end is None:
            state = self._run.passed(COUNCIL, state)
            votes: Ballots | None = state.results.get(COUNCIL.name)
            if votes is None:
                return state
            rounds.append(self._round(votes, state))
            seen.append(evidence_digest(state))
            end = self._end(votes, rounds, seen)
        self._has_met = True
        return replace(state, council=Council(rounds=tuple(rounds), end=end))

    def _round(self, votes: Ballots, state: RunState) -> CouncilRound:
        gates = unaddressed(state.open_criticals, state.reports.values())
        threshold = state.settings.council_threshold
        return round_of(votes.ballots, threshold, map(gate_line, gates))

    def _end(
        self, votes: Ballots, rounds: list[CouncilRound], seen: list[str]
    ) -> CouncilEnd | None:
        """Whoever could not be asked is not outvoted."""
        if votes.gap:
            return CouncilEnd.UNHEARD
        if votes.is_capped and not rounds[-1].is_agreed:
            return CouncilEnd.CAP
        return end_after(rounds, seen, self._runtime.settings.council_rounds)
