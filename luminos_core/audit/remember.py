"""What a run leaves to be remembered: an episode for each directory that it investigated."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.runtime import Runtime
from luminos_core.cache.directory_key import key_digest
from luminos_core.flags.fingerprint import evidence
from luminos_core.memory.code import code_of
from luminos_core.memory.episodes import Episodes
from luminos_core.memory.judgement import said_in_run
from luminos_core.memory.size import own_size, sort_of
from luminos_core.records.directory import DirectoryKey, DirectoryState
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.memory import Episode, Judgement, TurnUse
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.redaction.redact_record import redact_path
from luminos_core.text.tree_paths import parent_of

_INVESTIGATED = (DirectoryState.INVESTIGATED, DirectoryState.PARTIAL, DirectoryState.ACCEPTED)


def remember(
    runtime: Runtime, report: AuditReport, facts: RunFacts, keys: Iterable[DirectoryKey]
) -> None:
    """Of a run with a model. What it found in the cache was remembered when it was made. StoreError
    when it cannot be written."""
    if runtime.agents is None or not runtime.settings.memory:
        return
    Episodes(runtime.store, runtime.target).add(episodes_of(runtime, report, facts, keys))


def episodes_of(
    runtime: Runtime, report: AuditReport, facts: RunFacts, keys: Iterable[DirectoryKey]
) -> Iterator[Episode]:
    outcomes = [each for each in report.directories if each.state in _INVESTIGATED]
    if not outcomes:
        return
    by_path = {redact_path(key.path): key for key in keys}
    directories = {redact_path(each.path): each for each in facts.snapshot.directories}
    said = _judgements(runtime, report, facts, {each.path for each in outcomes})
    flags: dict[str, list[Flag]] = defaultdict(list)
    for flag in report.flags:
        flags[parent_of(flag.path)].append(flag)
    assigned = {redact_path(each.path): each.turns for each in facts.schedule.assignments}
    for outcome in outcomes:
        directory = directories[outcome.path]
        yield Episode(
            run_id=report.run_id,
            at=report.finished_at,
            directory=outcome.path,
            key=key_digest(by_path[outcome.path]) if outcome.path in by_path else "",
            size=own_size(directory),
            sort=sort_of(directory),
            model=outcome.model,
            turns=_turns(outcome, assigned.get(outcome.path, 0)),
            flags=dict(FlagCounts.of(flags[outcome.path]).flags),
            judgements=tuple(said.get(outcome.path, ())),
        )


def _turns(outcome: DirectoryOutcome, assigned: int) -> TurnUse:
    """Of the first model, when several looked: its turns were the plan's."""
    if outcome.escalated:
        first = outcome.escalated[0]
        is_partial = not first.state.is_complete
        return TurnUse(
            tier=outcome.tier,
            given=min(assigned, first.turns) if is_partial else assigned,
            used=first.turns,
            is_partial=is_partial,
            confidence=first.confidence,
        )
    return TurnUse(
        tier=outcome.tier,
        given=outcome.turns_allocated,
        used=outcome.turns_used,
        borrowed=outcome.turns_borrowed,
        returned=outcome.turns_lent,
        is_partial=outcome.state is not DirectoryState.INVESTIGATED,
        completeness=outcome.completeness,
        confidence=outcome.confidence,
    )


def _judgements(
    runtime: Runtime, report: AuditReport, facts: RunFacts, investigated: set[str]
) -> Mapping[str, list[Judgement]]:
    """Made in this run, by the directory that was asked or that raised the flag."""
    told = {evidence(flag): each.path for each in facts.reports for flag in each.flags}
    lists = (report.flags, report.refuted_flags, report.dismissed_hints)
    flags = {flag.fingerprint: flag for found in lists for flag in found}
    places = ((_teller(flag, told), flag) for flag in flags.values() if said_in_run(flag, ""))
    judged = [(place, flag) for place, flag in places if place in investigated]
    code = code_of((flag for _, flag in judged), runtime.files, facts.snapshot.files)
    found: dict[str, list[Judgement]] = defaultdict(list)
    for place, flag in judged:
        if said := said_in_run(flag, code[flag.fingerprint]):
            found[place].append(said)
    return found


def _teller(flag: Flag, told: Mapping[tuple[str, ...], str]) -> str:
    return flag.answered_by or told.get(evidence(flag), parent_of(flag.path))
