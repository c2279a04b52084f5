"""How a council ended, stored by what it saw last: it does not meet again about the same."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.council.evidence import flags_found
from luminos_core.agents.council.gate import unaddressed
from luminos_core.agents.passes.advocate import ADVOCATE
from luminos_core.agents.passes.council import COUNCIL
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.requirements.findings import findings_of
from luminos_core.agents.run_state import RunState
from luminos_core.agents.tiers import votes_at_most
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.digest import digest_json, digest_record
from luminos_core.errors import StoreError
from luminos_core.flags.questions import check_id
from luminos_core.records.council import Council
from luminos_core.records.directory import DirectoryReport


@dataclass(frozen=True)
class CouncilEndStep(Step):
    """What there is to store is made already."""

    council: Council
    key: str
    force_refresh: bool = True
    name = title = "council-end"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        return StepResult(self.council)

    def parse(self, stored: Any, runtime: Runtime) -> Council:
        return Council.model_validate(stored)


def with_stored_end(state: RunState, step: AnyPass, runtime: Runtime) -> RunState:
    """Before the council meets: with its end, if it has met about the same before."""
    is_asked = runtime.run.request.refreshes_pass(COUNCIL.name)
    if step is not COUNCIL or not state.settings.council_members:
        return state
    key = end_key(state, runtime)
    if runtime.results.has(key) and not runtime.forces(key, is_asked):
        with suppress(StoreError):
            return replace(state, council=runtime.results.load(key, Council))
    return state


def end_key(state: RunState, runtime: Runtime) -> str:
    """Of all that decides how it ends."""
    settings, gates = state.settings, unaddressed(state)
    reports: list[JsonValue] = [_seen(each) for _, each in sorted(state.reports.items())]
    contexts: list[JsonValue] = [
        step.key_context(runtime.model_of(step).label).model_dump(mode="json")
        for step in (COUNCIL, SYNTHESIS, ADVOCATE)
    ]
    rules: list[JsonValue] = [
        settings.council_members,
        settings.council_threshold,
        votes_allowed(state),
    ]
    findings = findings_of(state)
    required = digest_record(findings) if findings else ""
    asked: list[JsonValue] = [check_id(each.first) for each in gates]
    ingredients: JsonValue = [reports, flags_found(state), contexts, rules, required, asked]
    return f"council-end-{digest_json(ingredients)}"


def votes_allowed(state: RunState) -> int:
    return votes_at_most(state.complexity.tier, state.settings.council_rounds)


def _seen(report: DirectoryReport) -> JsonValue:
    entry = report.entry
    return [
        report.path,
        "" if report.state.is_complete else report.state.value,
        report.summary,
        entry.confidence if entry else None,
        entry.completeness if entry else None,
        len(report.files),
        [digest_record(answer) for answer in report.answers],
    ]
