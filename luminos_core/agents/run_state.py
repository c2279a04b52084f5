"""What a run knows so far: what its next passes are briefed from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from luminos_core.agents.tiers import has_pass
from luminos_core.memory.patterns import Memory
from luminos_core.records.boundary import KnownBoundary
from luminos_core.records.complexity import Complexity
from luminos_core.records.council import Council
from luminos_core.records.directory import DirectoryKey, DirectoryReport, LeftOut
from luminos_core.records.flag import Flag
from luminos_core.records.plan import LastPlan
from luminos_core.records.project import ProjectFacts
from luminos_core.records.requirement import Findings
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.verification import Claim


@dataclass(frozen=True)
class RunState:
    settings: Settings
    snapshot: Snapshot
    complexity: Complexity = field(default_factory=Complexity)  # its tier chooses the passes
    flags: tuple[Flag, ...] = ()  # of the deterministic checks
    hints: tuple[Flag, ...] = ()  # theirs, for the agents of the directories to judge
    # Of every directory, if the last plan is kept, by what that plan skips.
    keys: Mapping[frozenset[str], Mapping[str, DirectoryKey]] = field(default_factory=dict)
    cached: frozenset[str] = frozenset()  # directories whose stored results are used
    kept: frozenset[str] = frozenset()  # of them, those whose results are another model's
    # What unchanged directories take and reach. It reads their reports, so only a planner asks.
    boundaries: Callable[[], tuple[KnownBoundary, ...]] = lambda: ()
    changes: Mapping[str, str] = field(default_factory=dict)  # since the last run: "new", "changed"
    last_plan: LastPlan | None = None  # of the target's last run, if it can be used again
    results: Mapping[str, Any] = field(default_factory=dict)  # of passes, by name
    reports: Mapping[str, DirectoryReport] = field(default_factory=dict)  # by directory
    claims: Mapping[str, tuple[Claim, ...]] = field(default_factory=dict)  # by reviewing pass
    memory: Memory = field(default_factory=Memory)  # of earlier runs
    requirements: Findings | None = None  # what checks have found of those that a file states
    infers_requirements: bool = False  # from the target's documents, in place of a file
    project: ProjectFacts | None = None  # of a run without a model, which is told by them
    open_criticals: tuple[Flag, ...] = ()  # of `flags`: that nothing suppresses
    council: Council | None = None  # once it has ended
    left_out: tuple[LeftOut, ...] = ()  # once the directories have ended: those without a report

    def has(self, pass_name: str) -> bool:
        """Whether the pass is one of the target's tier."""
        return has_pass(self.complexity.tier, pass_name)
