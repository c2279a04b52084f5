"""What is new, gone and still there between any two stored reports, from what they say alone.

A run is compared with the last complete one when it ends, over the target itself (`compare`); of
these two runs the result is in the later report, and is used. Of any two others less is known: what
is not found again is gone only when its file is, or when the same check read the file again.
"""

from collections.abc import Iterator, Mapping

from luminos_core.comparison.history import KnownFlag
from luminos_core.comparison.match import matched
from luminos_core.comparison.moves import moved_by_flags
from luminos_core.comparison.report_facts import different_facts
from luminos_core.comparison.stored_report import GENERAL, StoredReport
from luminos_core.records.base import Record
from luminos_core.records.comparison import ComparedRun, FactChange
from luminos_core.records.coverage import FileState
from luminos_core.records.flag import Flag, FlagSource, FlagState
from luminos_core.text.formats import listed

_READ = (FileState.DESCRIBED, FileState.LISTED)  # by our checks, whole


class TwoReports(Record):
    """Flags of the later report in their states, and those of the earlier one that it lacks."""

    before: ComparedRun
    after: ComparedRun
    remarks: tuple[str, ...] = ()  # clauses: why not like is compared with like
    flags: tuple[Flag, ...]
    gone: tuple[Flag, ...] = ()  # resolved, or not seen again
    facts: tuple[FactChange, ...] = ()

    def in_state(self, state: FlagState) -> tuple[Flag, ...]:
        return tuple(flag for flag in (*self.flags, *self.gone) if flag.state is state)


def compare_reports(before: StoredReport, after: StoredReport) -> TwoReports:
    remarks, own = tuple(_remarks(before, after)), after.comparison
    runs = {"before": before.run, "after": after.run}
    if own is not None and own.previous.run_id == before.run_id:
        less = (f"the second one read less: {own.read_less}",) if own.read_less else ()
        remarks = (*remarks, *less)
        return TwoReports(
            **runs, remarks=remarks, flags=after.flags, gone=own.gone, facts=own.facts
        )
    flags, gone = _flags(before, after)
    facts = tuple(different_facts(before, after))
    return TwoReports(**runs, remarks=remarks, flags=flags, gone=gone, facts=facts)


def _flags(before: StoredReport, after: StoredReport) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """What one of them suppresses, or could not verify, is neither new nor gone."""
    known = [KnownFlag(flag=flag) for flag in before.every_flag]
    matches = matched(known, after.every_flag, lambda lost, new: _moved(before, after, lost, new))
    states = (
        FlagState.PERSISTING if index in matches.pairs else _novelty(flag, before, after)
        for index, flag in enumerate(after.flags)
    )
    flags = (_in(state, flag) for state, flag in zip(states, after.flags, strict=True))
    paired = {*matches.pairs.values()}
    lost = (flag for index, flag in enumerate(before.flags) if index not in paired)
    return tuple(flags), tuple(_in(_fate(flag, before, after), flag) for flag in lost)


def _moved(
    before: StoredReport, after: StoredReport, lost: list[KnownFlag], new: list[Flag]
) -> Mapping[str, str]:
    """New path by old path."""
    gone = (each.flag for each in lost if each.flag.path not in after.file_states)
    came = (flag for flag in new if flag.path not in before.file_states)
    return dict(moved_by_flags(list(gone), list(came)))


def _in(state: FlagState, flag: Flag) -> Flag:
    return flag.model_copy(update={"state": state})


def _novelty(flag: Flag, before: StoredReport, after: StoredReport) -> FlagState:
    if flag.first_seen and flag.first_seen <= before.finished_at < after.finished_at:
        return FlagState.REOPENED
    was_there = flag.path == GENERAL or flag.path in before.file_states
    could_not_see = was_there or not before.sees(flag.path)
    if could_not_see and not _could_be_found(flag, before, after):
        return FlagState.NEWLY_CHECKED
    return FlagState.NEW


def _could_be_found(flag: Flag, before: StoredReport, after: StoredReport) -> bool:
    """Whether what found the flag looked for it before, too."""
    if flag.path != GENERAL and not before.sees(flag.path):
        return False
    match flag.source:
        case FlagSource.MODEL:
            return before.language_model
        case FlagSource.TOOL:
            tool = flag.rule.partition(":")[0]
            version = after.tool_versions.get(tool)
            return before.tool_versions.get(tool) == version
        case FlagSource.ANALYZER:
            is_same = before.luminos_version == after.luminos_version or flag.rule in before.rules
            return is_same and before.has_checks and _was_read(flag, before)


def _fate(flag: Flag, before: StoredReport, after: StoredReport) -> FlagState:
    if flag.path != GENERAL and not after.sees(flag.path):
        return FlagState.UNKNOWN
    if flag.path != GENERAL and after.files and flag.path not in after.file_states:
        return FlagState.RESOLVED
    return FlagState.RESOLVED if _was_looked_for(flag, before, after) else FlagState.UNKNOWN


def _was_looked_for(flag: Flag, before: StoredReport, after: StoredReport) -> bool:
    """Whether the same rule ran over the file again. A model looks in another way each time."""
    if flag.source is FlagSource.TOOL:
        tool = flag.rule.partition(":")[0]
        ran = after.tool_versions.get(tool)
        return ran is not None and ran == before.tool_versions.get(tool)
    is_same = before.luminos_version == after.luminos_version
    is_check = flag.source is FlagSource.ANALYZER
    return is_check and is_same and after.has_checks and _was_read(flag, after)


def _was_read(flag: Flag, report: StoredReport) -> bool:
    return flag.line is None or report.file_states.get(flag.path) in _READ


def _remarks(before: StoredReport, after: StoredReport) -> Iterator[str]:
    if before.target != after.target:
        yield f"they are of two targets, {before.target} and {after.target}"
    if before.finished_at > after.finished_at:
        yield "the second one is the earlier"
    branches = before.version.branch, after.version.branch
    if all(branches) and branches[0] != branches[1]:
        yield f"they are of two branches, {' and '.join(branches)}"
    for report, name in ((before, "first"), (after, "second")):
        if report.status != "complete":
            yield f"the {name} one is incomplete"
    yield from _other_means(before, after)


def _other_means(before: StoredReport, after: StoredReport) -> Iterator[str]:
    if before.luminos_version != after.luminos_version:
        yield f"Luminos {before.luminos_version} made the first, {after.luminos_version} the second"
    if before.language_model != after.language_model:
        with_model = "first" if before.language_model else "second"
        yield f"only the {with_model} one used a language model"
    for report, other, name in ((before, after, "first"), (after, before, "second")):
        if tools := sorted(report.tool_versions.keys() - other.tool_versions.keys()):
            yield f"{listed(tools)} ran in the {name} one alone"
