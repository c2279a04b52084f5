"""The steps that look at the target without a model: the scan, the checks, the project's facts."""

from dataclasses import dataclass
from typing import Any

from luminos_core.agents.passes.definition import Incomplete
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.checks.check_cache import save_check_cache
from luminos_core.checks.check_threads import CheckThreads
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.digest import digest_json
from luminos_core.offline.project_facts.gather import facts_version, project_facts
from luminos_core.records.base import Record
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag
from luminos_core.records.project import ProjectFacts
from luminos_core.records.settings import HardLinks
from luminos_core.records.snapshot import Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_cache import load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.scan.withheld_values import remember_withheld_values
from luminos_core.store.layout import target_id
from luminos_core.text.filenames import encode_name
from luminos_core.text.formats import listed, pluralize


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
        with CheckThreads(runtime.check_cache.inspect) as checks:
            context = ScanContext(runtime.observe, runtime.stop, cache, checks.inspect)
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
        text = f"checking {pluralize(self.snapshot.file_count, 'file')}"
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
