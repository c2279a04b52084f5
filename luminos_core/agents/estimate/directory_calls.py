"""The likely calls of a directory's agent."""

from collections.abc import Iterator
from itertools import repeat
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
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_limits import PROMPT_LIMITS

_FILES_PER_TURN = 3  # read in one turn
_CHUNK = 4_000.0  # tokens of a file that one call reads, by the tool's default
_MOST_RECORDED = 200  # files; more do not fit into a response
_MOST_PARTS = 25  # of one directory in one run


def conversations(
    work: RemainingWork, profile: ModelProfile, rung: int = 0
) -> Iterator[CallPattern]:
    """Of each directory one, unless the model goes on with what one cannot hold; of those that
    begin so many model tiers above the first."""
    for prompt in work.prompts_on(rung):
        first = directory_calls(prompt, profile, work.context_budget)
        share = _reading(prompt, profile, work.context_budget - first.first_message).share
        yield from repeat(first, min(ceil(1 / share), _MOST_PARTS) if profile.goes_on else 1)


def directory_calls(
    prompt: DirectoryPrompt, profile: ModelProfile, context_budget: float
) -> CallPattern:
    """Of its first conversation. `context_budget` in tokens: it ends soon after that is reached."""
    first_message = _first_message(prompt, profile)
    reading = _reading(prompt, profile, context_budget - first_message)
    seen = prompt.whole + reading.share * profile.reading_chance * len(prompt.unread)
    return CallPattern(
        first_message=first_message,
        answer=directory_answer(seen, profile),
        request=_FILES_PER_TURN * TOOL_CALL,
        reading_calls=reading.turns,
        read=reading.share * reading.tokens,
        search_calls=profile.search_turns,
        search_result=SEARCH_RESULT,
        is_kept=bool(prompt.unread),
    )


def directory_answer(seen: float, profile: ModelProfile) -> float:
    """The tokens of the last answer, with an entry for each of the files `seen`."""
    recorded = min(profile.recorded_share * seen, _MOST_RECORDED)
    report = 2 * TOOL_CALL + tokens(profile.summary) + 50 * profile.verbosity  # and a flag at times
    return report + recorded * (TOOL_CALL + 15 + 50 * profile.verbosity)


def _first_message(prompt: DirectoryPrompt, profile: ModelProfile) -> float:
    summaries = prompt.children * min(profile.summary, PROMPT_LIMITS.summary_characters)
    return TASK + GUIDANCE + prompt.facts + tokens(summaries) + prompt.files


class _Reading(NamedTuple):
    """Of the files that are not shown whole, on average."""

    turns: float
    tokens: float  # of all that it would read
    share: float  # of that for which there are turns and room


def _reading(prompt: DirectoryPrompt, profile: ModelProfile, room: float) -> _Reading:
    """There is no turn when no file is opened, else as many as it takes to read several files in
    each; but `room` tokens at most. Each chunk of a file is read with the same chance, once the one
    before it was."""
    chance, chunks, read = profile.reading_chance, 0.0, 0.0
    for size in prompt.unread:
        count = ceil(size / _CHUNK)
        opened = chance * (1 - chance**count) / (1 - chance)  # chance + chance² + …
        chunks += opened
        read += opened * size / count
    if not read:
        return _Reading(0.0, 0.0, 1.0)
    any_at_all = 1 - (1 - chance) ** len(prompt.unread)
    needed = max(any_at_all, chunks / _FILES_PER_TURN)
    share = min(1.0, (DEFAULT_TURNS - 1) / needed, max(room, _CHUNK) / read)
    return _Reading(max(any_at_all, share * needed), read, share)
