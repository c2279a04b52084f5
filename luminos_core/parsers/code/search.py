"""Searching one file by all rules of its language."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ast_grep_py import SgNode

from luminos_core.catalogue.condition import Condition, Is
from luminos_core.catalogue.load import code_rules
from luminos_core.catalogue.rule import (
    NOTEBOOK,
    TEMPLATE_LANGUAGES,
    CodeMatcher,
    Needed,
    Precision,
    Rule,
)
from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.conditions import holds, that_hold
from luminos_core.parsers.code.formats import texts_in_format
from luminos_core.parsers.code.matchers import (
    ON,
    TEXTS,
    CallIndex,
    LanguageRules,
    Matcher,
    rules_by_language,
)
from luminos_core.parsers.code.needs import ANY
from luminos_core.parsers.code.notebooks import programs_of
from luminos_core.parsers.code.scripts import php_of, script_of
from luminos_core.parsers.code.shapes import configs, kinds_asked_for, may_be_in, may_have
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.code.surroundings import few_of, is_in_place
from luminos_core.parsers.code.value import Value
from luminos_core.parsers.code.values import Values
from luminos_core.parsers.patterns import compiled
from luminos_core.records.parsed import RuleMatch, RuleMatches

_SCRIPT = "TypeScript"  # what the scripts of a page are read as
_SCRIPTS = ("JavaScript", _SCRIPT)
_LONG_LINE = 5_000  # characters
_FLOW = (Is.VARIABLE, Is.BUILT, Is.OUTSIDE, Is.GIVEN)
_NONE = LanguageRules()


def find_code_matches(content: bytes, language: str, path: str) -> RuleMatches:
    """Every place that a rule describes, each once for a rule; by line."""
    text = content.decode("utf-8", "replace")
    if language in _SCRIPTS and _is_minified(text):
        return RuleMatches(minified=True)
    if language == NOTEBOOK:
        return RuleMatches(matches=tuple(_in_order(_in_notebook(text, path))))
    found = search(text, language, path, _by_language().get(language, _NONE))
    if language in TEMPLATE_LANGUAGES and (script := script_of(text)):
        found += search(script, _SCRIPT, path, _by_language().get(_SCRIPT, _NONE))
    return RuleMatches(matches=tuple(_in_order(found)))


def _in_notebook(text: str, path: str) -> list[RuleMatch]:
    """With the lines of the file."""
    found = []
    for language, program in programs_of(text).items():
        rules = _by_language().get(language, _NONE)
        for match in search(program.text, language, path, rules):
            lines = program.places[match.line - 1], program.places[match.end_line - 1]
            found.append(match.model_copy(update={"line": lines[0], "end_line": lines[1]}))
    return found


def search(text: str, language: str, path: str, rules: LanguageRules) -> list[RuleMatch]:
    matchers = rules.that_may_match(text, path)
    found = [*_written(text, matchers)]
    in_tree = [] if language in TEMPLATE_LANGUAGES else _in_tree(matchers, text, language)
    if in_tree:
        found += _Search(text, language).places(in_tree)
    return _without_doubles(_in_order(found), matchers)


def _in_tree(matchers: list[Matcher], text: str, language: str) -> list[Matcher]:
    """Those that find nodes, if there may be such nodes in the text."""
    text = php_of(text) if language == "PHP" else text
    return [
        each
        for each in matchers
        if each.code.call or any(may_be_in(text, config["rule"]) for config in configs(each.code))
    ]


def _is_minified(text: str) -> bool:
    """Whether most of it stands on lines that no person writes. The place of a node takes as long
    as its line."""
    return 2 * sum(len(line) for line in text.split("\n") if len(line) > _LONG_LINE) > len(text)


@cache
def _by_language() -> dict[str, LanguageRules]:
    return rules_by_language(code_rules())


def _in_order(found: list[RuleMatch]) -> list[RuleMatch]:
    """Each place once for a rule."""
    places = {_key(match): match for match in found}
    places |= {_key(match): match for match in found if not match.is_hint}
    places |= {_key(match): match for match in found if match.remote}
    return [places[key] for key in sorted(places)]


def _key(match: RuleMatch) -> tuple[int, int, str]:
    return match.line, match.column, match.rule


def _without_doubles(found: list[RuleMatch], matchers: list[Matcher]) -> list[RuleMatch]:
    """Without hints about a line in which a surer rule of their family finds something."""
    rules = {matcher.rule.id: matcher.rule for matcher in matchers}
    low = {name for name, rule in rules.items() if rule.precision is Precision.LOW}
    sure = {
        (match.line, rules[match.rule].family)
        for match in found
        if not match.is_hint and match.rule not in low
    }
    return [
        match
        for match in found
        if not (match.is_hint or match.rule in low)
        or (match.line, rules[match.rule].family) not in sure
    ]


def _written(text: str, matchers: list[Matcher]) -> Iterator[RuleMatch]:
    """By patterns over the text, which need no tree."""
    for matcher in matchers:
        harmless = compiled(matcher.code.not_text)
        for found in compiled(matcher.code.text).finditer(text):
            if harmless.search(found.group()):
                continue
            before = text[: found.start()]
            yield RuleMatch(
                rule=matcher.rule.id,
                line=before.count("\n") + 1,
                end_line=before.count("\n") + found.group().count("\n") + 1,
                column=len(before) - (before.rfind("\n") + 1),
            )


@dataclass(frozen=True)
class _Place:
    rule: Rule
    code: CodeMatcher
    node: SgNode
    followed: tuple[Value, ...]  # what it asks about that comes from elsewhere

    @property
    def is_hint(self) -> bool:
        needed = self.rule.hint_unless
        return (
            needed is not None
            and bool(self.followed)
            and not any(map(self._is_enough, self.followed))
        )

    def _is_enough(self, value: Value) -> bool:
        needed, own = self.rule.hint_unless, compiled(self.rule.own_names)
        if value.remote or needed is Needed.REMOTE or not value.given:
            return value.remote
        if value.names and all(own.fullmatch(name) for name in value.names):
            return False
        return value.built or (needed is Needed.GIVEN and not value.outside)


class _Search:
    """Of one file's tree."""

    def __init__(self, text: str, language: str) -> None:
        self._source = Source(text, language)
        self._values = Values(self._source)

    def places(self, matchers: list[Matcher]) -> Iterator[RuleMatch]:
        self._source.gather(kinds_asked_for(matchers, self._source.syntax))
        for place in (*self._called(matchers), *self._shaped(matchers)):
            if is_in_place(place.code, place.node, self._source):
                yield _match(place)

    def _called(self, matchers: list[Matcher]) -> Iterator[_Place]:
        """Calls by name."""
        index = CallIndex(matchers)
        for call in self._values.calls() if index else ():
            for matcher in index.about(call):
                followed = self._followed(matcher.code, call)
                if followed is not None:
                    yield self._place(matcher, call.node, followed)

    def _followed(self, code: CodeMatcher, call: Call) -> list[SgNode] | None:
        """The arguments of which it asks where they come from; None when one of those that it asks
        about is not as it should be."""
        followed: list[SgNode] = []
        for which, condition in code.where.items():
            found = that_hold(condition, _arguments(which, call), self._values)
            if not found:
                return None
            if _follows(condition):
                followed += filter(None, found)
        return followed

    def _shaped(self, matchers: list[Matcher]) -> Iterator[_Place]:
        """By ast-grep's patterns and rules."""
        for matcher in matchers:
            where = matcher.code.where
            for config in configs(matcher.code):
                if not may_have(self._source, config["rule"]):
                    continue
                for node in few_of(self._source.root.find_all(config), matcher.code, self._source):
                    named = {name: node.get_match(str(name)) for name in where}
                    if all(holds(where[name], named[name], self._values) for name in where):
                        followed = [named[name] for name in where if _follows(where[name])]
                        yield self._place(matcher, node, list(filter(None, followed)))

    def _place(self, matcher: Matcher, node: SgNode, followed: list[SgNode]) -> _Place:
        return _Place(matcher.rule, matcher.code, node, tuple(map(self._values.of, followed)))


def _follows(condition: Condition) -> bool:
    """Whether it asks where a value comes from."""
    terms = [each for term in condition for each in (term, *term.otherwise)]
    return any(term.is_ in _FLOW and not term.negated for term in terms)


def _arguments(which: str | int, call: Call) -> list[SgNode | None]:
    """Those that a rule means by `which`: one, or each."""
    if which == ANY:
        return [*call.arguments, *call.named.values()]
    if which == ON:
        return [call.on]
    if which == TEXTS:
        return [*texts_in_format(call)]
    if isinstance(which, str) and "|" in which:  # under one of these names or positions
        names = [int(each) if each.isdigit() else each for each in which.split("|")]
        return [next(filter(None, (call.argument(each) for each in names)), None)]
    return [call.argument(which)]


def _match(place: _Place) -> RuleMatch:
    where = place.node.range()
    return RuleMatch(
        rule=place.rule.id,
        line=where.start.line + 1,
        end_line=where.end.line + 1,
        column=where.start.column,
        remote=any(value.remote for value in place.followed),
        is_hint=place.is_hint,
    )
