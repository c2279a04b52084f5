"""Comparing a run with the last complete one of the same target and branch."""

from dataclasses import replace

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.base import base_of
from luminos_core.comparison.facts import changed_facts
from luminos_core.comparison.history import RESOLVED_KEPT, UNKNOWN_KEPT, Base, History
from luminos_core.comparison.known_files import KnownFiles
from luminos_core.comparison.left import Left
from luminos_core.comparison.lists import listed_flags, with_listed
from luminos_core.comparison.match import match
from luminos_core.comparison.read_less import read_less
from luminos_core.comparison.rules import changed_rules
from luminos_core.comparison.seen import Seen
from luminos_core.records.comparison import Comparison
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport

_COMPLETE = "complete"


def compare(run: AuditedRun, history: History) -> tuple[AuditReport, History]:
    """The run's report with what became of every flag, and the history with this run in it. An
    incomplete run is compared, too, but the next one is compared with the one before it."""
    before = KnownFiles.parse(history.base.files if history.base else "")
    found = [flag for _, flag in listed_flags(run.report)]
    matches = match(history.open, found, run.tree, before)
    seen = Seen(run, history, matches)
    left = Left(run, history.base, matches)
    report = with_listed(run.report, seen.flags, left.carried)
    if history.base:
        report = report.model_copy(update={"comparison": _comparison(run, history.base, left.gone)})
    return report, _updated(run, history, seen, left)


def _comparison(run: AuditedRun, base: Base, gone: tuple[Flag, ...]) -> Comparison:
    facts = (*changed_facts(run, base), *changed_rules(run, base))
    return Comparison(previous=base.run, gone=gone, facts=facts, read_less=read_less(run, base))


def _updated(run: AuditedRun, history: History, seen: Seen, left: Left) -> History:
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
