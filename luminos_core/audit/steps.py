"""The steps of a run: plain data that an executor hands to the process which carries them out."""

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from luminos_core.agents.passes.definition import AnyPass, Incomplete
from luminos_core.audit.assemble import RunFacts, assemble
from luminos_core.audit.compare_runs import compare_runs
from luminos_core.audit.cost_calibration import calibrate
from luminos_core.audit.key_diff import PreviousResult
from luminos_core.audit.known_flags import with_known_flags
from luminos_core.audit.last_run import store_last_run
from luminos_core.audit.memory_ledger import keep_memory_use, with_memory_use
from luminos_core.audit.other_models import Listing, pass_listing
from luminos_core.audit.publish import publish
from luminos_core.audit.remember import remember
from luminos_core.audit.results import report_key
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.status import with_gap
from luminos_core.audit.trend import with_trend
from luminos_core.checks.check_cache import save_check_cache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.digest import digest_json
from luminos_core.errors import StoreError
from luminos_core.offline.project_facts.gather import facts_version, project_facts
from luminos_core.policy.judge import judged
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryKey, DirectoryState
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag
from luminos_core.records.project import ProjectFacts
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.settings import HardLinks
from luminos_core.records.snapshot import Snapshot
from luminos_core.redaction.redact_record import redact_record
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_cache import load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.scan.withheld_values import remember_withheld_values
from luminos_core.store.interrupted import mark_reported
from luminos_core.store.layout import target_id
from luminos_core.store.prune import Kept, prune
from luminos_core.store.trend import load_trend, store_point
from luminos_core.suppressions.apply import with_suppressions
from luminos_core.text.filenames import encode_name
from luminos_core.text.formats import listed

_RECORD = "record"  # what is missing is the run's own


@dataclass(frozen=True)
class StepResult:
    value: Any
    incomplete: Incomplete | None = None  # why the value is not stored


class Step(ABC):
    """One unit of work. With a `key` its result, a Record, is stored under it and found again."""

    name: str  # of its kind: "scan", "survey", "directory"
    title: str  # of this one: "survey", "src/auth"
    key: str | None = None
    force_refresh: bool = False  # run although a result is stored

    @abstractmethod
    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult: ...

    def parse(self, stored: Any, runtime: Runtime) -> Any:
        """The value from its stored JSON; itself when the result is not stored."""
        return stored


@dataclass(frozen=True)
class ScanStep(Step):
    """The base scan. It is cheap, and tells whether anything changed. The checks of single files
    look at each file as it is read, so that it is opened once."""

    name = title = "scan"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        target, request = runtime.target, runtime.run.request
        runtime.observe(PhaseStarted(phase="scan", text=f"scanning {encode_name(str(target))}"))
        hide_links = runtime.agents is not None and (
            runtime.settings.hard_links is HardLinks.WITHHOLD
        )
        options = ScanOptions(
            exclude=request.exclude, include_hidden=request.include_hidden, mark_links=hide_links
        )
        cache = load_scan(runtime.store, target, fresh=request.fresh)
        context = ScanContext(runtime.observe, runtime.stop, cache, runtime.check_cache.inspect)
        snapshot = take_snapshot(target, options, context)
        store_scan(runtime.store, target, cache)
        runtime.files.remember(snapshot, hide_links=hide_links)
        remember_withheld_values(SandboxedDir(target), snapshot)
        return StepResult(snapshot)


class CheckResult(Record):
    """The flags of the deterministic checks, and why some or all are missing."""

    flags: tuple[Flag, ...] = ()
    suppressed: tuple[Flag, ...] = ()  # in the code, by a comment
    gap: str = ""


@dataclass(frozen=True)
class CheckStep(Step):
    """The deterministic checks. Their flags are stored by the target's content and the rules."""

    snapshot: Snapshot
    key: str
    force_refresh: bool
    name = title = "checks"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        text = f"checking {self.snapshot.file_count} files"
        runtime.observe(PhaseStarted(phase="checks", text=text))
        cache, files = runtime.check_cache, runtime.files
        flags, suppressed, changed = run_checks(files, self.snapshot, cache, runtime.stop)
        save_check_cache(runtime.store, runtime.target, cache, self.snapshot)
        if not changed:
            return StepResult(CheckResult(flags=flags, suppressed=suppressed))
        gap = f"changed after the scan: {listed(changed)}"
        result = CheckResult(flags=flags, suppressed=suppressed, gap=gap)
        return StepResult(result, Incomplete(state="Gap", reason=gap))

    def parse(self, stored: Any, runtime: Runtime) -> CheckResult:
        return CheckResult.model_validate(stored)


