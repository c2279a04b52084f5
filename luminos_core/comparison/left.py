"""The open flags of earlier runs that a run has not found."""

from dataclasses import replace

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.fate import Fate, Fates
from luminos_core.comparison.history import Base, KnownFlag, Listed
from luminos_core.comparison.match import Matches
from luminos_core.flags.ranking import in_order
from luminos_core.records.flag import Flag, FlagState
from luminos_core.records.report import AuditReport
from luminos_core.redaction.redact_record import redact_record


class Left:
    """Each is in one of three lists. `before`: as they were, without those that are gone and that
    only incomplete runs have seen."""

    def __init__(self, run: AuditedRun, base: Base | None, matches: Matches) -> None:
        fates = Fates(run, base, matches.moved)
        self.carried: list[KnownFlag] = []  # still open
        self.unknown: list[KnownFlag] = []
        self.resolved: list[KnownFlag] = []
        self.before: list[KnownFlag] = []
        for known in map(redact_record, matches.known_left):  # by what is secret now
            fate = fates.of(known)
            if fate is not Fate.GONE or not known.since_base:
                self.before.append(known)
            why = fates.dismissal(known.flag) if fate is Fate.GONE else None
            told = {"path": fates.path_of(known.flag), **(why or {})}
            moved = known.flag.model_copy(update=told)
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
