"""Which entries are of no use any more. What a run did not look at may still have the flag."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.suppression import (
    ANY_RULE,
    RemarkKind,
    Suppression,
    SuppressionRemark,
)
from luminos_core.suppressions.path_pattern import PathPattern
from luminos_core.text import formats

_MODEL = "model"
_EACH = 50  # remarks of one kind


@dataclass(frozen=True)
class LookedAt:
    """How much a run knows."""

    complete: bool
    unread: Sequence[str] = ()  # directories that were not looked at whole, in this run or before
    with_model: bool = False
    tools: Sequence[ToolRun] = ()


def unused(entries: Iterable[Suppression], run: LookedAt) -> Iterator[SuppressionRemark]:
    """Of entries that matched no flag: those whose flags the run would have found."""
    for entry in entries if run.complete else ():
        if _is_read(entry, run) and _has_run(entry.rule, run):
            text = f"{entry.text} matches nothing: {_advice(entry.rule, run)}"
            yield SuppressionRemark(kind=RemarkKind.UNUSED, place=entry.place, text=text)


def shortened(remarks: Iterable[SuppressionRemark]) -> tuple[SuppressionRemark, ...]:
    """By kind, and a bounded number of each."""
    found = tuple(remarks)
    return tuple(
        remark
        for kind in RemarkKind
        for remark in _first([each for each in found if each.kind is kind])
    )


def _is_read(entry: Suppression, run: LookedAt) -> bool:
    if not entry.path:
        return not run.unread
    pattern = PathPattern(entry.path)
    return not any(pattern.may_match_in(directory) for directory in run.unread)


def _has_run(rule: str, run: LookedAt) -> bool:
    """Whether what finds flags of the rule has looked."""
    tool, separator, _ = rule.partition(":")
    if not separator:
        return rule != _MODEL or run.with_model
    ran = (each.name for each in run.tools if each.state is ToolState.RAN)
    return any(name == tool or name.startswith(f"{tool} (") for name in ran)


def _advice(rule: str, run: LookedAt) -> str:
    """Of a fingerprint alone, and of any rule, nobody knows what would find it."""
    idle = [] if run.with_model else ["a model"]
    idle += [tool.name for tool in run.tools if tool.state is not ToolState.RAN]
    idle += [] if run.tools else ["other tools"]
    if rule in ("", ANY_RULE) and idle:
        return f"it can go, unless it is about what was not used here ({formats.listed(idle)})"
    return "it can go"


def _first(remarks: Sequence[SuppressionRemark]) -> Iterator[SuppressionRemark]:
    yield from remarks[:_EACH]
    if len(remarks) > _EACH:
        kind, text = remarks[0].kind, f"{len(remarks) - _EACH:,} more like these"
        yield SuppressionRemark(kind=kind, place="suppressions", text=text)
