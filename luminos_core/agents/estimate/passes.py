"""The conversations of each pass, as a model of certain habits would have them.

Where a text can be made before the run, its own length is taken: prompts, tools, listings, trees,
flags. What a model will have written is assumed, in characters of English.
"""

import json
from collections.abc import Sequence
from functools import cache
from math import ceil
from typing import NamedTuple

from luminos_core.agents.estimate.conversation import Conversation, tokens, tokens_of
from luminos_core.agents.estimate.facing import Facing
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_blocks import flags_block, signals_block
from luminos_core.agents.prompts.rendering import render
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.flag import Flag
from luminos_core.tools.registry import specs

_TASK = tokens(700)  # a task's own words
_TOLD = tokens(1_200)  # what the survey and the plan have to say to everyone
_SUMMARY = 350  # characters of a directory's summary
_LONGEST_SUMMARY = 600  # characters of a child's that its parent is told
_PLAN_TREE = 60_000  # characters at most
_LISTED = 0.35  # of the directories are listed in a plan, and at most so many:
_MOST_LISTED = 100

_CALL = 35.0  # tokens of a tool call around its own words
_READ_AT_ONCE = 3  # files that are asked for in one turn
_ASKS = _READ_AT_ONCE * _CALL
_PIECE = 4_000.0  # tokens of a file that are read at once, by the tool's default
_LOOK = 400.0  # tokens that a search, or a look at what was written, is answered with
_MOST_ENTRIES = 60  # of files; more do not fit into an answer


def survey_conversation(briefing: SurveyBriefing, profile: ModelProfile) -> Conversation:
    first = _TASK + tokens_of(signals_block(briefing.signals)) + tokens_of(briefing.tree)
    return Conversation(_prefix(Pass.SURVEY), False, first, _CALL + 230 * profile.words)


def plan_conversation(briefing: PlanBriefing, profile: ModelProfile) -> Conversation:
    tree = tokens_of(briefing.tree[:_PLAN_TREE])
    first = _TASK + _TOLD + tokens_of(signals_block(briefing.signals)) + tree
    listed = min(_LISTED * len(briefing.directories), _MOST_LISTED)
    answer = _CALL + 75 * profile.words + listed * (20 + 18 * profile.words)
    return Conversation(_prefix(Pass.PLAN), False, first, answer)


def directory_conversation(
    facing: Facing, profile: ModelProfile, *, is_first: bool
) -> Conversation:
    """The first conversation of the pass writes the prefix that all others read."""
    seen = facing.files
    summaries = facing.children * min(_SUMMARY * profile.words, _LONGEST_SUMMARY)
    readings = [_reading(size, profile.reading) for size in seen.unread]
    looked_at = seen.whole + profile.reading * len(seen.unread)
    entries = min(profile.recording * looked_at, _MOST_ENTRIES)
    return Conversation(
        prefix=_prefix(Pass.DIRECTORY),
        prefix_is_cached=not is_first,
        first=_TASK + _TOLD + facing.facts + tokens(summaries) + seen.tokens,
        answer=_report(profile) + entries * (_CALL + 15 + 50 * profile.words),
        asks=_ASKS,
        readings=_turns_of_reading(readings, profile.reading),
        read=sum(each.tokens for each in readings),
        looks=profile.looks,
        look=_LOOK,
    )


def synthesis_conversation(
    directories: int, flags: Sequence[Flag], limit: int, profile: ModelProfile
) -> Conversation:
    """`limit`: characters that its sections of directories may take."""
    sections = min(directories * (80 + _SUMMARY * profile.words), limit)
    return Conversation(
        prefix=_prefix(Pass.SYNTHESIS),
        prefix_is_cached=False,
        first=_TASK + _TOLD + tokens_of(flags_block(flags)) + tokens(sections),
        answer=2 * _CALL + 1_500 * profile.words,
        asks=2 * _CALL,
        looks=2 * profile.looks,
        look=_LOOK,
    )


class _Reading(NamedTuple):
    """Of one file, on average."""

    pieces: float
    tokens: float


def _reading(size: float, chance: float) -> _Reading:
    """Each piece of a file is read with the same chance, once the one before it was."""
    count = ceil(size / _PIECE)
    pieces = chance * (1 - chance**count) / (1 - chance)  # chance + chance² + …
    return _Reading(pieces, pieces * size / count)


def _turns_of_reading(readings: Sequence[_Reading], chance: float) -> float:
    """None when no file is opened, else so many that a few files are read in each."""
    any_at_all = 1 - (1 - chance) ** len(readings)
    pieces = sum(each.pieces for each in readings)
    return min(max(any_at_all, pieces / _READ_AT_ONCE), DEFAULT_TURNS - 1)


def _report(profile: ModelProfile) -> float:
    """A directory's summary, and a flag now and then."""
    return 2 * _CALL + tokens(_SUMMARY * profile.words) + 50 * profile.words


@cache
def _prefix(pass_name: Pass) -> float:
    """Tools and system text of a pass, as they are sent."""
    tools = [spec.model_dump(mode="json") for spec in specs(pass_name)]
    return tokens(len(json.dumps(tools))) + tokens_of(render(f"{pass_name.value}_system"))
