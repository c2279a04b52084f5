"""The facts each pass is told, as records; its first message is a rendering of one of these."""

from luminos_core.records.base import Record
from luminos_core.records.directory import ChildSummary, DirectoryReport
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Plan, Tier
from luminos_core.records.snapshot import DirectoryRecord, LanguageTotal, SurveySignals
from luminos_core.records.survey import Survey


class SurveyBriefing(Record):
    target: str  # the folder's name
    signals: SurveySignals
    languages: tuple[LanguageTotal, ...]
    directory_count: int
    tree: str  # two levels, rendered
    tools: tuple[str, ...]  # names the directory pass can use, without submit_report


class PlanBriefing(Record):
    target: str
    survey: Survey | None
    signals: SurveySignals
    directories: tuple[DirectoryRecord, ...]
    tree: str  # six levels, rendered
    stored: tuple[str, ...]  # directories whose stored result will be used
    default_turns: int
    turn_budget: int


class ReplanBriefing(Record):
    target: str
    survey: Survey | None
    plan: Plan  # that is kept
    directories: tuple[DirectoryRecord, ...]  # the new ones only
    default_turns: int


class RevisionBriefing(Record):
    target: str
    survey: Survey | None
    plan: Plan  # that stands
    contradictions: tuple[str, ...]  # a line each; never empty
    total: int  # directories to investigate in this run
    done: int  # of them that have ended
    directories: tuple[DirectoryRecord, ...]  # of them, those that are not yet begun
    assignments: tuple[Assignment, ...]  # theirs as the plan stands, in the same order


class DirectoryBriefing(Record):
    target: str
    directory: DirectoryRecord
    tier: Tier
    turns: int
    children: tuple[ChildSummary, ...]
    flags: tuple[Flag, ...]  # the analyzers', of the directory's own files
    survey: Survey | None
    notes: str  # the plan's


class SynthesisBriefing(Record):
    target: str
    survey: Survey | None
    languages: tuple[LanguageTotal, ...]
    reports: tuple[DirectoryReport, ...]  # in the tree's order, the root last
    flags: tuple[Flag, ...]


Briefing = (
    SurveyBriefing
    | PlanBriefing
    | ReplanBriefing
    | RevisionBriefing
    | DirectoryBriefing
    | SynthesisBriefing
)
