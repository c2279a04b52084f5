"""The likely calls of a directory's agent."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from luminos_core.agents.estimate.call_pattern import CallPattern, tokens
from luminos_core.agents.estimate.directory_prompt import DirectoryPrompt
from luminos_core.agents.estimate.model_profile import (
    GUIDANCE,
    SEARCH_RESULT,
    TASK,
    TOOL_CALL,
    ModelProfile,
)
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_limits import PROMPT_LIMITS

_FILES_PER_TURN = 3  # read in one turn
_CHUNK = 4_000.0  # tokens of a file that one call reads, by the tool's default
_MOST_RECORDED = 60  # files; more do not fit into a response


def directory_calls(
    prompt: DirectoryPrompt, profile: ModelProfile, context_budget: float
) -> CallPattern:
    """`context_budget` in tokens: a conversation ends soon after it is reached."""
    summaries = prompt.children * min(profile.summary, PROMPT_LIMITS.summary_characters)
    readings = [_reading(size, profile.reading_chance) for size in prompt.unread]
    seen = prompt.whole + profile.reading_chance * len(prompt.unread)
    first_message = TASK + GUIDANCE + prompt.facts + tokens(summaries) + prompt.files
    turns, read = _reading_turns(readings, profile.reading_chance, context_budget - first_message)
    return CallPattern(
        first_message=first_message,
        answer=directory_answer(seen, profile),
        request=_FILES_PER_TURN * TOOL_CALL,
        reading_calls=turns,
        read=read,
        search_calls=profile.search_turns,
        search_result=SEARCH_RESULT,
        is_kept=bool(prompt.unread),
    )


def directory_answer(seen: float, profile: ModelProfile) -> float:
    """The tokens of the last answer, with an entry for each of the files `seen`."""
    recorded = min(profile.recorded_share * seen, _MOST_RECORDED)
    report = 2 * TOOL_CALL + tokens(profile.summary) + 50 * profile.verbosity  # and a flag at times
    return report + recorded * (TOOL_CALL + 15 + 50 * profile.verbosity)


class _Reading(NamedTuple):
    """Of one file, on average."""

    chunks: float
    tokens: float


def _reading(size: float, chance: float) -> _Reading:
    """Each chunk of a file is read with the same chance, once the one before it was."""
    count = ceil(size / _CHUNK)
    chunks = chance * (1 - chance**count) / (1 - chance)  # chance + chance² + …
    return _Reading(chunks, chunks * size / count)


def _reading_turns(readings: Sequence[_Reading], chance: float, room: float) -> tuple[float, float]:
    """The turns, and the tokens that are read in all of them. There is none when no file is opened,
    else as many as it takes to read several files in each; but `room` tokens at most."""
    read = sum(reading.tokens for reading in readings)
    if not read:
        return 0.0, 0.0
    any_at_all = 1 - (1 - chance) ** len(readings)
    chunks = sum(reading.chunks for reading in readings)
    needed = max(any_at_all, chunks / _FILES_PER_TURN)
    share = min(1.0, (DEFAULT_TURNS - 1) / needed, max(room, _CHUNK) / read)
    return max(any_at_all, share * needed), share * read
