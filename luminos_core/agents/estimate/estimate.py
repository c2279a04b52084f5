"""The estimate of a run: all that it has to buy, by a model of usual habits, and the range."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from luminos_core.agents.estimate.conversation import Conversation, Tally
from luminos_core.agents.estimate.facing import Facing, facing
from luminos_core.agents.estimate.model_profile import HEAVY, LIGHT, USUAL, ModelProfile
from luminos_core.agents.estimate.passes import (
    directory_conversation,
    plan_conversation,
    survey_conversation,
    synthesis_conversation,
)
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage, Pass
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import DirectoryRecord, FileRecord

_COUNTS = ("calls", "input", "output", "cache_read", "cache_write")
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
    is_known: Callable[[FileRecord], bool] = lambda _: False  # what is kept by content of a file
    synthesis_limit: int = 0  # characters that a synthesis may be told of directories
    experience: float = 1.0  # what directories cost in earlier runs, of what was estimated


def estimate(ahead: RemainingWork, model_id: Callable[[Pass], str], price: Price) -> Estimate:
    """What `ahead` will cost with the models that `model_id` names. Nothing is bought for it."""
    facings = [_facing(ahead, directory) for directory in ahead.directories]
    low, usual, high = (
        _learned(_usage(_conversations(ahead, facings, profile), model_id, price), ahead.experience)
        for profile in (LIGHT, USUAL, HEAVY)
    )
    return Estimate(
        directories=len(ahead.directories),
        stored=ahead.stored,
        usage=usual,
        usd=_sum(usual),
        usd_low=_sum(low),
        usd_high=_sum(high),
        unknown_prices=tuple(sorted({used.model for used in usual if used.usd is None})),
        experience=ahead.experience,
    )


def _facing(ahead: RemainingWork, directory: DirectoryRecord) -> Facing:
    flags = ahead.flags.get(directory.path, ())
    return facing(directory, flags, ahead.preload_tokens, ahead.is_known)


def _usage(
    conversations: Iterable[tuple[Pass, Conversation]],
    model_id: Callable[[Pass], str],
    price: Price,
) -> tuple[ModelUsage, ...]:
    tallies: dict[Pass, Tally] = {}
    for pass_name, conversation in conversations:
        tallies.setdefault(pass_name, Tally()).add(conversation.calls())
    return tuple(
        tally.usage(pass_name, model_id(pass_name), price) for pass_name, tally in tallies.items()
    )


def _learned(usage: tuple[ModelUsage, ...], share: float) -> tuple[ModelUsage, ...]:
    """With the directories' calls at that share of what they were estimated at."""
    return tuple(
        used if used.pass_name is not Pass.DIRECTORY else _scaled(used, share) for used in usage
    )


def _scaled(used: ModelUsage, share: float) -> ModelUsage:
    counts = {name: round(getattr(used, name) * share) for name in _COUNTS}
    return used.model_copy(update={**counts, "usd": None if used.usd is None else used.usd * share})


def _conversations(
    ahead: RemainingWork, facings: Sequence[Facing], profile: ModelProfile
) -> Iterator[tuple[Pass, Conversation]]:
    if ahead.survey:
        yield Pass.SURVEY, survey_conversation(ahead.survey, profile)
    if ahead.plan:
        yield Pass.PLAN, plan_conversation(ahead.plan, profile)
    for number, facing_it in enumerate(facings):
        yield Pass.DIRECTORY, directory_conversation(facing_it, profile, is_first=number == 0)
    if facings:  # else it is told what it was told before, and is stored too
        flags = tuple(flag for each in ahead.flags.values() for flag in each)
        count = len(facings) + ahead.stored
        limit = ahead.synthesis_limit
        yield Pass.SYNTHESIS, synthesis_conversation(count, flags, limit, profile)


def _sum(usage: tuple[ModelUsage, ...]) -> float | None:
    known = [used.usd for used in usage if used.usd is not None]
    return sum(known) if len(known) == len(usage) else None
