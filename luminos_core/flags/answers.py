"""What the agents of directories say of the flags and hints of checks, and what follows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from luminos_core.flags.questions import check_id, earlier_id
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag
from luminos_core.records.question import Answer, AnswerKind, AskedAbout
from luminos_core.text.tree_paths import parent_of

AGENT = "model"  # the source that an agent is of what it has confirmed


class Answered(NamedTuple):
    flags: tuple[Flag, ...]  # with the hints that were confirmed
    hints: tuple[Flag, ...]  # that are open
    dismissed_hints: tuple[Flag, ...]


_Answers = Mapping[tuple[str, str], Sequence[Answer]]  # by directory and question


def with_answers(
    flags: Iterable[Flag], hints: Iterable[Flag], reports: Iterable[DirectoryReport]
) -> Answered:
    """A flag stays a flag, whatever is said of it: a model that has read the target hides none."""
    answers = _by_question(reports)
    found = [_judged(flag, answers) for flag in flags]
    open_hints, dismissed = [], []
    for hint in hints:
        judged = _judged(hint, answers)
        if judged.is_dismissed:
            dismissed.append(judged)
        elif judged.answered_by:
            found.append(judged)
        else:
            open_hints.append(judged)
    return Answered(tuple(found), tuple(open_hints), tuple(dismissed))


def raised_flags(reports: Iterable[DirectoryReport]) -> Iterator[Flag]:
    """The agents' flags, without those about which another agent was asked later: it has raised
    again what is still so."""
    kept = tuple(reports)
    settled = {
        answer.question: report
        for report in kept
        for answer in report.answers
        if answer.about is AskedAbout.EARLIER and answer.answer is not AnswerKind.OPEN
    }
    for report in kept:
        for flag in report.flags:
            by = settled.get(earlier_id(flag)) if settled else None
            if by is None or by.path == report.path or _made_at(by) < _made_at(report):
                yield flag


def _made_at(report: DirectoryReport) -> str:
    return report.entry.cached_at if report.entry else ""


def _by_question(reports: Iterable[DirectoryReport]) -> _Answers:
    found: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for report in reports:
        for answer in report.answers:
            if answer.about is AskedAbout.CHECK and answer.answer is not AnswerKind.OPEN:
                found[report.path, answer.question].append(answer)
    return found


def _judged(flag: Flag, answers: _Answers) -> Flag:
    directory = parent_of(flag.path)
    for answer in answers.get((directory, check_id(flag)), ()):
        is_meant = flag.line in answer.lines if flag.line else not answer.lines
        if is_meant and answer.answer is AnswerKind.CONFIRMED:
            return _confirmed(flag, answer, directory)
        if is_meant:
            told = {"answered_by": directory, "answer": _reason(answer), "is_dismissed": True}
            return flag.model_copy(update=told)
    return flag


def _confirmed(flag: Flag, answer: Answer, directory: str) -> Flag:
    sources = dict.fromkeys((*flag.also_found_by, AGENT))
    confirmed = {
        "answered_by": directory,
        "answer": _reason(answer),
        "also_found_by": tuple(sources),
        "is_hint": False,
        "severity": (flag.is_hint and answer.severity) or flag.severity,
    }
    return flag.model_copy(update=confirmed)


def _reason(answer: Answer) -> str:
    """With the place where it is seen, when that is not the flag's own."""
    if not answer.path or (answer.path == answer.of and answer.line in (None, *answer.lines)):
        return answer.reason
    place = f"{answer.path}:{answer.line}" if answer.line else answer.path
    return f"{answer.reason} ({place})".strip()
