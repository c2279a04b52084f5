"""The steps of a run that ask other programs, or read what they have written."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.passes.definition import Incomplete
from luminos_core.audit.executor import STOPPED, StepEnd
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.catalogue.tool_weights import weights_digest
from luminos_core.digest import digest_json
from luminos_core.external.copies import may_be_copied
from luminos_core.external.find import Found, find_tool
from luminos_core.external.registry import TOOLS, chosen_tools
from luminos_core.external.run_tool import run_tool
from luminos_core.external.sarif_file import report_sarif
from luminos_core.external.tool import ExternalTool
from luminos_core.records.event import PhaseStarted
from luminos_core.records.external import ToolReport, ToolRun, ToolState
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.text import formats

_SARIF = "sarif"
_VERSION = 1  # of how results become flags


@dataclass(frozen=True)
class ToolStep(Step):
    """One external tool. Its flags are stored by what it is given, itself, and what rules weigh."""

    name: str  # of the tool
    title: str
    found: Found
    files: tuple[FileRecord, ...]
    key: str
    force_refresh: bool

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        count = formats.pluralize(len(self.files), "file")
        runtime.observe(PhaseStarted(phase=self.name, text=f"running {self.name} on {count}"))
        tool = next(each for each in TOOLS if each.name == self.name)
        report = run_tool(tool, self.found, self.files, runtime.files, runtime.stop)
        return _result(report)

    def parse(self, stored: Any, runtime: Runtime) -> ToolReport:
        return ToolReport.model_validate(stored)


@dataclass(frozen=True)
class SarifStep(Step):
    """A file of results that was named. It is read each time: it may change, and that is cheap."""

    path: str
    title: str
    snapshot: Snapshot
    name = _SARIF

    def run(self, runtime: Runtime, *, last_attempt: bool) -> StepResult:
        runtime.observe(PhaseStarted(phase=_SARIF, text=f"reading {self.path}"))
        return StepResult(report_sarif(self.path, self.snapshot, runtime.files))


def tool_steps(runtime: Runtime, snapshot: Snapshot) -> Iterator[Step | ToolRun]:
    """A step for each tool that has something to look at, and for each file of results; in place of
    one that cannot run, why."""
    request, settings = runtime.run.request, runtime.settings
    for tool in chosen_tools(request.tools, settings.tools):
        wanted = [file for file in snapshot.files if may_be_copied(file) and tool.takes(file)]
        if not wanted:
            continue
        found = find_tool(tool, settings, runtime.target)
        if isinstance(found, str):
            yield ToolRun(name=tool.name, state=ToolState.SKIPPED, reason=found)
        else:
            yield _tool_step(runtime, tool, found, tuple(wanted))
    for path in request.sarif:
        yield SarifStep(path, f"{_SARIF} {path.rpartition('/')[2]}", snapshot)


def tool_report(step: Step | ToolRun, end: StepEnd | None, runtime: Runtime) -> ToolReport:
    """What came of a planned step, which has no `end` if it was not started."""
    if isinstance(step, ToolRun):
        return ToolReport(run=step)
    report, gap = end.value_or_gap() if end else (None, STOPPED)
    if report is None:
        run = ToolRun(name=step.title, state=ToolState.UNKNOWN, reason=gap)
        return ToolReport(run=run, gap=gap)
    if step.key and end and not end.is_cached and not report.gap:
        runtime.made_again(step.key)
    found: ToolReport = report
    return found


def _tool_step(
    runtime: Runtime, tool: ExternalTool, found: Found, files: tuple[FileRecord, ...]
) -> ToolStep:
    given: list[JsonValue] = [[file.path, file.digest] for file in files]
    key = f"{tool.name}-{digest_json([_VERSION, given, found.digest, weights_digest()])}"
    refresh = runtime.forces(key, runtime.run.request.refreshes_pass(tool.name))
    return ToolStep(tool.name, tool.name, found, files, key, refresh)


def _result(report: ToolReport) -> StepResult:
    if not report.gap:
        return StepResult(report)
    return StepResult(report, Incomplete(state="Gap", reason=report.gap))
