"""The facts that each pass works on; its first message is a rendering of one of these."""

from luminos_core.records.base import Record
from luminos_core.records.boundary import KnownBoundary
from luminos_core.records.directory import DirectoryReport, LeftOut
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Plan
from luminos_core.records.project import ProjectFacts
from luminos_core.records.snapshot import DirectoryRecord, LanguageTotal, SurveySignals
from luminos_core.records.survey import Survey


class SurveyBriefing(Record):
    target: str  # the folder's name
    shape: str = ""  # digest of where the target lies and of its directories' paths
    signals: SurveySignals
    languages: tuple[LanguageTotal, ...]
    directory_count: int
    tree: str  # two levels, rendered
    tools: tuple[str, ...]  # names the directory pass can use, without submit_report


class TreeLine(Record):
    """A line of the tree that a planner reads: of one directory, or of those that are `folded` into
    it, which lie below `path`."""

    path: str
    text: str
    folded: tuple[str, ...] = ()

    @property
    def directories(self) -> tuple[str, ...]:
        return self.folded or (self.path,)


class PlanBriefing(Record):
    target: str
    target_path: str = ""  # absolute real path, escaped
    shape: str = ""
    survey: Survey | None
    signals: SurveySignals
    directories: tuple[DirectoryRecord, ...]
    tree: tuple[TreeLine, ...]  # every directory is in one of them
    scope: str = ""  # the subtrees that are planned, when the tree is planned in parts
    boundaries: tuple[KnownBoundary, ...] = ()  # of directories that are as they were
    default_turns: int
    memory: str = ""  # of earlier runs, rendered; no ingredient of the result
    characters: int = 210_000  # that the tree may take

    @property
    def directory_count(self) -> int:
        return sum(len(line.directories) for line in self.tree)


class PlanUpdateBriefing(Record):
    target: str
    target_path: str  # absolute real path, escaped
    shape: str
    survey: Survey | None
    plan: Plan  # of the last run, without the directories that are no more
    last_plan: str  # digest of the whole of it
    directories: tuple[DirectoryRecord, ...]  # the new ones only
    scope: str = ""  # their subtrees, when they are placed in parts
    paths: tuple[str, ...]  # of all directories
    boundaries: tuple[KnownBoundary, ...] = ()  # of those that are as they were
    default_turns: int
    memory: str = ""  # as in PlanBriefing


class PlanRevisionBriefing(Record):
    target: str
    survey: Survey | None
    plan: Plan  # as it is now
    contradictions: tuple[str, ...]  # a line each; never empty
    total: int  # directories to investigate in this run
    done: int  # of them, those that have ended
    directories: tuple[DirectoryRecord, ...]  # of them, those that have not started
    assignments: tuple[Assignment, ...]  # theirs by the plan, in the same order


class PartialSynthesis(Record):
    """What was written of some subtrees, when the whole did not fit into one prompt."""

    scope: str  # their names
    directories: int  # with a report
    brief: str
    detailed: str
    flags: tuple[Flag, ...] = ()  # raised by the partial synthesis itself
    gap: str = ""


class SynthesisBriefing(Record):
    target: str
    survey: Survey | None
    languages: tuple[LanguageTotal, ...]
    reports: tuple[DirectoryReport, ...]  # in the tree's order, the root last
    left_out: tuple[LeftOut, ...] = ()  # all other directories
    flags: tuple[Flag, ...]  # of the checks and of all agents, the worst first
    scope: str = ""  # the subtrees of a partial synthesis
    parts: tuple[PartialSynthesis, ...] = ()  # in place of sections, when there are any
    project: ProjectFacts | None = None  # for a synthesis without a model
    characters: int = 210_000  # that directories and flags may take
    at_once: bool = False  # in one call, without reading on
