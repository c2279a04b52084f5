"""What is asked about flags: each has an id by which it is answered, in this run and in later ones,
since an answer is stored with what was read."""

from collections.abc import Iterable, Iterator

from luminos_core.digest import digest_json
from luminos_core.flags.fingerprint import evidence
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag
from luminos_core.records.question import AskedAbout, Question

_DIGITS = 10


def asked_of(flags: Iterable[Flag]) -> Iterator[tuple[FlagGroup, Question]]:
    """A question for what one rule says of one file, however many places it has."""
    for group in group_flags(flags):
        flag = group.first
        yield (
            group,
            Question(
                id=check_id(flag),
                about=AskedAbout.CHECK,
                text=flag.finding,
                flag=flag,
                lines=tuple(dict.fromkeys(each.line for each in group.flags if each.line)),
            ),
        )


def check_id(flag: Flag) -> str:
    """Of the question about a check's flag or hint: equal for all places of one rule in a file."""
    return _id(["check", flag.rule, flag.path, flag.severity, flag.is_hint])


def earlier_id(flag: Flag) -> str:
    """Of the question whether an agent's flag still holds: equal for all that has its evidence."""
    return _id(["earlier", *evidence(flag)])


def _id(parts: list[str | bool]) -> str:
    return digest_json([*parts])[:_DIGITS]
