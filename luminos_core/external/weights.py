"""What the rules of other tools weigh: how bad, how sure, and what kind of defect."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from luminos_core.catalogue.load import all_rules
from luminos_core.catalogue.rule import Precision
from luminos_core.catalogue.tool_weights import Weight, all_weights, weights_of
from luminos_core.records.external import ToolResult
from luminos_core.records.flag import Flag, FlagSource, Severity

_CONCERN_SCORE = 7.0  # CVSS: "high"


class Kind(NamedTuple):
    """Of a defect. Two findings of one place are one when their kinds are alike."""

    family: str = ""
    cwes: tuple[int, ...] = ()


def severity_of(tool: str, result: ToolResult) -> Severity:
    """The table's; else by the tool's own level and score. Only our own checks find what is
    critical."""
    if is_hint(tool, result):
        return Severity.INFO
    if named := next(
        (each.severity for each in weights_of(tool, result.rule) if each.severity), None
    ):
        return named
    if result.score is not None:
        return Severity.CONCERN if result.score >= _CONCERN_SCORE else Severity.INFO
    return Severity.CONCERN if result.level == "error" else Severity.INFO


def is_hint(tool: str, result: ToolResult) -> bool:
    """Whether the rule is seldom right."""
    return any(each.precision is Precision.LOW for each in weights_of(tool, result.rule))


def kind_of_result(tool: str, result: ToolResult) -> Kind:
    """By the table, and by what the tool says of it."""
    weights = list(weights_of(tool, result.rule))
    named = (each.cwe for each in weights if each.cwe is not None)
    cwes = tuple(dict.fromkeys((*named, *result.cwes)))
    family = next((each.family for each in weights if each.family), "")
    return Kind(family or next((_families()[cwe] for cwe in cwes if cwe in _families()), ""), cwes)


def kind_of_flag(flag: Flag) -> Kind:
    """Of a flag of our own checks."""
    if known := _catalogue().get(flag.rule):
        return known
    weights = list(weights_of("luminos", flag.rule))
    family = next((each.family for each in weights if each.family), "")
    return Kind(family, tuple(each.cwe for each in weights if each.cwe is not None))


def kind_of_any(flag: Flag) -> Kind:
    """Of a flag of our own checks or of another tool."""
    if flag.source is not FlagSource.TOOL:
        return kind_of_flag(flag)
    tool, _, rule = flag.rule.partition(":")
    return kind_of_result(tool, ToolResult(rule=rule))


def kind_of_cwe(cwe: int) -> Kind:
    """Of a weakness that an agent names."""
    return Kind(_families().get(cwe, ""), (cwe,))


@cache
def _catalogue() -> Mapping[str, Kind]:
    return {
        rule.id: Kind(rule.family, () if rule.cwe is None else (rule.cwe,)) for rule in all_rules()
    }


@cache
def _families() -> Mapping[int, str]:
    """The family of each CWE that only one family of the catalogue has."""
    found: dict[int, set[str]] = {}
    for kind in (*_catalogue().values(), *map(_kind, _with_family())):
        for cwe in kind.cwes:
            found.setdefault(cwe, set()).add(kind.family)
    return {cwe: next(iter(names)) for cwe, names in found.items() if len(names) == 1}


def _with_family() -> Iterator[Weight]:
    return (each for each in all_weights() if each.family)


def _kind(weight: Weight) -> Kind:
    return Kind(weight.family, () if weight.cwe is None else (weight.cwe,))
