"""Whether a file may have what an ast-grep rule describes: to compile a rule's patterns takes
longer than to search most files."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import re2

from luminos_core.catalogue.rule import CodeMatcher
from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.matchers import Matcher
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.patterns import compiled

_TIMES = 4  # the length of the file
_ENDS = re2.compile(r"(?s)(\(\?[a-z]+\))?\^(.*?)\$?")
_SETS = re2.compile(r"(?s)\\[^bBAz]|\[\^?\]?(?:\\.|[^\]\\])*\]")  # and what is escaped
_MARKS = re2.compile(r"\^|\$|\\[AzB]|^(?:\(\?[a-z]+\))?[(?:]*\\b")


def configs(code: CodeMatcher) -> list[Any]:
    """What a matcher asks ast-grep for."""
    patterns = [{"rule": {"pattern": pattern}} for pattern in code.pattern]
    return [*patterns, {"rule": code.rule}] if code.rule else list(patterns)


def may_be_in(text: str, rule: dict[str, Any]) -> bool:
    """Whether the pattern that `rule` asks for at its top is somewhere in a text: for most files
    that is known sooner than their tree."""
    if "any" in rule and not any(may_be_in(text, each) for each in rule["any"]):
        return False
    pattern = _anywhere(rule["regex"]) if "regex" in rule else None
    return pattern is None or bool(compiled(pattern).search(text))


@cache
def _anywhere(pattern: str) -> str | None:
    """`pattern`, of a node's text, without the marks of its beginning and end; None when there are
    others in it."""
    found = _ENDS.fullmatch(pattern)
    bare = f"{found.group(1) or ''}{found.group(2)}" if found else ""
    return None if not found or _MARKS.search(_SETS.sub("", bare)) else bare


def kinds_asked_for(matchers: Iterable[Matcher], syntax: Syntax) -> Iterator[str]:
    """Kinds of nodes that will be looked at when a file is searched for these."""
    for matcher in matchers:
        if matcher.code.call:
            yield from (*syntax.calls, *syntax.functions)
        for config in configs(matcher.code):
            yield from _kinds(config["rule"])


def _kinds(rule: dict[str, Any]) -> Iterator[str]:
    """Those at its top."""
    if "kind" in rule:
        yield rule["kind"]
    for each in rule.get("any", ()):
        yield from _kinds(each)


def may_have(source: Source, rule: dict[str, Any]) -> bool:
    """Whether some node is of the kind that `rule` asks for at its top, and may have the text. Here
    as everywhere `\\w`, `\\s` and `\\b` are ASCII's."""
    if "kind" in rule:
        return _may_be_one_of(source, rule)
    return "any" not in rule or any(may_have(source, each) for each in rule["any"])


def _may_be_one_of(source: Source, rule: dict[str, Any]) -> bool:
    """Also when so many characters were looked at: nodes may be in one another."""
    most = _TIMES * len(source.text)
    for node in source.of(rule["kind"]):
        text = node.text()
        most -= len(text)
        if most < 0 or _may_have_text(rule, text):
            return True
    return False


def _may_have_text(rule: dict[str, Any], text: str) -> bool:
    """Whether a node with this text may be what `rule` describes."""
    if "regex" in rule and not compiled(rule["regex"]).search(text):
        return False
    if "any" in rule and not any(_may_have_text(each, text) for each in rule["any"]):
        return False
    # Of ASCII alone, ast-grep's patterns mean what ours do.
    return not ("not" in rule and text.isascii() and _has_text(rule["not"], text))


def _has_text(rule: dict[str, Any], text: str) -> bool:
    """Whether any node with this text is what `rule` describes."""
    if rule.keys() == {"regex"}:
        return bool(compiled(rule["regex"]).search(text))
    return rule.keys() == {"any"} and any(_has_text(each, text) for each in rule["any"])
