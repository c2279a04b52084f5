"""The last step of a run: the report, and what later runs read of it."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.compare_runs import compare_runs
from luminos_core.audit.cost_calibration import calibrate
from luminos_core.audit.key_diff import PreviousResult
from luminos_core.audit.known_flags import with_known_flags
from luminos_core.audit.last_run import store_last_run
from luminos_core.audit.memory_ledger import keep_memory_use, with_memory_use
from luminos_core.audit.publish import publish
from luminos_core.audit.remember import remember
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.status import with_gap
from luminos_core.audit.steps import Step, StepResult
from luminos_core.audit.trend import with_trend
from luminos_core.errors import StoreError
from luminos_core.policy.judge import judged
from luminos_core.records.event import PhaseStarted
from luminos_core.records.report import AuditReport, Gap
from luminos_core.redaction.redact_record import redact_record
from luminos_core.store.interrupted import mark_reported
from luminos_core.store.prune import Kept, prune
from luminos_core.store.trend import load_trend, store_point
from luminos_core.suppressions.apply import with_suppressions

_RECORD = "record"  # what is missing is the run's own


@dataclass(frozen=True)
class PublishStep(Step):
    """The report assembled and written, and what the target's next run reads of this one."""

    facts: RunFacts
    results: Sequence[PreviousResult]
    name = title = "publish"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        folder = runtime.folder
        runtime.observe(PhaseStarted(phase="publish", text=f"writing {folder.path}"))
        fail_on = runtime.run.request.fail_on or runtime.settings.fail_on
        assembled = with_memory_use(assemble(self.facts), self.facts, runtime)
        compared = compare_runs(_without_secrets(assembled), self.facts, runtime)
        report = judged(with_suppressions(compared.report, self.facts.suppressions), fail_on)
        report = with_known_flags(report, self.facts.snapshot, runtime)
        try:
            report = with_trend(report, load_trend(runtime.store, runtime.target))
            publish(folder, report, runtime.store.target(runtime.target))
            self._keep(runtime, report)
            compared.keep(runtime)
            remember(runtime, compared.report, self.facts, [each.key for each in self.results])
        except StoreError as error:  # whoever waits for the report is shown it
            report = with_gap(report, Gap(pass_name=_RECORD, reason=str(error)))
            report = with_trend(report, report.trend)
            with suppress(StoreError):
                publish(folder, report, runtime.store.target(runtime.target))
        return StepResult(report)

    def _keep(self, runtime: Runtime, report: AuditReport) -> None:
        for run_id in self.facts.interrupted:
            mark_reported(report.run_id, runtime.store.run(run_id))
        store_point(runtime.store, runtime.target, report.trend[-1])
        last_run = runtime.last_run.updated(self.results)
        store_last_run(runtime.store, runtime.target, last_run)
        if report.status == "complete" and runtime.agents:
            runtime.agents.transcripts.delete_all()
        calibrate(runtime.store.signed("calibration"), runtime.calibration_name, report)
        keep_memory_use(report, runtime)
        settings = runtime.settings
        prune(runtime.store, Kept(settings.keep_runs, settings.keep_days), time.time())


def _without_secrets(report: AuditReport) -> AuditReport:
    """Also without those in names, and those that an earlier run did not know. What was asked for
    stays as it is: a retry asks for it again."""
    asked = {"request": report.request, "target": report.target}
    return redact_record(report).model_copy(update=asked)
