"""The facts that each pass works on; its first message is a rendering of one of these."""

from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Assignment, Plan
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


class PlanBriefing(Record):
    target: str
    shape: str = ""
    survey: Survey | None
    signals: SurveySignals
    directories: tuple[DirectoryRecord, ...]
    tree: str  # six levels, rendered
    stored: tuple[str, ...]  # directories whose stored result will be used
    default_turns: int
    turn_budget: int


class PlanUpdateBriefing(Record):
    target: str
    target_path: str  # absolute real path, escaped
    shape: str
    survey: Survey | None
    plan: Plan  # of the last run, without the directories that are no more
    last_plan: str  # digest of the whole of it
    directories: tuple[DirectoryRecord, ...]  # the new ones only
    paths: tuple[str, ...]  # of all directories
    default_turns: int


class PlanRevisionBriefing(Record):
    target: str
    survey: Survey | None
    plan: Plan  # as it is now
    contradictions: tuple[str, ...]  # a line each; never empty
    total: int  # directories to investigate in this run
    done: int  # of them, those that have ended
    directories: tuple[DirectoryRecord, ...]  # of them, those that have not started
    assignments: tuple[Assignment, ...]  # theirs by the plan, in the same order


class SynthesisBriefing(Record):
    target: str
    survey: Survey | None
    languages: tuple[LanguageTotal, ...]
    reports: tuple[DirectoryReport, ...]  # in the tree's order, the root last
    flags: tuple[Flag, ...]
    characters: int = 210_000  # that the sections of directories may take
