"""A run compared with the target's history, and the history with the run in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.owners import named_owners
from luminos_core.audit.runtime import Runtime
from luminos_core.checks.rule_versions import rule_versions
from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.compare import compare
from luminos_core.comparison.history import History
from luminos_core.comparison.history_store import Histories, LoadedHistory
from luminos_core.comparison.tree import Tree
from luminos_core.errors import StoreError
from luminos_core.flags.fingerprint import evidence
from luminos_core.git.ancestors import ancestors
from luminos_core.records.report import AuditReport
from luminos_core.text.escape import one_line


@dataclass(frozen=True)
class ComparedReport:
    """`gap` says why earlier runs are not known, though there were some."""

    report: AuditReport
    history: History
    loaded: LoadedHistory

    def keep(self, runtime: Runtime) -> None:
        """StoreError when the history cannot be written."""
        histories = Histories(runtime.store, runtime.target)
        histories.store(self.history, self.loaded, self.report.finished_at)


def compare_runs(report: AuditReport, facts: RunFacts, runtime: Runtime) -> ComparedReport:
    """`report` is without secrets. The caller holds the target's lock."""
    loaded = _loaded(report, runtime)
    paths = [known.flag.path for known in loaded.history.flags]
    run = AuditedRun(
        report=report,
        snapshot=facts.snapshot,
        tree=Tree(facts.snapshot, runtime.files, paths),
        rules=rule_versions(),
        tellers=_tellers(facts),
        purposes={
            each.path: each.facts.purpose.sentence
            for each in facts.reports
            if each.facts and each.facts.purpose
        },
        code_owners=named_owners(facts.snapshot, runtime.files),
    )
    compared, history = compare(run, loaded.history)
    if loaded.gap:
        why = one_line(loaded.gap)
        brief = f"{compared.brief}\n\nIt is not compared with earlier runs: {why}."
        compared = compared.model_copy(update={"not_compared": why, "brief": brief})
    return ComparedReport(compared, history, loaded)


def _loaded(report: AuditReport, runtime: Runtime) -> LoadedHistory:
    try:
        histories = Histories(runtime.store, runtime.target)
    except StoreError as error:
        return LoadedHistory(History(branch=report.version.branch), gap=str(error))
    version = report.version
    return histories.load(
        version.branch, report.run_id, lambda: ancestors(runtime.target, version.commit)
    )


def _tellers(facts: RunFacts) -> Mapping[tuple[str, ...], str]:
    return {evidence(flag): each.path for each in facts.reports for flag in each.flags}
