"""Comparing a run with the last complete one of the same target and branch."""

from dataclasses import replace

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.base import base_of
from luminos_core.comparison.facts import changed_facts
from luminos_core.comparison.fate import Fate, Fates
from luminos_core.comparison.history import (
    RESOLVED_KEPT,
    UNKNOWN_KEPT,
    Base,
    History,
    KnownFlag,
    Listed,
)
from luminos_core.comparison.identity import kept_fingerprints
from luminos_core.comparison.known_files import KnownFiles, content_of
from luminos_core.comparison.lists import listed_flags, with_listed
from luminos_core.comparison.match import Matches, match
from luminos_core.comparison.novelty import Novelty
from luminos_core.comparison.read_less import read_less
from luminos_core.comparison.reopened import reopened
from luminos_core.comparison.rules import changed_rules
from luminos_core.flags.fingerprint import evidence
from luminos_core.flags.ranking import in_order
from luminos_core.records.comparison import Comparison
from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.report import AuditReport
from luminos_core.redaction.redact_record import redact_record

_COMPLETE = "complete"


def compare(run: AuditedRun, history: History) -> tuple[AuditReport, History]:
    """The run's report with what became of every flag, and the history with this run in it. An
    incomplete run is compared, too, but the next one is compared with the one before it."""
    before = KnownFiles.parse(history.base.files if history.base else "")
    found = [flag for _, flag in listed_flags(run.report)]
    matches = match(history.open, found, run.tree, before)
    seen = _Seen(run, history, matches)
    left = _Left(run, history.base, matches)
    report = with_listed(run.report, seen.flags, left.carried)
    if history.base:
        report = report.model_copy(update={"comparison": _comparison(run, history.base, left.gone)})
    return report, _updated(run, history, seen, left)


class _Seen:
    """The flags that this run has found, in its order."""

    def __init__(self, run: AuditedRun, history: History, matches: Matches) -> None:
        self.run = run
        again = reopened(matches.found, matches.pairs, history.resolved)
        kept = kept_fingerprints(matches)
        novelty = Novelty(run, history.base) if history.base else None
        self.flags: list[KnownFlag] = []
        for index, (listed, flag) in enumerate(listed_flags(run.report)):
            pair = matches.pairs.get(index)
            known = again.get(index) if pair is None else matches.known[pair]
            state = self._state(flag, listed, known, novelty)
            seen = self._seen(flag, listed, known, state)
            self.flags.append(_known_as(seen, kept[index]) if index in kept else seen)
        reopened_ids = set(map(id, again.values()))
        self.still_resolved = [each for each in history.resolved if id(each) not in reopened_ids]

    def _state(
        self, flag: Flag, listed: Listed, known: KnownFlag | None, novelty: Novelty | None
    ) -> FlagState | None:
        if novelty is None:
            return None
        if known is not None and known.resolved_at:
            return FlagState.REOPENED
        if known is not None and known.listed is Listed.REFUTED and listed is Listed.FLAGS:
            return FlagState.NEWLY_CHECKED  # nobody was told of it before
        if known is not None and not known.since_base:
            return FlagState.PERSISTING
        is_again = known is not None and known.flag.state is FlagState.REOPENED
        return FlagState.REOPENED if is_again else novelty.of(flag)

    def _seen(
        self, flag: Flag, listed: Listed, known: KnownFlag | None, state: FlagState | None
    ) -> KnownFlag:
        report = self.run.report
        now, commit = report.finished_at, report.version.commit
        dates = {
            "first_seen": known.flag.first_seen if known else now,
            "first_commit": known.flag.first_commit if known else commit,
            "last_seen": now,
            "last_commit": commit,
            "state": state,
        }
        return KnownFlag(
            flag=flag.model_copy(update=dates),
            listed=listed,
            content=content_of(self.run.tree.files.get(flag.path)),
            teller=self.run.tellers.get(evidence(flag), "") if self.run.tellers else "",
            since_base=known is None or known.since_base or bool(known.resolved_at),
        )


def _known_as(known: KnownFlag, fingerprint: str) -> KnownFlag:
    flag = known.flag.model_copy(update={"fingerprint": fingerprint})
    return replace(known, flag=flag, found_as=known.flag.fingerprint)


class _Left:
    """The open flags that this run has not found."""

    def __init__(self, run: AuditedRun, base: Base | None, matches: Matches) -> None:
        fates = Fates(run, base, matches.moved)
        self.carried: list[KnownFlag] = []  # still open
        self.unknown: list[KnownFlag] = []
        self.resolved: list[KnownFlag] = []
        self.before: list[KnownFlag] = []  # as they were, for the run after an incomplete one
        for known in map(redact_record, matches.known_left):  # by what is secret now
            fate = fates.of(known)
            if fate is not Fate.GONE or not known.since_base:
                self.before.append(known)
            moved = known.flag.model_copy(update={"path": fates.path_of(known.flag)})
            self._add(replace(known, flag=moved), fate, run.report, base)

    @property
    def gone(self) -> tuple[Flag, ...]:
        """Those that a person has seen as open."""
        every = (*self.resolved, *self.unknown)
        return in_order(known.flag for known in every if known.listed is Listed.FLAGS)

    def _add(self, known: KnownFlag, fate: Fate, report: AuditReport, base: Base | None) -> None:
        was_unknown = known.flag.state is FlagState.UNKNOWN
        if fate is Fate.GONE:
            at, commit = report.finished_at, report.version.commit
            ended = replace(known, resolved_at=at, resolved_commit=commit)
            self.resolved.append(_in_state(ended, FlagState.RESOLVED))
        elif fate is Fate.STAYS and not was_unknown:
            stays = known.flag.state if known.since_base else FlagState.PERSISTING
            self.carried.append(_in_state(known, stays if base else None))
        elif known.listed is Listed.FLAGS:
            self.unknown.append(_in_state(known, FlagState.UNKNOWN))


def _in_state(known: KnownFlag, state: FlagState | None) -> KnownFlag:
    return replace(known, flag=known.flag.model_copy(update={"state": state}))


def _comparison(run: AuditedRun, base: Base, gone: tuple[Flag, ...]) -> Comparison:
    facts = (*changed_facts(run, base), *changed_rules(run, base))
    return Comparison(previous=base.run, gone=gone, facts=facts, read_less=read_less(run, base))


def _updated(run: AuditedRun, history: History, seen: _Seen, left: _Left) -> History:
    """After an incomplete run its own flags are known, too; what it has not found is as before."""
    if run.report.status != _COMPLETE:
        flags = (*seen.flags, *left.before, *seen.still_resolved)
        return history.model_copy(update={"flags": flags})
    still = (*seen.flags, *left.carried)
    is_open = [replace(each, since_base=False) if each.since_base else each for each in still]
    resolved = (*seen.still_resolved, *left.resolved)
    latest = sorted(resolved, key=lambda each: each.resolved_at, reverse=True)
    flags = (*is_open, *left.unknown[:UNKNOWN_KEPT], *latest[:RESOLVED_KEPT])
    return history.model_copy(update={"base": base_of(run), "flags": flags})
