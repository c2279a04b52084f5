"""All requirements of a file checked, without a model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from luminos_core.records.requirement import (
    Evidence,
    Finding,
    Requirement,
    RequirementState,
)
from luminos_core.records.snapshot import Snapshot
from luminos_core.requirements.candidates import Tree
from luminos_core.requirements.deadline import ALL, ONE, Deadline, OutOfTime
from luminos_core.requirements.read_texts import Texts
from luminos_core.requirements.run_check import Checked, Sources, run_check
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal

NO_CHECK = "no check, and no model was asked"

_WORST_FIRST = (RequirementState.UNMET, RequirementState.UNKNOWN, RequirementState.MET)


@dataclass(frozen=True)
class CheckedRequirement:
    finding: Finding
    is_lasting: bool = True  # as long as the content is the same; not of one that ran out of time


def check_all(
    requirements: Sequence[Requirement],
    snapshot: Snapshot,
    files: SandboxedDir,
    stop: StopSignal,
    clock: Callable[[], float],
) -> Iterator[CheckedRequirement]:
    """In their order. `clock` counts seconds. Interrupted when stopped."""
    sources = Sources(Tree(snapshot), Texts(files))
    end = clock() + ALL
    for requirement in requirements:
        stop.check()
        deadline = Deadline(clock, clock() + ONE, end)
        try:
            finding = _checked(requirement, sources, deadline)
            yield CheckedRequirement(finding, is_lasting=not sources.texts.changed)
        except OutOfTime as error:
            yield CheckedRequirement(_unknown(requirement, str(error)), is_lasting=False)


def _checked(requirement: Requirement, sources: Sources, deadline: Deadline) -> Finding:
    if requirement.problem:
        return _unknown(requirement, requirement.problem)
    if not requirement.checks:
        return _unknown(requirement, NO_CHECK)
    deadline.check()
    ended = [run_check(each, sources, deadline) for each in requirement.checks]
    state = next(each for each in _WORST_FIRST if any(each is found.state for found in ended))
    decisive = [each for each in ended if each.state is state]
    return Finding(
        requirement=requirement,
        state=state,
        reason="; ".join(dict.fromkeys(each.reason for each in decisive)),
        evidence=_places(decisive),
    )


def _places(ended: Sequence[Checked]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(place for each in ended for place in each.evidence))


def _unknown(requirement: Requirement, reason: str) -> Finding:
    return Finding(requirement=requirement, state=RequirementState.UNKNOWN, reason=reason)
