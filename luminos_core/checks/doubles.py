"""A secret that the check of secrets and a rule find at one place is one flag."""

from collections.abc import Iterable
from functools import cache

from luminos_core.catalogue.load import all_rules
from luminos_core.records.flag import SEVERITY_RANK, Flag

_LITERAL_CREDENTIALS = 798  # CWE


def without_doubles(flags: list[Flag]) -> list[Flag]:
    """`flags` of one file, in their order. Of those about a secret on the same line, the check's or
    the rules': whichever are worse, else the rules', which know what kind of file it is."""
    by_check = _worst(flag for flag in flags if _is_of_check(flag))
    if not by_check:
        return flags
    by_rules = _worst(flag for flag in flags if flag.rule in _rules_of_secrets())
    both = by_check.keys() & by_rules.keys()
    checks = {line for line in both if by_check[line] < by_rules[line]}
    rules = both - checks
    return [
        flag
        for flag in flags
        if not (flag.rule in _rules_of_secrets() and flag.line in checks)
        and not (_is_of_check(flag) and flag.line in rules)
    ]


def _worst(flags: Iterable[Flag]) -> dict[int | None, int]:
    """Of each line, as a number: less is worse."""
    worst: dict[int | None, int] = {}
    for flag in flags:
        severity = SEVERITY_RANK[flag.severity]
        worst[flag.line] = min(severity, worst.get(flag.line, severity))
    return worst


def _is_of_check(flag: Flag) -> bool:
    return flag.rule.startswith("secret-") and flag.rule not in _rules()


@cache
def _rules() -> frozenset[str]:
    return frozenset(rule.id for rule in all_rules())


@cache
def _rules_of_secrets() -> frozenset[str]:
    return frozenset(rule.id for rule in all_rules() if rule.cwe == _LITERAL_CREDENTIALS)
