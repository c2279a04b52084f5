"""What directories are asked after a vote that was not for complete."""

from collections.abc import Iterable, Iterator, Mapping

from luminos_core.agents.council.gate import gate_line, unaddressed
from luminos_core.agents.run_state import RunState
from luminos_core.digest import digest_json
from luminos_core.flags.questions import check_id
from luminos_core.records.council import Ballot, Wanted
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.question import AskedAbout, Question
from luminos_core.text.sanitize import sanitize_line
from luminos_core.text.tree_paths import parent_of

LOW_CONFIDENCE = 0.7  # below it a directory is asked again, whoever wants to know
LOW_COMPLETENESS = 0.6
_DIGITS = 10  # of an id
_WHY = 160  # characters

Asked = Mapping[str, tuple[Question, ...]]  # by directory


def wanted_after(ballots: Iterable[Ballot], state: RunState) -> Iterator[Wanted]:
    """What members want to know, what gates a vote, and what is not sure or not read."""
    for ballot in ballots:
        yield from ballot.wanted
    for group in unaddressed(state):
        question = f"The critical {check_id(group.first)} of the checks ({gate_line(group)}) is "
        yield Wanted(
            directory=parent_of(group.first.path),
            question=f"{question}answered by nobody: is it so? Answer it under that id.",
        )
    for path, report in sorted(state.reports.items()):
        if question := _about_rating(report):
            yield Wanted(directory=path, question=question)


def questions_of(wanted: Iterable[Wanted], reports: Mapping[str, DirectoryReport]) -> Asked:
    """Of directories that are done, and only what they have not answered yet."""
    asked: dict[str, dict[str, Question]] = {}
    for each in wanted:
        report, question = reports.get(each.directory), _question(each)
        if report is None or not report.state.is_settled:
            continue
        if all(answer.question != question.id for answer in report.answers):
            asked.setdefault(each.directory, {})[question.id] = question
    return {path: tuple(questions.values()) for path, questions in asked.items()}


def _question(wanted: Wanted) -> Question:
    mark = digest_json(["council", wanted.directory, wanted.question])[:_DIGITS]
    return Question(id=mark, about=AskedAbout.COUNCIL, text=wanted.question)


def _about_rating(report: DirectoryReport) -> str:
    """ "" when nothing is wrong with it."""
    entry = report.entry
    if entry is None:
        return ""
    if entry.completeness is not None and entry.completeness < LOW_COMPLETENESS:
        return "Much of it is not read: read what matters most of that, and say what it does."
    if entry.confidence is not None and entry.confidence < LOW_CONFIDENCE:
        why = sanitize_line(entry.confidence_reason or "", _WHY)
        return f"Its summary is not sure{f': {why}' if why else ''}. Read the code that decides it."
    return ""
