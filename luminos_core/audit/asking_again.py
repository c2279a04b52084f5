"""Directories asked again by a council, and what follows: their flags reviewed, their answers
counted."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from luminos_core.agents.council.questions import Asked, questions_of
from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.agents.run_state import RunState
from luminos_core.audit.refinement import Refinement
from luminos_core.audit.sequence import StepSequence
from luminos_core.records.council import Wanted
from luminos_core.records.question import AnswerKind


class AskedAgain(NamedTuple):
    state: RunState
    asked: tuple[Wanted, ...] = ()
    unanswered: tuple[str, ...] = ()  # directories
    is_capped: bool = False  # there was no money for some of them


def ask_again(
    wanted: Iterable[Wanted], state: RunState, refinement: Refinement, run: StepSequence
) -> AskedAgain:
    """What is not known yet of `wanted`. A cap that has no room for it is no reason why the run's
    directories were not investigated."""
    asked = questions_of(wanted, state.reports)
    if not asked:
        return AskedAgain(state)
    runtime = refinement.runtime
    had_room = runtime.budget.exhausted is None
    refinement.run(asked, run.last)
    is_capped = had_room and runtime.budget.exhausted is not None
    if had_room:
        runtime.budget.forget_refusals()
    state = run.investigated(state, refinement.plan, refinement.progress)
    if VERIFICATION in runtime.passes:
        state = run.passed(VERIFICATION, run.with_claims(VERIFICATION, state))
    told = tuple(_told(asked))
    return AskedAgain(state, told, tuple(unanswered(asked, state)), is_capped)


def unanswered(asked: Asked, state: RunState) -> Iterator[str]:
    """The directories that leave a question open, or say nothing of it."""
    for path, questions in sorted(asked.items()):
        known = {
            answer.question
            for answer in state.reports[path].answers
            if answer.answer is not AnswerKind.OPEN
        }
        if any(question.id not in known for question in questions):
            yield path


def _told(asked: Asked) -> Iterator[Wanted]:
    for path, questions in sorted(asked.items()):
        for question in questions:
            yield Wanted(directory=path, question=question.text)
