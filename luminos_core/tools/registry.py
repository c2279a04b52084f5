"""All tools, written out, in the sets that passes have."""

from functools import cache
from typing import Any

from luminos_core.digest import digest_json
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.survey import Survey
from luminos_core.tools.answer import ANSWER
from luminos_core.tools.cached_reports import LIST_CACHE, READ_CACHE
from luminos_core.tools.flag import FLAG
from luminos_core.tools.list_directory import LIST_DIRECTORY
from luminos_core.tools.notes import CHECKPOINT, THINK
from luminos_core.tools.parse_structure import PARSE_STRUCTURE
from luminos_core.tools.read_file import READ_FEW_FILES, READ_FILE
from luminos_core.tools.run_command import RUN_COMMAND
from luminos_core.tools.submit_challenge import SUBMIT_CHALLENGE
from luminos_core.tools.submit_inferred_requirements import SUBMIT_INFERRED_REQUIREMENTS
from luminos_core.tools.submit_plan import SUBMIT_PLAN
from luminos_core.tools.submit_report import SUBMIT_REPORT
from luminos_core.tools.submit_requirements import SUBMIT_REQUIREMENTS
from luminos_core.tools.submit_survey import SUBMIT_SURVEY
from luminos_core.tools.submit_synthesis import SUBMIT_SYNTHESIS
from luminos_core.tools.submit_verdict import SUBMIT_VERDICT
from luminos_core.tools.submit_vote import SUBMIT_VOTE
from luminos_core.tools.tool import Tool
from luminos_core.tools.write_cache import WRITE_CACHE

Tools = tuple[Tool[Any], ...]

DIRECTORY_TOOLS: Tools = (
    READ_FILE,
    LIST_DIRECTORY,
    RUN_COMMAND,
    PARSE_STRUCTURE,
    WRITE_CACHE,
    THINK,
    CHECKPOINT,
    FLAG,
    ANSWER,
    SUBMIT_REPORT,
)
SYNTHESIS_TOOLS: Tools = (READ_CACHE, LIST_CACHE, READ_FEW_FILES, FLAG, SUBMIT_SYNTHESIS)
VERIFICATION_TOOLS: Tools = (
    READ_FILE,
    LIST_DIRECTORY,
    RUN_COMMAND,
    PARSE_STRUCTURE,
    THINK,
    SUBMIT_VERDICT,
)
COUNCIL_TOOLS: Tools = (READ_CACHE, LIST_CACHE, READ_FEW_FILES, SUBMIT_VOTE)
ADVOCATE_TOOLS: Tools = (READ_CACHE, LIST_CACHE, READ_FEW_FILES, SUBMIT_CHALLENGE)
REQUIREMENT_TOOLS: Tools = (
    READ_FILE,
    LIST_DIRECTORY,
    RUN_COMMAND,
    PARSE_STRUCTURE,
    THINK,
    SUBMIT_REQUIREMENTS,
)
REQUIREMENT_INFERENCE_TOOLS: Tools = (SUBMIT_INFERRED_REQUIREMENTS,)
SURVEY_TOOLS: Tools = (SUBMIT_SURVEY,)
PLAN_TOOLS: Tools = (SUBMIT_PLAN,)

NOTE_TAKING = frozenset(tool.name for tool in DIRECTORY_TOOLS if tool.note_taking)

TRUSTED_CONFIDENCE = 0.5  # of a survey; below it, the survey's skip_tools are ignored


@cache
def specs_of(tools: Tools) -> tuple[ToolSpec, ...]:
    """The tools as a model sees them: the same bytes for every request of a run."""
    return tuple(tool.spec() for tool in tools)


@cache
def digest_of(tools: Tools) -> str:
    """64 hex digits that change with any name, description or schema of `tools`."""
    return digest_json([spec.model_dump(mode="json") for spec in specs_of(tools)])


def without_skipped(tools: Tools, survey: Survey | None) -> Tools:
    """`tools` without those that a confident survey skips. Protected tools always stay."""
    if survey is None or survey.confidence < TRUSTED_CONFIDENCE:
        return tools
    return tuple(tool for tool in tools if tool.protected or tool.name not in survey.skip_tools)