@dataclass(frozen=True)
class ProjectStep(Step):
    """What the target is made of and runs with, found by rules. Of directories that are as they
    were, what their files say is known."""

    snapshot: Snapshot
    key: str
    force_refresh: bool
    name = title = "project"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        text = "finding parts, entry points and dependencies"
        runtime.observe(PhaseStarted(phase="project", text=text))
        snapshot, name = self.snapshot, target_id(runtime.target)
        kept = runtime.store.signed("notes")
        facts = project_facts(snapshot, runtime.files, kept, name, runtime.stop)
        changed = [each for each in snapshot.directories if runtime.files.change_in(each.path)]
        reason = f"changed after the scan: {listed([each.path for each in changed])}"
        return StepResult(facts, Incomplete(state="Gap", reason=reason) if changed else None)

    def parse(self, stored: Any, runtime: Runtime) -> ProjectFacts:
        return ProjectFacts.model_validate(stored)


def project_step(snapshot: Snapshot, content: str, *, force_refresh: bool) -> ProjectStep:
    """`content` is the digest of the snapshot's."""
    digest = digest_json([content, snapshot.name, *facts_version()])
    return ProjectStep(snapshot, f"project-{digest}", force_refresh)


def check_step(snapshot: Snapshot, content: str, *, force_refresh: bool) -> CheckStep:
    """`content` is the digest of the snapshot's."""
    key = f"checks-{digest_json([content, checks_digest()])}"
    return CheckStep(snapshot, key, force_refresh)


@dataclass(frozen=True)
class PassStep(Step):
    """One pass over the whole target, or over one directory."""

    name: str  # of the pass
    title: str
    briefing: Record
    listing: Listing  # of a complete result, for other models
    key: str
    force_refresh: bool
    is_kept: bool = False  # another model's result is used

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        step = runtime.pass_named(self.name)
        if self.is_kept:
            raise LookupError(f"the result of {self.listing.made.model} was lost during the run")
        runtime.observe(step.started(self.briefing))
        result = runtime.investigator.start(step, self.briefing, last_attempt=last_attempt).run()
        result, incomplete = self.ended(step, result, runtime)
        if not (incomplete or getattr(result, "state", None) is DirectoryState.ACCEPTED):
            runtime.list_result(self.listing)
        return StepResult(result, incomplete)

    def ended(self, step: AnyPass, result: Any, runtime: Runtime) -> tuple[Any, Incomplete | None]:
        """What is stored of the result, and why it is not."""
        return result, step.incomplete(result)

    def parse(self, stored: Any, runtime: Runtime) -> Any:
        return runtime.pass_named(self.name).result.model_validate(stored)


def pass_step(step: AnyPass, briefing: Record, runtime: Runtime) -> PassStep:
    """The step of a pass over the whole target, or over some subtrees of it."""
    own, refreshes = runtime.model_of(step).label, runtime.run.request.refreshes_pass(step.name)
    model = own if refreshes else runtime.other_models.model_of(step, briefing, own)
    listing = pass_listing(step, briefing, model)
    return PassStep(
        name=step.name,
        title=step.title(briefing),
        briefing=briefing,
        key=listing.made.result,
        force_refresh=runtime.forces(listing.made.result, refreshes),
        listing=listing,
        is_kept=model != own,
    )


def note_made(runtime: Runtime, step: PassStep, is_cached: bool, result: Any) -> None:
    """Of a pass that has ended; `result` is None when it failed."""
    if is_cached and step.is_kept:
        runtime.other_models.kept_passes[step.name].append(step.listing.made.model)
    if result is None or is_cached or runtime.pass_named(step.name).incomplete(result):
        return
    runtime.made_again(step.key)


@dataclass(frozen=True)
class LoadSubtreeStep(Step):
    """A subtree in which nothing changed: its stored reports, children first, the root last."""

    title: str
    keys: tuple[DirectoryKey, ...]
    name = "unchanged-subtree"

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        reports = tuple(runtime.results.load_report(report_key(key)) for key in self.keys)
        return StepResult(reports)


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
