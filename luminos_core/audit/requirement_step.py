"""The step that checks what a person requires of the target."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.passes.definition import Incomplete
from luminos_core.agents.requirements.findings import findings_of
from luminos_core.agents.run_state import RunState
from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.cache.target_digest import content_digest
from luminos_core.digest import digest_bytes, digest_json
from luminos_core.errors import SettingsError
from luminos_core.records.event import PhaseStarted
from luminos_core.records.report import Gap
from luminos_core.records.requirement import INFER, Findings
from luminos_core.records.snapshot import Snapshot
from luminos_core.redaction.redact_record import redact_record
from luminos_core.requirements.check_all import check_all
from luminos_core.requirements.read_file import (
    NEEDS_MODEL,
    RequirementText,
    parsed_requirements,
    read_requirements,
)
from luminos_core.text.formats import listed

NAME = "requirements"
_VERSION = 1  # of the forms of a file, and of the checks


@dataclass(frozen=True)
class RequirementStep(Step):
    """Stored by the target's content and the file's, so that a quiet night reads nothing. What ran
    out of time, or changed meanwhile, is looked at again. No waiver counts here: its day may pass
    while nothing else changes."""

    text: RequirementText
    snapshot: Snapshot
    key: str
    force_refresh: bool = False
    clock: Callable[[], float] = time.monotonic
    name = title = NAME

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        told = f"checking the requirements of {self.text.name}"
        runtime.observe(PhaseStarted(phase=self.name, text=told))
        file = parsed_requirements(self.text)
        files, stop = runtime.files, runtime.stop
        checked = [*check_all(file.requirements, self.snapshot, files, stop, self.clock)]
        found = tuple(each.finding for each in checked)
        findings = Findings(file=self.text.name, findings=found, gap=file.problem)
        passing = [each.finding.requirement.id for each in checked if not each.is_lasting]
        reason = f"to be checked again: {listed(passing)}"
        incomplete = Incomplete(state="Gap", reason=reason) if passing else None
        return StepResult(redact_record(findings), incomplete)

    def parse(self, stored: Any, runtime: Runtime) -> Findings:
        return Findings.model_validate(stored)


def requirement_step(runtime: Runtime, snapshot: Snapshot) -> RequirementStep | None:
    """None when the request names no file. SettingsError when that cannot be read, or when there is
    nobody to infer any."""
    request = runtime.run.request
    if request.requirements == INFER and not runtime.investigator.uses_model:
        raise SettingsError(NEEDS_MODEL)
    if request.requirements in ("", INFER):
        return None
    text = read_requirements(request.requirements, runtime.target)
    digest = digest_json([_VERSION, content_digest(snapshot), _seen(snapshot), *_of(text)])
    refresh = request.refreshes_pass(NAME)
    return RequirementStep(text, snapshot, f"{NAME}-{digest}", refresh)


def with_required(state: RunState, runtime: Runtime, findings: Findings | None) -> RunState:
    """`findings` of the checks, if a file states requirements."""
    infers = runtime.run.request.requirements == INFER
    return replace(state, requirements=findings, infers_requirements=infers)


def with_requirements(facts: RunFacts, state: RunState) -> RunFacts:
    findings = findings_of(state)
    if findings is None:
        return facts
    findings = redact_record(findings)
    gap = (Gap(pass_name=NAME, reason=findings.gap),) if findings.gap else ()
    return replace(facts, requirements=findings, gaps=(*facts.gaps, *gap))


def _seen(snapshot: Snapshot) -> list[JsonValue]:
    """What is not in the content's digest: what was left out, and what is never read."""
    left_out: list[JsonValue] = [[each.path, each.reason] for each in snapshot.exclusions]
    hidden: list[JsonValue] = [file.path for file in snapshot.files if file.is_hidden]
    return [left_out, hidden]


def _of(text: RequirementText) -> tuple[str, str]:
    return text.name, digest_bytes(text.content)
