"""What the target as a whole is, from counts and names."""

from datetime import datetime

from pydantic import JsonValue

from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.passes.definition import Pass, Stage
from luminos_core.agents.planning.tree_lines import tree_lines
from luminos_core.agents.prompt_blocks import languages_block, signals_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.cache.target_digest import shape_digest
from luminos_core.offline.survey import survey as survey_offline
from luminos_core.records.base import Record
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.event import PhaseStarted
from luminos_core.records.settings import ModelTier
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.survey import Survey
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.text.sanitize import sanitize_name, sanitize_text, truncate_lines
from luminos_core.tools.registry import DIRECTORY_TOOLS, SURVEY_TOOLS
from luminos_core.tools.submit_survey import SubmitSurveyInput

_TREE_LEVELS = 2
_REST = 40  # characters of the line that counts what is cut


class SurveyResult(Record):
    """`survey` is None exactly when `gap` says why."""

    survey: Survey | None
    gap: str = ""


class SurveyPass(Pass[SurveyBriefing, SurveyResult]):
    name = "survey"
    stage = Stage.BEFORE_DIRECTORIES
    tier = ModelTier.FAST
    turns = 3
    prompts = Prompts("survey")
    tools = SURVEY_TOOLS
    result = SurveyResult
    runs_offline = True

    def briefing(self, state: RunState) -> SurveyBriefing:
        snapshot = state.snapshot
        return SurveyBriefing(
            target=snapshot.name,
            shape=shape_digest(snapshot),
            signals=snapshot.signals,
            languages=snapshot.languages,
            directory_count=len(snapshot.directories),
            tree=_tree(snapshot),
            tools=tuple(tool.name for tool in DIRECTORY_TOOLS if tool.run),
        )

    def started(self, briefing: SurveyBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"surveying {briefing.target}")

    def slots(self, briefing: SurveyBriefing) -> dict[str, object]:
        return {
            "target": sanitize_name(briefing.target),
            "directory_count": f"{briefing.directory_count:,}",
            "signals": signals_block(briefing.signals),
            "languages": languages_block(briefing.languages),
            "tree": sanitize_text(briefing.tree, PROMPT_LIMITS.survey_tree_characters),
            "tools": ", ".join(briefing.tools),
        }

    def ingredients(self, briefing: SurveyBriefing) -> JsonValue:
        """A survey is kept for as long as the target has the same directories."""
        return briefing.shape

    def accept(self, briefing: SurveyBriefing, submission: SubmitSurveyInput) -> SurveyResult:
        return SurveyResult(survey=submission.record())

    def fallback(self, briefing: SurveyBriefing, gap: str) -> SurveyResult:
        return SurveyResult(survey=None, gap=f"no survey was made: {gap}")

    def answer_tokens(self, briefing: SurveyBriefing, profile: ModelProfile) -> float:
        return 230 * profile.verbosity

    def offline(self, briefing: SurveyBriefing, files: ScannedFiles, now: datetime) -> SurveyResult:
        return SurveyResult(survey=survey_offline(briefing))


SURVEY = SurveyPass()


def _tree(snapshot: Snapshot) -> str:
    """With the files' names, or, where that would be cut, a line a directory with counts."""
    tree = render_tree(snapshot, _TREE_LEVELS)
    if len(tree) <= PROMPT_LIMITS.survey_tree_characters and "\n… " not in tree:
        return tree
    lines = tree_lines(snapshot.directories, {}, {}, _TREE_LEVELS)
    limit = PROMPT_LIMITS.survey_tree_characters - _REST
    return truncate_lines((line.text for line in lines), limit, "… {count} more lines")


def survey_of(state: RunState) -> Survey | None:
    """The survey of a run; a default one, of no confidence, for a simple target; None when it
    failed."""
    if not state.has(SURVEY.name):
        return Survey(
            description="A simple target: a handful of files, not surveyed.",
            approach="Read every file; there are few.",
            confidence=0.0,
        )
    result: SurveyResult | None = state.results.get(SURVEY.name)
    return result.survey if result else None
