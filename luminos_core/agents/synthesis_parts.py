"""A synthesis by subtree: what does not fit into one prompt is brought together in parts first.

Every flag and every directory is in the prompt of some part.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from luminos_core.agents.prompt_blocks import flag_line
from luminos_core.agents.subtrees import Piece, in_tree_order, split, title
from luminos_core.agents.synthesis_blocks import left_out_line, section
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.briefing import PartialSynthesis, SynthesisBriefing
from luminos_core.records.directory import DirectoryReport, LeftOut
from luminos_core.records.flag import Flag
from luminos_core.records.report import Synthesis
from luminos_core.text.tree_paths import parent_of

_GENERAL = "general"  # the path of a flag that is about no file


class _Fact(NamedTuple):
    """What the prompt says of one directory: its report, that it was left out, or a flag."""

    directory: str
    about: DirectoryReport | LeftOut | FlagGroup
    size: int  # characters


def parts_of(briefing: SynthesisBriefing) -> tuple[SynthesisBriefing, ...]:
    """() when all of it fits into one prompt."""
    facts = list(_facts(briefing))
    if sum(fact.size for fact in facts) <= briefing.characters:
        return ()
    groups = split([Piece(fact.directory, fact.size) for fact in facts], briefing.characters)
    return tuple(_part(briefing, [facts[position] for position in group]) for group in groups)


def partial(part: SynthesisBriefing, result: Synthesis) -> PartialSynthesis:
    """The result of a part, for the synthesis of the whole."""
    return PartialSynthesis(
        scope=part.scope,
        directories=len(part.reports),
        brief=result.brief,
        detailed=result.detailed,
        flags=result.flags,
        gap=result.gap,
    )


def _facts(briefing: SynthesisBriefing) -> Iterator[_Fact]:
    """In tree order; a directory's flags after its report."""
    reports = {report.path: report for report in briefing.reports}
    left_out = {each.path: each for each in briefing.left_out}
    groups: dict[str, list[FlagGroup]] = defaultdict(list)
    paths = {*reports, *left_out, "."}
    for group in group_flags(briefing.flags):
        groups[_directory_of(group.first, paths)].append(group)
    for path in in_tree_order(paths):
        if report := reports.get(path):
            yield _Fact(path, report, len(section(report)) + 2)
        if each := left_out.get(path):
            yield _Fact(path, each, len(left_out_line(each)) + 1)
        for group in groups[path]:
            yield _Fact(path, group, len(flag_line(group)) + 1)


def _directory_of(flag: Flag, known: set[str]) -> str:
    """The nearest known directory above the flag's file, or that itself."""
    path = "." if flag.path == _GENERAL else flag.path
    while path not in known:
        path = parent_of(path)
    return path


def _part(briefing: SynthesisBriefing, facts: Sequence[_Fact]) -> SynthesisBriefing:
    about = [fact.about for fact in facts]
    reports = [each for each in about if isinstance(each, DirectoryReport)]
    flags = (flag for each in about if isinstance(each, FlagGroup) for flag in each.flags)
    order = {report.path: position for position, report in enumerate(briefing.reports)}
    return briefing.model_copy(
        update={
            "scope": title(fact.directory for fact in facts),
            "reports": tuple(sorted(reports, key=lambda report: order[report.path])),
            "left_out": tuple(each for each in about if isinstance(each, LeftOut)),
            "flags": tuple(flags),
        }
    )
