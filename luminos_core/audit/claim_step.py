"""The step that shows claims their code: what the reviewers of agents' flags are given."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.verification import VerificationPass
from luminos_core.agents.run_state import RunState
from luminos_core.agents.verification.code_around import code_around
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.cache.target_digest import content_digest
from luminos_core.digest import digest_json
from luminos_core.errors import StoreError
from luminos_core.records.event import PhaseStarted
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.verification import Claim, Claims
from luminos_core.text import formats

_VERSION = 1  # of how code is found for a claim


@dataclass(frozen=True)
class ClaimStep(Step):
    """Stored by the target's content and the claims, so that a quiet night searches nothing."""

    claims: tuple[Claim, ...]
    snapshot: Snapshot
    title: str
    key: str
    force_refresh: bool = False
    name = "claims"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        text = f"reading around {formats.pluralize(len(self.claims), 'claim')}"
        runtime.observe(PhaseStarted(phase=self.name, text=text))
        code = code_around(self.claims, self.snapshot, runtime.files, runtime.stop)
        shown = (claim.model_copy(update={"code": code[claim.id]}) for claim in self.claims)
        return StepResult(Claims(claims=tuple(shown)))

    def parse(self, stored: Any, runtime: Runtime) -> Claims:
        return Claims.model_validate(stored)


def claim_step(step: AnyPass, state: RunState) -> ClaimStep | None:
    """None when the pass reviews nothing, or nothing is claimed."""
    claims = step.claimed(state) if isinstance(step, VerificationPass) else ()
    if not claims:
        return None
    digest = digest_json(
        [_VERSION, content_digest(state.snapshot), *(claim.id for claim in claims)]
    )
    return ClaimStep(claims, state.snapshot, f"claims for {step.name}", f"claims-{digest}")


def with_claims(state: RunState, step: AnyPass, claims: Iterable[Claim]) -> RunState:
    return replace(state, claims={**state.claims, step.name: tuple(claims)})


def with_stored_claims(state: RunState, step: AnyPass, runtime: Runtime) -> RunState:
    """As the pass would be briefed, without reading the target: the stored claims, or else the bare
    ones, whose reviews are not stored either."""
    wanted = claim_step(step, state)
    if wanted is None:
        return state
    claims = wanted.claims
    with suppress(StoreError):
        claims = runtime.results.load(wanted.key, Claims).claims
    return with_claims(state, step, claims)
