"""What is known of the requirements of a run, from its checks and from a model."""

from collections.abc import Iterable, Mapping

from luminos_core.agents.run_state import RunState
from luminos_core.records.requirement import (
    Evidence,
    Finding,
    Findings,
    InferredRequirements,
    Requirement,
    RequirementAnswer,
    RequirementAnswers,
    RequirementState,
)
from luminos_core.requirements.check_all import NO_CHECK


def findings_of(state: RunState) -> Findings | None:
    """Those of the file, or those that were inferred, each with what was found of it by now; None
    when nothing is required."""
    found = _stated(state)
    if found is None:
        return None
    answers = {each.id: each for each in _answers(state.results.values())}
    findings = tuple(_with_answer(each, answers) for each in found.findings)
    return found.model_copy(update={"findings": findings})


def unchecked(findings: Findings) -> tuple[Requirement, ...]:
    """Those of which only a model can tell."""
    return tuple(each.requirement for each in findings.findings if each.requirement.is_unchecked)


def _stated(state: RunState) -> Findings | None:
    if not state.infers_requirements:
        return state.requirements
    inferred = (each for each in state.results.values() if isinstance(each, InferredRequirements))
    return Findings(
        file="",
        findings=tuple(
            Finding(requirement=each, state=RequirementState.UNKNOWN, reason=NO_CHECK)
            for result in inferred
            for each in result.requirements
        ),
    )


def _answers(results: Iterable[object]) -> Iterable[RequirementAnswer]:
    asked = (each for each in results if isinstance(each, RequirementAnswers))
    return (answer for each in asked for answer in each.answers)


def _with_answer(finding: Finding, answers: Mapping[str, RequirementAnswer]) -> Finding:
    answer = answers.get(finding.requirement.id) if finding.requirement.is_unchecked else None
    if answer is None:
        return finding
    place = (Evidence(path=answer.path, line=answer.line),) if answer.path else ()
    return Finding(
        requirement=finding.requirement,
        state=answer.state,
        reason=answer.reason,
        evidence=place,
        is_judged=answer.is_given,
    )
