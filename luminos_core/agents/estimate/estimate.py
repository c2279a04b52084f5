"""The estimate of a run: what it has to buy, at the usual habits of a model, and the range."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from luminos_core.agents.estimate.call_pattern import CallPattern, CallTally, text_tokens, tokens
from luminos_core.agents.estimate.directory_prompt import DirectoryPrompt, directory_prompt
from luminos_core.agents.estimate.model_profile import HEAVY, LIGHT, USUAL, ModelProfile
from luminos_core.agents.estimate.pass_calls import (
    directory_calls,
    plan_calls,
    survey_calls,
    synthesis_calls,
)
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import render
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage, Pass
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.tools.registry import specs

_COUNTS = ("calls", "input", "output", "cache_read", "cache_write")
ModelOf = Callable[[Pass], str]  # a model's id
Price = Callable[[str, Usage], float | None]  # USD of one call to a model; None when unknown


@dataclass(frozen=True)
class RemainingWork:
    """What a run still has to buy, as far as is known after its scan."""

    directories: tuple[DirectoryRecord, ...]  # to investigate
    stored: int  # directories whose stored result will be used
    survey: SurveyBriefing | None  # None: it is stored, or the target too small for one
    plan: PlanBriefing | None
    flags: Mapping[str, tuple[Flag, ...]] = field(default_factory=dict)  # the checks', by directory
    preload_tokens: int = 0  # of own files in a directory's first message
    is_known: Callable[[FileRecord], bool] = lambda _: False  # by content, from an earlier run
    synthesis_limit: int = 0  # characters of directories' sections in the synthesis
    experience: float = 1.0  # what directories cost in earlier runs, of what was estimated


def estimate(work: RemainingWork, model_id: ModelOf, price: Price) -> Estimate:
    """The cost of `work` with the models that `model_id` names. Nothing is bought for it."""
    prompts = [_prompt(work, directory) for directory in work.directories]
    low, usual, high = (
        _calibrated(_usage(work, prompts, profile, model_id, price), work.experience)
        for profile in (LIGHT, USUAL, HEAVY)
    )
    return Estimate(
        directories=len(work.directories),
        stored=work.stored,
        usage=usual,
        usd=_sum(usual),
        usd_low=_sum(low),
        usd_high=_sum(high),
        unknown_prices=tuple(sorted({used.model for used in usual if used.usd is None})),
        experience=work.experience,
    )


def _prompt(work: RemainingWork, directory: DirectoryRecord) -> DirectoryPrompt:
    limits = replace(PROMPT_LIMITS, preload_tokens=work.preload_tokens)
    return directory_prompt(directory, work.flags.get(directory.path, ()), limits, work.is_known)


def _usage(
    work: RemainingWork,
    prompts: Sequence[DirectoryPrompt],
    profile: ModelProfile,
    model_id: ModelOf,
    price: Price,
) -> tuple[ModelUsage, ...]:
    """By pass. The first conversation of a pass writes the prefix that its others read."""
    tallies: dict[Pass, CallTally] = {}
    for pass_name, pattern in _patterns(work, prompts, profile):
        is_cached = pass_name in tallies
        calls = pattern.calls(_prefix(pass_name), prefix_is_cached=is_cached)
        tallies.setdefault(pass_name, CallTally()).add(calls)
    return tuple(
        tally.usage(pass_name, model_id(pass_name), price) for pass_name, tally in tallies.items()
    )


def _patterns(
    work: RemainingWork, prompts: Sequence[DirectoryPrompt], profile: ModelProfile
) -> Iterator[tuple[Pass, CallPattern]]:
    if work.survey:
        yield Pass.SURVEY, survey_calls(work.survey, profile)
    if work.plan:
        yield Pass.PLAN, plan_calls(work.plan, profile)
    for prompt in prompts:
        yield Pass.DIRECTORY, directory_calls(prompt, profile)
    if prompts:  # else the synthesis has the prompt of an earlier run, and is stored too
        flags = tuple(flag for found in work.flags.values() for flag in found)
        count = len(prompts) + work.stored
        yield Pass.SYNTHESIS, synthesis_calls(count, flags, work.synthesis_limit, profile)


@cache
def _prefix(pass_name: Pass) -> float:
    """Tokens of a pass's tools and system text, as they are sent."""
    tools = [spec.model_dump(mode="json") for spec in specs(pass_name)]
    return tokens(len(json.dumps(tools))) + text_tokens(render(f"{pass_name.value}_system"))


def _calibrated(usage: Sequence[ModelUsage], share: float) -> tuple[ModelUsage, ...]:
    """With the directories' calls at that share of what they were estimated at."""
    return tuple(
        used if used.pass_name is not Pass.DIRECTORY else _scaled(used, share) for used in usage
    )


def _scaled(used: ModelUsage, share: float) -> ModelUsage:
    counts = {name: round(getattr(used, name) * share) for name in _COUNTS}
    return used.model_copy(update={**counts, "usd": None if used.usd is None else used.usd * share})


def _sum(usage: Sequence[ModelUsage]) -> float | None:
    known = [used.usd for used in usage if used.usd is not None]
    return sum(known) if len(known) == len(usage) else None
