"""Directories that one model tier was not enough for: on which tier each is worked on, and what
comes of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from luminos_core.agents.escalation import accepted, is_enough, joined
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.audit.escalation_ledger import Escalation, EscalationLedger
from luminos_core.llm.ladder import Rung, label_below
from luminos_core.records.directory import (
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
    TierAttempt,
)


@dataclass(frozen=True)
class Escalations:
    """Safe to use from many threads, for different directories."""

    rungs: tuple[Rung, ...] = ()  # from the own tier of directories upwards; () when there is none
    ledger: EscalationLedger | None = None  # None without rungs

    @property
    def is_on(self) -> bool:
        return bool(self.rungs)

    def result_key(self, own: DirectoryKey) -> DirectoryKey:
        """The key of the result that counts for a directory, or is to be made, on whichever tier.
        `own` is that of the first one."""
        found = self._find(own)
        return own.model_copy(update={"model": found.model}) if found else own

    def rung_of(self, key: DirectoryKey) -> int:
        """How many tiers above the first one the key's is."""
        labels = [each.label for each in self.rungs]
        return labels.index(key.model) if key.model in labels else 0

    def briefed(self, work: DirectoryWork, *, escalates: bool) -> DirectoryWork:
        """The work on the tier that its key says, with what the tiers below it left."""
        rung = self._rung(work.key.model)
        if rung is None:
            return work
        found = self._find(work.key) if rung is not self.rungs[0] else None
        if found is None:
            return work.model_copy(update={"escalates": escalates})
        return _on(rung, work, found.earlier, escalates=escalates)

    def ended(self, work: DirectoryWork, report: DirectoryReport) -> DirectoryReport:
        """The report of one tier's work, before it is stored: joined with those before it, and
        noted when the next tier is to look at it. StoreError when that cannot be written."""
        rung = self._rung(work.key.model)
        if rung is None or self.ledger is None or work.directory.unread or _stays(work, report):
            return report
        if work.earlier is None and is_enough(report):
            self.ledger.forget(work.key)
            return report
        attempt = _attempt(rung, report)
        made = joined(work.earlier, report.model_copy(update={"escalated": (attempt,)}))
        above = self._above(rung)
        if not attempt.settled:
            return made
        if is_enough(made) or above is None:
            if work.earlier:
                self.ledger.note(work.key, rung.label, work.earlier, is_made=True)
            return accepted(made) if work.earlier else made
        if work.escalates:
            self.ledger.note(work.key, above.label, made)
        return made

    def next_work(self, work: DirectoryWork, report: DirectoryReport) -> DirectoryWork | None:
        """The same on the next tier, when `report`, of work in this run, is not enough."""
        rung = self._rung(work.key.model)
        if rung is None or not (work.escalates and report.escalated) or report.is_due:
            return None
        above = self._above(rung)
        if above is None or is_enough(report):
            return None
        return _on(above, work, report, escalates=True)

    def put_off(
        self, work: DirectoryWork, reason: str, state: DirectoryState = DirectoryState.DEFERRED
    ) -> DirectoryReport:
        """The report of the tiers below that of `work`, which did not come to an end."""
        rung, earlier = self._rung(work.key.model), work.earlier
        assert rung is not None  # noqa: S101 - it was climbed
        assert earlier is not None  # noqa: S101 - likewise
        attempt = TierAttempt(
            tier=rung.tier, model=rung.model.label, state=state, reason=reason, settled=False
        )
        return earlier.model_copy(update={"escalated": (*earlier.escalated, attempt)})

    def _rung(self, label: str) -> Rung | None:
        return next((each for each in self.rungs if each.label == label), None)

    def _above(self, rung: Rung) -> Rung | None:
        later = self.rungs[self.rungs.index(rung) + 1 :]
        return later[0] if later else None

    def _find(self, key: DirectoryKey) -> Escalation | None:
        """What is noted of the directory, if the tiers are still those."""
        found = self.ledger.find(key) if self.ledger else None
        if found is None or self._rung(found.model):
            return found
        below = self._rung(label_below(found.model))  # the model above it is another one now
        above = self._above(below) if below else None
        return found.model_copy(update={"model": above.label}) if above else None


def _stays(work: DirectoryWork, report: DirectoryReport) -> bool:
    """Whether what came of a directory before it was asked again counts as it is."""
    return work.refines is not None and not report.state.is_complete


def _attempt(rung: Rung, report: DirectoryReport) -> TierAttempt:
    entry = report.entry
    why = report.reason or (entry.confidence_reason if entry else "") or ""
    return TierAttempt(
        tier=rung.tier,
        model=rung.model.label,
        state=report.state,
        confidence=entry.confidence if entry else None,
        reason=why,
        turns=report.turns_used,
        allocated=report.turns_allocated,
        lent=report.turns_lent,
        borrowed=report.turns_borrowed,
        settled=report.state.is_complete or report.is_stuck,
    )


def _on(
    rung: Rung, work: DirectoryWork, earlier: DirectoryReport, *, escalates: bool
) -> DirectoryWork:
    turns = max(work.assignment.turns, DEFAULT_TURNS)
    changed: Mapping[str, object] = {
        "key": work.key.model_copy(update={"model": rung.label}),
        "assignment": work.assignment.model_copy(update={"turns": turns}),
        "model_tier": rung.tier,
        "earlier": earlier,
        "escalates": escalates,
    }
    return work.model_copy(update=changed)
