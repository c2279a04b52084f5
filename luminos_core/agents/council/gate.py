"""The hard gate of a council: critical flags of checks that nobody has addressed."""

from collections.abc import Iterable, Iterator

from luminos_core.digest import digest_json
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.question import AnswerKind


def unaddressed(flags: Iterable[Flag], reports: Iterable[DirectoryReport]) -> tuple[FlagGroup, ...]:
    """Of the flags that count: what one rule says of one file is one. An agent that has answered
    that it is so, or that it is not and why, has addressed it; one that leaves it open has not."""
    answered = {
        answer.question
        for report in reports
        for answer in report.answers
        if answer.answer is not AnswerKind.OPEN
    }
    return tuple(each for each in group_flags(_criticals(flags)) if gate_id(each) not in answered)


def gate_id(group: FlagGroup) -> str:
    """Of the question that the council asks about it."""
    return digest_json(["gate", *group.first.group])


def gate_line(group: FlagGroup) -> str:
    """For people and for the report."""
    return f"{group.first.rule} at {group.first.location}"


def _criticals(flags: Iterable[Flag]) -> Iterator[Flag]:
    for flag in flags:
        is_agents = flag.source is FlagSource.MODEL
        if flag.severity is Severity.CRITICAL and not (is_agents or flag.is_hint):
            yield flag
