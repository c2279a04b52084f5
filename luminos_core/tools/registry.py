"""Which pass has which tools."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from luminos_core.digest import digest_json
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.cost import Pass
from luminos_core.records.survey import Survey
from luminos_core.tools.checkpoint import CHECKPOINT
from luminos_core.tools.flag import FLAG
from luminos_core.tools.list_cache import LIST_CACHE
from luminos_core.tools.list_directory import LIST_DIRECTORY
from luminos_core.tools.parse_structure import PARSE_STRUCTURE
from luminos_core.tools.read_cache import READ_CACHE
from luminos_core.tools.read_file import READ_FILE
from luminos_core.tools.run_command import RUN_COMMAND
from luminos_core.tools.submit_plan import SUBMIT_PLAN
from luminos_core.tools.submit_report import SUBMIT_REPORT
from luminos_core.tools.submit_survey import SUBMIT_SURVEY
from luminos_core.tools.submit_synthesis import SUBMIT_SYNTHESIS
from luminos_core.tools.think import THINK
from luminos_core.tools.tool import Tool
from luminos_core.tools.write_cache import WRITE_CACHE

Tools = tuple[Tool[Any], ...]

TOOLS_BY_PASS: Mapping[Pass, Tools] = MappingProxyType(
    {
        Pass.DIRECTORY: (
            READ_FILE,
            LIST_DIRECTORY,
            RUN_COMMAND,
            PARSE_STRUCTURE,
            WRITE_CACHE,
            THINK,
            CHECKPOINT,
            FLAG,
            SUBMIT_REPORT,
        ),
        Pass.SYNTHESIS: (READ_CACHE, LIST_CACHE, FLAG, SUBMIT_SYNTHESIS),
        Pass.SURVEY: (SUBMIT_SURVEY,),
        Pass.PLAN: (SUBMIT_PLAN,),
    }
)

# What a survey can never take away: a loop must be able to end, to keep, and to warn.
PROTECTED = frozenset({"submit_report", "write_cache", "flag"})

# What changes nothing but the notebook, and asks nothing of the tree.
NOTE_TAKING = frozenset({"write_cache", "think", "checkpoint", "flag"})

TRUSTED_CONFIDENCE = 0.5  # of a survey, from which its wish to skip tools is followed


@cache
def specs(pass_name: Pass) -> tuple[ToolSpec, ...]:
    """The tools of a pass as a model sees them: the same bytes for every directory of a run."""
    return tuple(tool.spec() for tool in TOOLS_BY_PASS[pass_name])


@cache
def tools_digest(pass_name: Pass) -> str:
    """64 hex digits that change with any name, description or schema of the pass's tools."""
    return digest_json([spec.model_dump(mode="json") for spec in specs(pass_name)])


def without_skipped(tools: Tools, survey: Survey | None) -> Tools:
    """`tools` without those a confident survey calls useless; unknown names mean nothing."""
    if survey is None or survey.confidence < TRUSTED_CONFIDENCE:
        return tools
    skipped = frozenset(survey.skip_tools) - PROTECTED
    return tuple(tool for tool in tools if tool.name not in skipped)
