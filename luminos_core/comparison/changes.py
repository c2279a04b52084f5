"""What two sides say of the same names."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import re2

from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.project import Dependency

_LICENCE = "licence"
_EXPRESSION = re2.compile(r"\(*[\w.+-]+\)*(?: (?:AND|OR|WITH) \(*[\w.+-]+\)*)*")
_SAME = str.maketrans("_.", "--")  # in names of PyPI


def changes(
    kind: FactKind, before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[FactChange]:
    """By name: a value that is new, gone or another one."""
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        change = Change.ADDED if old is None else Change.REMOVED if new is None else Change.CHANGED
        yield FactChange(kind=kind, change=change, name=name, before=old or "", after=new or "")


def dependency_changes(
    before: Iterable[Dependency], after: Iterable[Dependency]
) -> Iterator[FactChange]:
    """By name, the versions that any manifest says; how they are spaced does not count."""
    yield from changes(FactKind.DEPENDENCY, _versions(before), _versions(after))


def licence_changes(before: str, after: str) -> Iterator[FactChange]:
    """Not when only one of them is an expression: the other is the title of a file that may say
    the same."""
    if before and after and _is_expression(before) != _is_expression(after):
        return
    sides = ({_LICENCE: licence} if licence else {} for licence in (before, after))
    yield from changes(FactKind.LICENCE, *sides)


def _versions(dependencies: Iterable[Dependency]) -> Mapping[str, str]:
    found: dict[str, set[str]] = defaultdict(set)
    for each in dependencies:
        version = "" if each.version.startswith("{") else each.version  # a table of TOML
        found[_name(each)].add("".join(version.split()) or each.source)
    return {name: ", ".join(sorted(filter(None, versions))) for name, versions in found.items()}


def _name(dependency: Dependency) -> str:
    """The same however a name of PyPI is written: "Jinja2", "jinja2"."""
    if dependency.ecosystem != "pypi":
        return dependency.name
    return dependency.name.lower().translate(_SAME)


def _is_expression(licence: str) -> bool:
    """Of SPDX."""
    return bool(_EXPRESSION.fullmatch(licence))
