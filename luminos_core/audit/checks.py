"""What a run's checks have found: our own, and those of other tools."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from luminos_core.audit.scan_steps import CheckResult, CheckStep, ProjectStep
from luminos_core.checks.catalogue_rules import NOT_SEARCHED
from luminos_core.external.merge import merge_flags
from luminos_core.flags.ranking import rank_flags, without_hints
from luminos_core.records.external import ToolReport, ToolRun
from luminos_core.records.flag import Flag
from luminos_core.records.project import ProjectFacts
from luminos_core.records.report import Gap


@dataclass(frozen=True)
class ProjectResult:
    """The facts of the project, and why they are missing."""

    facts: ProjectFacts = field(default_factory=ProjectFacts)
    gap: str = ""


@dataclass(frozen=True)
class Checks:
    flags: tuple[Flag, ...]  # ranked
    hints: tuple[Flag, ...] = ()  # ranked; none of them is among the flags
    not_searched: tuple[str, ...] = ()  # paths of minified scripts
    suppressed: tuple[Flag, ...] = ()  # in the code, by a comment
    gaps: tuple[Gap, ...] = ()
    tools: tuple[ToolRun, ...] = ()
    project: ProjectFacts = field(default_factory=ProjectFacts)


def with_tools(own: CheckResult, project: ProjectResult, reports: Sequence[ToolReport]) -> Checks:
    found = [each for report in reports for each in report.flags]
    active = [each for each in found if not each.flag.suppressed]
    meant = [each for each in found if each.flag.suppressed]
    ours = ((CheckStep.name, own.gap), (ProjectStep.name, project.gap))
    gaps = [*ours, *((report.run.name, report.gap) for report in reports)]
    not_searched = tuple(flag.path for flag in own.flags if flag.rule == NOT_SEARCHED)
    searched = [flag for flag in own.flags if flag.rule != NOT_SEARCHED]
    flags, hints = without_hints(merge_flags(searched, active))
    return Checks(
        flags=rank_flags(flags),
        hints=rank_flags(hints),
        not_searched=not_searched,
        suppressed=merge_flags(own.suppressed, meant),
        gaps=tuple(Gap(pass_name=name, reason=reason) for name, reason in gaps if reason),
        tools=tuple(report.run for report in reports),
        project=project.facts,
    )
