"""Searching one file by all rules of its language."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.catalogue.load import code_rules
from luminos_core.catalogue.rule import CodeMatcher, Rule
from luminos_core.parsers.code.calls import Call, calls_of
from luminos_core.parsers.code.conditions import holds, holds_for_one
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.code.values import Values
from luminos_core.records.parsed import RuleMatch, RuleMatches

ANY = "*"


def find_code_matches(content: bytes, language: str, path: str) -> RuleMatches:
    """Every place that a rule describes, each rule once a line; by line."""
    text = content.decode("utf-8", "replace")
    return RuleMatches(matches=tuple(search(text, language, path, _by_language()[language])))


def search(text: str, language: str, path: str, rules: "LanguageRules") -> list[RuleMatch]:
    matchers = rules.that_may_match(text, path)
    if not matchers:
        return []
    source = Source(text, language)
    values = Values(source)
    found = {(rule.id, place.line): place for rule, place in _places(source, values, matchers)}
    return sorted(found.values(), key=lambda match: (match.line, match.rule))


@dataclass(frozen=True)
class Matcher:
    """One matcher of a rule, and its names of calls as patterns."""

    rule: Rule
    code: CodeMatcher
    words: tuple[str, ...]  # one of them is in every file where it matches; none: always searched


@dataclass
class LanguageRules:
    """The matchers of one language."""

    matchers: list[Matcher] = field(default_factory=list)

    def that_may_match(self, text: str, path: str) -> list[Matcher]:
        """Those whose words, and what else they ask of a file, are there."""
        return [each for each in self.matchers if _may_match(each, text, path)]


def rules_by_language(rules: tuple[Rule, ...]) -> dict[str, LanguageRules]:
    found: dict[str, LanguageRules] = defaultdict(LanguageRules)
    for rule in rules:
        for code in rule.code:
            for language in code.languages:
                found[language].matchers.append(Matcher(rule, code, _words(code)))
    return dict(found)


@cache
def _by_language() -> dict[str, LanguageRules]:
    found = rules_by_language(code_rules())
    return defaultdict(LanguageRules, found)


def _places(
    source: Source, values: Values, matchers: list[Matcher]
) -> Iterator[tuple[Rule, RuleMatch]]:
    for matcher, node in (*_called(source, values, matchers), *_shaped(source, values, matchers)):
        if _is_in_place(matcher.code, node, source):
            yield matcher.rule, _match(matcher.rule, node)


def _called(
    source: Source, values: Values, matchers: list[Matcher]
) -> Iterator[tuple[Matcher, SgNode]]:
    """Calls by name. Only those whose last word some name ends with are compared in full."""
    by_word: dict[str, list[tuple[Matcher, Any]]] = defaultdict(list)
    for matcher in matchers:
        for name in matcher.code.call:
            last = _last_word(name)
            by_word[ANY if ANY in last else last].append((matcher, _compiled(_name_pattern(name))))
    for call in calls_of(source) if by_word else ():
        asked = (*by_word.get(_last_word(call.name), ()), *by_word.get(ANY, ()))
        found = {id(matcher): matcher for matcher, name in asked if name.fullmatch(call.name)}
        yield from ((each, call.node) for each in found.values() if _holds(each, call, values))


def _last_word(name: str) -> str:
    return name.rpartition(".")[2].removeprefix("new ")


def _holds(matcher: Matcher, call: Call, values: Values) -> bool:
    return all(
        _argument_holds(which, condition, call, values)
        for which, condition in matcher.code.where.items()
    )


def _argument_holds(which: str | int, condition: Any, call: Call, values: Values) -> bool:
    if which == ANY:  # one of the arguments
        arguments = (*call.arguments, *call.named.values())
        return holds_for_one(condition, arguments, values)
    if isinstance(which, str) and "|" in which:  # under one of these names or positions
        names = [int(each) if each.isdigit() else each for each in which.split("|")]
        given = (call.argument(each) for each in names)
        return holds(condition, next(filter(None, given), None), values)
    return holds(condition, call.argument(which), values)


def _shaped(
    source: Source, values: Values, matchers: list[Matcher]
) -> Iterator[tuple[Matcher, SgNode]]:
    """By ast-grep's patterns and rules."""
    for matcher in matchers:
        for config in _configs(matcher.code):
            for node in source.root.find_all(config):
                if all(
                    holds(condition, node.get_match(str(name)), values)
                    for name, condition in matcher.code.where.items()
                ):
                    yield matcher, node


def _is_in_place(code: CodeMatcher, node: SgNode, source: Source) -> bool:
    if not code.function and not code.not_function:
        return True
    function = source.function_of(node)
    text = function.text() if function else source.text
    wanted = not code.function or _compiled(code.function).search(text)
    return bool(wanted) and not (code.not_function and _compiled(code.not_function).search(text))


def _may_match(matcher: Matcher, text: str, path: str) -> bool:
    code = matcher.code
    if matcher.words and not any(word in text for word in matcher.words):
        return False
    if code.path and not _compiled(code.path).search(path):
        return False
    if code.file and not _compiled(code.file).search(text):
        return False
    return not (code.not_file and _compiled(code.not_file).search(text))


def _match(rule: Rule, node: SgNode) -> RuleMatch:
    place = node.range()
    return RuleMatch(
        rule=rule.id,
        line=place.start.line + 1,
        end_line=place.end.line + 1,
        column=place.start.column,
    )


def _configs(code: CodeMatcher) -> list[Any]:
    patterns = [{"rule": {"pattern": pattern}} for pattern in code.pattern]
    return [*patterns, {"rule": code.rule}] if code.rule else list(patterns)


def _words(code: CodeMatcher) -> tuple[str, ...]:
    """The words of a matcher: its own, or the last part of each name of a call."""
    if code.words or not code.call:
        return code.words
    last = [_last_word(name) for name in code.call]
    return tuple(last) if all(last) and not any(ANY in word for word in last) else ()


def _name_pattern(name: str) -> str:
    return str(re2.escape(name)).replace(re2.escape(ANY), ".*")


@cache
def _compiled(pattern: str) -> Any:
    return re2.compile(pattern)
