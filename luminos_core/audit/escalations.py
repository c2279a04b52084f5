"""Directories that one model tier was not enough for: on which tier each is, and what the tiers
below it left.

Of each there is a file in the store, under the cache key of the directory's first tier. It is
written before the result of the tier that was not enough is stored, and names the tier above, so
that a run that is killed goes on there, and one that finds the result there pays nothing.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from luminos_core.agents.escalation import accepted, is_enough, joined
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.audit.results import ResultStore, report_key
from luminos_core.digest import digest_bytes
from luminos_core.llm.ladder import Rung, label_below, own_model
from luminos_core.records.base import Record
from luminos_core.records.directory import (
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
    TierAttempt,
)
from luminos_core.records.request import AuditRun
from luminos_core.store.signed import SignedFolder

_PATH_DIGITS = 16  # of a path's digest, which begins a name


class _Stored(Record):
    run_id: str  # of the run that wrote it
    model: str  # label of the rung whose result counts, or is to be made
    earlier: DirectoryReport  # what the rungs below it left
    anew: bool = False  # a result that was stored before is to be made again


@dataclass(frozen=True)
class Escalations:
    """Safe to use from many threads, for different directories."""

    run: AuditRun
    rungs: tuple[Rung, ...] = ()  # from the own tier of directories upwards; () when there is none
    folder: SignedFolder | None = None
    results: ResultStore | None = None
    _paths: set[str] = field(default_factory=set)  # digests of the directories with a file

    def __post_init__(self) -> None:
        if self.folder is not None and self.folder.path.is_dir():
            for file in self.folder.path.iterdir():
                self._add(file.name)

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
        found = self._find(_own(work.key)) if rung is not self.rungs[0] else None
        if found is None:
            return work.model_copy(update={"escalates": escalates})
        return _on(rung, work, found.earlier, escalates=escalates)

    def ended(self, work: DirectoryWork, report: DirectoryReport) -> DirectoryReport:
        """The report of one tier's work, before it is stored: joined with those before it, and
        noted when the next tier is to look at it. StoreError when that cannot be written."""
        rung = self._rung(work.key.model)
        if rung is None or work.directory.unread or _stays(work, report):
            return report
        if work.earlier is None and is_enough(report):
            self._forget(work.key)
            return report
        attempt = _attempt(rung, report)
        made = joined(work.earlier, report.model_copy(update={"escalated": (attempt,)}))
        above = self._above(rung)
        if not attempt.settled:
            return made
        if is_enough(made) or above is None:
            if work.earlier:
                self._note(work, rung, work.earlier, is_made=True)
            return accepted(made) if work.earlier else made
        if work.escalates:
            self._note(work, above, made)
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

    def _find(self, own: DirectoryKey) -> _Stored | None:
        """What is noted of the directory, if the tiers are still those."""
        if self.folder is None or not self._has(own):
            return None
        found = self.folder.load_record(_name(own), _Stored)
        if found is None or not self._counts(own, found):
            return None
        if self._rung(found.model):
            return found
        below = self._rung(label_below(found.model))  # the model above it is another one now
        above = self._above(below) if below else None
        return found.model_copy(update={"model": above.label}) if above else None

    def _counts(self, own: DirectoryKey, found: _Stored) -> bool:
        """Not in a run that is to make it anew, unless that has written it itself: a fresh run, or
        a retry of one, which made anew what is due."""
        request = self.run.request
        if found.run_id in (self.run.run_id, *request.continues):
            return True
        if request.fresh or not request.refreshes_directory(own.path):
            return not request.fresh
        key = own.model_copy(update={"model": found.model})
        return found.anew or (self.results is not None and not self.results.has(report_key(key)))

    def _note(
        self, work: DirectoryWork, rung: Rung, earlier: DirectoryReport, *, is_made: bool = False
    ) -> None:
        """That the result on `rung` counts, which is stored next, if it is not to be made first."""
        name, path = _name(_own(work.key)), work.directory.path
        anew = not is_made and self.run.request.refreshes_directory(path)
        stored = _Stored(run_id=self.run.run_id, model=rung.label, earlier=earlier, anew=anew)
        if self.folder is not None:
            self.folder.write(name, stored.model_dump_json(exclude_defaults=True).encode())
            self._add(name)

    def _forget(self, key: DirectoryKey) -> None:
        """What an earlier run noted, when this one was enough on the first tier."""
        if self.folder is not None and self._has(key):
            self.folder.remove(_name(_own(key)))

    def _has(self, key: DirectoryKey) -> bool:
        """A quick answer for nearly all directories, which have none."""
        return bool(self._paths) and _path_digest(key) in self._paths

    def _add(self, name: str) -> None:
        self._paths.add(name[:_PATH_DIGITS])


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


def _own(key: DirectoryKey) -> DirectoryKey:
    return key.model_copy(update={"model": own_model(key.model)})


def _name(own: DirectoryKey) -> str:
    return f"{_path_digest(own)}-{report_key(own)}"


def _path_digest(key: DirectoryKey) -> str:
    return digest_bytes(os.fsencode(key.path))[:_PATH_DIGITS]
