"""Which flags and hints are claims that reviewers look at."""

from collections.abc import Collection, Iterable

from luminos_core.agents.tiers import WEIGHTY
from luminos_core.digest import digest_json
from luminos_core.flags.answers import AGENT
from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.verification import Claim

_PLACES = 3  # of one rule's hints in a file


def is_claim(flag: Flag) -> bool:
    """An agent's, and not one whose quotation is not there; or a hint, open or confirmed by an
    agent."""
    if flag.is_hint or AGENT in flag.also_found_by:
        return True
    return flag.source is FlagSource.MODEL and not flag.is_doubted


def claims_of(flags: Iterable[Flag], reviewed: Collection[Severity] = WEIGHTY) -> tuple[Claim, ...]:
    """Of the `reviewed` severities, without code. One for what one agent says of one file, however
    many places it has."""
    claims = (flag for flag in flags if is_claim(flag) and flag.severity in reviewed)
    return tuple(map(_claim, group_flags(claims)))


def hint_claims(hints: Iterable[Flag]) -> tuple[Claim, ...]:
    """One for each place, since one may be wrong where another is right; of a file with many, for
    the first of a rule."""
    places = (FlagGroup((flag,)) for group in group_flags(hints) for flag in group.flags[:_PLACES])
    return tuple(_claim(each).model_copy(update={"is_hint": True}) for each in places)


def claim_id(flag: Flag) -> str:
    """Equal for all places of one claim of an agent, whatever was decided about it."""
    if flag.is_hint:
        return digest_json(["hint", flag.path, flag.rule, flag.line, flag.ordinal])
    return digest_json([flag.path, flag.was or flag.severity, " ".join(flag.finding.split())])


def _claim(group: FlagGroup) -> Claim:
    flag = group.first
    return Claim(
        id=claim_id(flag),
        path=flag.path,
        line=flag.line,
        severity=flag.severity,
        finding=flag.finding,
        quotation=flag.quotation,
        trigger=flag.trigger,
        consequence=flag.consequence,
        elsewhere=group.elsewhere,
    )
