"""The completion council of a run: votes until enough members say that the audit is complete, or
nothing is gained by another vote. Between two votes directories are asked again."""

from collections.abc import Sequence
from dataclasses import replace

from luminos_core.agents.council.decide import end_after, round_of
from luminos_core.agents.council.evidence import evidence_digest
from luminos_core.agents.council.gate import gate_line, unaddressed
from luminos_core.agents.council.questions import wanted_after
from luminos_core.agents.passes.advocate import ADVOCATE
from luminos_core.agents.passes.council import COUNCIL
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.run_state import RunState
from luminos_core.audit.asking_again import ask_again
from luminos_core.audit.council_end import (
    CouncilEndStep,
    end_key,
    votes_allowed,
    with_stored_end,
)
from luminos_core.audit.refinement import Refinement
from luminos_core.audit.sequence import StepSequence
from luminos_core.audit.slices import free_after, keep_again
from luminos_core.records.council import Ballots, Challenge, Council, CouncilEnd, CouncilRound

_LASTING = (CouncilEnd.AGREED, CouncilEnd.ROUNDS, CouncilEnd.FROZEN, CouncilEnd.CHALLENGE)


class CouncilChair:
    """Belongs to the run's thread."""

    def __init__(self, refinement: Refinement, run: StepSequence) -> None:
        self._runtime = refinement.runtime
        self._refinement = refinement
        self._run = run
        self._has_met = False

    def met(self, state: RunState) -> RunState:
        """The state after the council, unless it has met about the same before."""
        state = with_stored_end(state, COUNCIL, self._runtime)
        return self._meet(state) if state.council is None else state

    def challenged(self, state: RunState) -> RunState:
        """With what the devil's advocate says; what it sustains is asked, once."""
        challenge: Challenge | None = state.results.get(ADVOCATE.name)
        if challenge is None or state.council is None or state.council.challenge is not None:
            return state
        end = _end_of(challenge)
        if challenge.is_sustained:
            keep_again(self._runtime, SYNTHESIS, state)
            asked = ask_again(challenge.wanted, state, self._refinement, self._run)
            state = self._run.passed(SYNTHESIS, asked.state) if asked.asked else state
            free_after(self._runtime, SYNTHESIS)
            named = {wanted.directory for wanted in challenge.wanted}
            left = named - {each.directory for each in asked.asked} | {*asked.unanswered}
            challenge = challenge.model_copy(update={"unanswered": tuple(sorted(left))})
            end = CouncilEnd.CHALLENGE if left else CouncilEnd.AGREED
            end = CouncilEnd.CAP if asked.is_capped else end
        council = state.council
        assert council is not None  # noqa: S101 - asking again does not change it
        council = council.model_copy(update={"end": end, "challenge": challenge})
        return replace(_uncapped(state, ADVOCATE), council=council)

    def close(self, state: RunState) -> None:
        """Once all passes have run. What an interruption or the cap has ended may meet again."""
        council = state.council
        if council is None or not self._has_met or self._runtime.stop.is_set():
            return
        if council.end in _LASTING:
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
            rounds.append(_round(votes, state))
            seen.append(evidence_digest(state))
            end = _end(votes, rounds, seen, votes_allowed(state))
            if end is None:
                wanted = wanted_after(votes.ballots, state)
                asked = ask_again(wanted, state, self._refinement, self._run)
                told = {"asked": asked.asked, "unanswered": asked.unanswered}
                rounds[-1] = rounds[-1].model_copy(update=told)
                state, end = asked.state, CouncilEnd.CAP if asked.is_capped else None
        self._has_met = True
        council = Council(rounds=tuple(rounds), end=end)
        return replace(_uncapped(state, COUNCIL), council=council)


def _round(votes: Ballots, state: RunState) -> CouncilRound:
    gates = map(gate_line, unaddressed(state))
    return round_of(votes.ballots, state.settings.council_threshold, gates)


def _end(
    votes: Ballots, rounds: Sequence[CouncilRound], seen: Sequence[str], most: int
) -> CouncilEnd | None:
    """Whoever could not be asked is not outvoted."""
    if votes.gap:
        return CouncilEnd.UNHEARD
    if votes.is_capped and not rounds[-1].is_agreed:
        return CouncilEnd.CAP
    return end_after(rounds, seen, most)


def _end_of(challenge: Challenge) -> CouncilEnd:
    """Of one that nothing was asked about. No valid answer is no defence of the report."""
    if challenge.is_sustained is False:
        return CouncilEnd.AGREED
    if challenge.gap:
        return CouncilEnd.UNHEARD
    return CouncilEnd.CAP if challenge.is_capped else CouncilEnd.CHALLENGE


def _uncapped(state: RunState, step: AnyPass) -> RunState:
    """What the cap had no room for is told by the council's end: it is no gap of the run."""
    result = state.results.get(step.name)
    if result is None or not result.is_capped:
        return state
    told = result.model_copy(update={"is_capped": False})
    return replace(state, results={**state.results, step.name: told})
