"""Each rule finds what its examples show, and nothing where they say so."""

from pathlib import PurePosixPath

import pytest

from luminos_core.catalogue.load import all_rules
from luminos_core.catalogue.rule import CODE_LANGUAGES, Example, Rule
from luminos_core.parsers.code.languages import languages
from luminos_core.parsers.code.matchers import rules_by_language
from luminos_core.parsers.code.search import search
from luminos_core.parsers.documents.search import matchers_of, search_document
from luminos_core.scan.classify.language import language_of

_RULES = {rule.id: rule for rule in all_rules()}


def _found(rule: Rule, example: Example) -> list[int]:
    if not example.language:
        language = language_of(PurePosixPath(example.path).name, b"") or ""
        found = search_document(example.text, language, example.path, matchers_of((rule,)))
        return [match.line for match in found]
    rules = rules_by_language((rule,)).get(example.language)
    assert rules, f"{rule.id} has no matcher for {example.language}"
    return [match.line for match in search(example.text, example.language, example.path, rules)]


@pytest.mark.parametrize("rule_id", _RULES)
def test_a_rule_finds_what_its_examples_show(rule_id: str) -> None:
    rule = _RULES[rule_id]
    missed = [example.text for example in rule.matches if not _found(rule, example)]
    assert not missed


@pytest.mark.parametrize("rule_id", _RULES)
def test_a_rule_passes_what_its_examples_say_is_right(rule_id: str) -> None:
    rule = _RULES[rule_id]
    false = [example.text for example in rule.passes if _found(rule, example)]
    assert not false


@pytest.mark.parametrize("rule_id", _RULES)
def test_a_rule_has_examples_both_ways_and_one_for_each_grammar(rule_id: str) -> None:
    rule = _RULES[rule_id]
    alike = {"TSX": "JavaScript", "TypeScript": "JavaScript", "C++": "C"}
    languages_of_rule = {alike.get(name, name) for code in rule.code for name in code.languages}
    shown = {alike.get(example.language, example.language) for example in rule.matches}
    assert rule.passes
    assert languages_of_rule <= shown


def test_every_language_of_rules_has_a_grammar() -> None:
    assert set(CODE_LANGUAGES) == set(languages())
