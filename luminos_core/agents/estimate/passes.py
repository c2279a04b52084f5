"""The conversations of each pass, as a model of certain habits would have them.

Where a text can be made before the run, its own length is taken: prompts, tools, listings, trees,
flags. What a model will have written is assumed, in characters of English.
"""

from collections.abc import Sequence
from functools import cache
from math import ceil

import orjson

from luminos_core.agents.estimate.conversation import Conversation, tokens
from luminos_core.agents.estimate.habits import Habits
from luminos_core.agents.estimate.shown import shown
from luminos_core.agents.schedule import DEFAULT_TURNS
from luminos_core.agents.wording import flags_block, listing, signals_block
from luminos_core.prompts.rendering import render
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.tools.catalogue import specs

_TASK = 700  # characters of a task's own words
_SUMMARY = 350  # characters of a directory's summary
_LONGEST_SUMMARY = 600  # characters of a child's that its parent is told
_SURVEY = 900  # characters of a survey, and of a plan's notes, that a directory is told
_PLAN_TREE = 60_000  # characters at most
_LISTED = 0.35  # of the directories are listed in a plan, and at most so many:
_MOST_LISTED = 100

_CALL = 35.0  # tokens of a tool call around its own words
_READ_AT_ONCE = 3  # files that are asked for in one turn
_ASKS = _READ_AT_ONCE * _CALL
_READ = 2_500.0  # tokens of one file's part that is read
_LOOK = 400.0  # tokens that a search, or a look at what was written, is answered with
_MOST_ENTRIES = 60  # of files; more do not fit into an answer


def survey_conversation(briefing: SurveyBriefing, habits: Habits) -> Conversation:
    first = tokens(_TASK + len(signals_block(briefing.signals)) + len(briefing.tree))
    answer = _CALL + 200 * habits.words
    return Conversation(_prefix(Pass.SURVEY), False, first, (answer,))


def plan_conversation(briefing: PlanBriefing, habits: Habits) -> Conversation:
    tree = min(len(briefing.tree), _PLAN_TREE)
    first = tokens(_TASK + _SURVEY + len(signals_block(briefing.signals)) + tree)
    listed = min(_LISTED * len(briefing.directories), _MOST_LISTED)
    answer = _CALL + 75 * habits.words + listed * (20 + 15 * habits.words)
    return Conversation(_prefix(Pass.PLAN), False, first, (answer,))


def directory_conversation(
    directory: DirectoryRecord,
    flags: Sequence[Flag],
    preload_tokens: int,
    habits: Habits,
    is_first: bool,
) -> Conversation:
    """The first conversation of the pass writes the prefix that all others read."""
    seen = shown(directory.files, preload_tokens)
    children = len(directory.children) * min(_SUMMARY * habits.words, _LONGEST_SUMMARY)
    told = _TASK + _SURVEY + len(listing(directory)) + len(flags_block(flags)) + children
    turn = _READ_AT_ONCE * _READ
    turns = min(ceil(habits.reading * seen.unread_tokens / turn), DEFAULT_TURNS - 1)
    read = min(habits.reading * seen.unread_tokens, turns * turn)
    entries = min(seen.whole + habits.reading * seen.unread, _MOST_ENTRIES)
    answer = _report(habits) + entries * (_CALL + 15 + 50 * habits.words)
    return Conversation(
        prefix=_prefix(Pass.DIRECTORY),
        prefix_is_cached=not is_first,
        first=tokens(told) + seen.tokens,
        answers=(_ASKS,) * turns + (answer,),
        results=(read / turns,) * turns if turns else (),
        looks=habits.looks,
        asks=_ASKS,
        told=_LOOK,
    )


def synthesis_conversation(
    directories: int, flags: Sequence[Flag], limit: int, habits: Habits
) -> Conversation:
    """`limit`: characters that its sections of directories may take."""
    sections = min(directories * (80 + _SUMMARY * habits.words), limit)
    first = tokens(_TASK + _SURVEY + len(flags_block(flags)) + sections)
    answer = 2 * _CALL + 1_400 * habits.words
    looks = 2 * habits.looks
    prefix = _prefix(Pass.SYNTHESIS)
    return Conversation(prefix, False, first, (answer,), (), looks, _CALL, _LOOK)


def _report(habits: Habits) -> float:
    """A directory's summary, and a flag now and then."""
    return 2 * _CALL + tokens(_SUMMARY * habits.words) + 50 * habits.words


@cache
def _prefix(pass_name: Pass) -> float:
    """Tools and system text of a pass, as they are sent."""
    tools = [spec.model_dump(mode="json") for spec in specs(pass_name)]
    return tokens(len(orjson.dumps(tools)) + len(render(f"{pass_name.value}_system")))
