"""The calls of each pass, as a model of a certain profile makes them.

The length of a text that exists before the run is measured: trees, listings, flags. The length of
what a model writes is assumed.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from luminos_core.agents.estimate.call_pattern import CallPattern, text_tokens, tokens
from luminos_core.agents.estimate.directory_prompt import DirectoryPrompt
from luminos_core.agents.estimate.model_profile import (
    GUIDANCE,
    SEARCH_RESULT,
    TASK,
    TOOL_CALL,
    ModelProfile,
)
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_blocks import flags_block, signals_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.flag import Flag

_LISTED_SHARE = 0.35  # of the directories are listed in a plan, and at most so many:
_MOST_LISTED = 100
_FILES_PER_TURN = 3  # read in one turn
_CHUNK = 4_000.0  # tokens of a file that one call reads, by the tool's default
_MOST_RECORDED = 60  # files; more do not fit into an answer
_SECTION_HEAD = 80  # characters of a synthesis's section before its summary


def survey_calls(briefing: SurveyBriefing, profile: ModelProfile) -> CallPattern:
    tree = text_tokens(briefing.tree[: PROMPT_LIMITS.survey_tree_characters])
    return CallPattern(
        first_message=TASK + text_tokens(signals_block(briefing.signals)) + tree,
        answer=TOOL_CALL + 230 * profile.verbosity,
    )


def plan_calls(briefing: PlanBriefing, profile: ModelProfile) -> CallPattern:
    tree = text_tokens(briefing.tree[: PROMPT_LIMITS.plan_tree_characters])
    listed = min(_LISTED_SHARE * len(briefing.directories), _MOST_LISTED)
    return CallPattern(
        first_message=TASK + GUIDANCE + text_tokens(signals_block(briefing.signals)) + tree,
        answer=TOOL_CALL + 75 * profile.verbosity + listed * (20 + 18 * profile.verbosity),
    )


def directory_calls(prompt: DirectoryPrompt, profile: ModelProfile) -> CallPattern:
    summaries = prompt.children * min(profile.summary, PROMPT_LIMITS.summary_characters)
    readings = [_reading(size, profile.reading_chance) for size in prompt.unread]
    seen = prompt.whole + profile.reading_chance * len(prompt.unread)
    recorded = min(profile.recorded_share * seen, _MOST_RECORDED)
    report = 2 * TOOL_CALL + tokens(profile.summary) + 50 * profile.verbosity  # and a flag at times
    return CallPattern(
        first_message=TASK + GUIDANCE + prompt.facts + tokens(summaries) + prompt.files,
        answer=report + recorded * (TOOL_CALL + 15 + 50 * profile.verbosity),
        request=_FILES_PER_TURN * TOOL_CALL,
        reading_calls=_reading_turns(readings, profile.reading_chance),
        read=sum(reading.tokens for reading in readings),
        search_calls=profile.search_turns,
        search_result=SEARCH_RESULT,
    )


def synthesis_calls(
    directories: int, flags: Sequence[Flag], sections_limit: int, profile: ModelProfile
) -> CallPattern:
    """`sections_limit`: characters of all directories' sections."""
    sections = min(directories * (_SECTION_HEAD + profile.summary), sections_limit)
    return CallPattern(
        first_message=TASK + GUIDANCE + text_tokens(flags_block(flags)) + tokens(sections),
        answer=2 * TOOL_CALL + 1_500 * profile.verbosity,
        request=2 * TOOL_CALL,
        search_calls=2 * profile.search_turns,
        search_result=SEARCH_RESULT,
    )


class _Reading(NamedTuple):
    """Of one file, on average."""

    chunks: float
    tokens: float


def _reading(size: float, chance: float) -> _Reading:
    """Each chunk of a file is read with the same chance, once the one before it was."""
    count = ceil(size / _CHUNK)
    chunks = chance * (1 - chance**count) / (1 - chance)  # chance + chance² + …
    return _Reading(chunks, chunks * size / count)


def _reading_turns(readings: Sequence[_Reading], chance: float) -> float:
    """None when no file is opened, else as many as it takes to read several files in each."""
    any_at_all = 1 - (1 - chance) ** len(readings)
    chunks = sum(reading.chunks for reading in readings)
    return min(max(any_at_all, chunks / _FILES_PER_TURN), DEFAULT_TURNS - 1)
