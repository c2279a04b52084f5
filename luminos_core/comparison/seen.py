"""The flags that a run has found: what became of each, and since when it is known."""

from dataclasses import replace

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.history import History, KnownFlag, Listed
from luminos_core.comparison.identity import kept_fingerprints
from luminos_core.comparison.known_files import content_of
from luminos_core.comparison.lists import listed_flags
from luminos_core.comparison.match import Matches
from luminos_core.comparison.novelty import Novelty
from luminos_core.comparison.reopened import reopened
from luminos_core.flags.fingerprint import evidence
from luminos_core.records.flag import Flag, FlagState


class Seen:
    """`flags` are in the order of the report's lists."""

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
