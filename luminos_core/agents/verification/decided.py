"""All flags of a run, with what agents and reviewers say of them: each issue once."""

from collections.abc import Iterable
from typing import NamedTuple

from luminos_core.agents.verification.verdicts import with_verdicts
from luminos_core.external.agreement import agreed
from luminos_core.flags.answers import raised_flags, with_answers
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag, Verdict
from luminos_core.records.verification import Verification


class Decided(NamedTuple):
    flags: tuple[Flag, ...]  # that count, and those whose quotation was not found
    refuted: tuple[Flag, ...]
    hints: tuple[Flag, ...]  # that nobody has decided
    dismissed_hints: tuple[Flag, ...]


def decided(
    checks: Iterable[Flag],
    hints: Iterable[Flag],
    reports: Iterable[DirectoryReport],
    verifications: Iterable[Verification],
    more: Iterable[Flag] = (),
) -> Decided:
    """`more`: flags of the synthesis."""
    told, reviews = tuple(reports), tuple(verifications)
    answered = with_answers(checks, (), told)
    of_hints = with_answers((), hints, told)
    raised = with_verdicts((*raised_flags(told), *more), reviews)
    confirmed = with_verdicts(of_hints.flags, reviews)
    opened = with_verdicts(of_hints.hints, reviews)
    by_reviewers = [each for each in opened.flags if each.verdict is Verdict.CONFIRMED]
    still_open = (each for each in opened.flags if each.verdict is not Verdict.CONFIRMED)
    found = (
        *answered.flags,
        *confirmed.flags,
        *(hint.model_copy(update={"is_hint": False}) for hint in by_reviewers),
    )
    every = agreed(found, still_open, raised.flags)
    return Decided(
        flags=every.flags,
        refuted=(*raised.refuted, *confirmed.refuted),
        hints=every.hints,
        dismissed_hints=(*of_hints.dismissed_hints, *opened.refuted),
    )
