import re

import pytest
from ambiguous import AMBIGUOUS
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.scan.byte_patterns import PatternSet, compile_bytes
from luminos_core.scan.classify import heuristics
from luminos_core.scan.classify.heuristics import own_heuristics, preferred_languages
from luminos_core.scan.classify.language import language_of
from luminos_core.scan.classify.linguist import linguist
from tests.processor_time import costs_less_than

WORDS = sorted(
    {
        word.encode()
        for texts in AMBIGUOUS.values()
        for text in texts.values()
        for word in re.split(r"(\s+|\W)", text)
    }
)
SAMPLES = [
    pytest.param(extension, language, text.encode(), id=f"{extension} {language}")
    for extension, texts in AMBIGUOUS.items()
    for language, text in texts.items()
]


@pytest.mark.parametrize(("extension", "language", "text"), SAMPLES)
def test_an_ambiguous_extension_is_decided_by_content(extension, language, text):
    assert language_of("some" + extension, text) == language


@pytest.mark.parametrize(
    ("theirs", "ours"), [(b"\n", b"\r\n"), (b"\n", b"\r"), (b"", b"\xef\xbb\xbf")]
)
def test_line_breaks_and_marks_of_other_systems_change_no_answer(theirs, ours):
    for extension, texts in AMBIGUOUS.items():
        for language, text in texts.items():
            other = text.encode().replace(theirs, ours, -1 if theirs else 1)
            assert language_of("some" + extension, other) == language


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("a.yml", "---\na:\n\tb: c\n", "YAML"),  # MiniYAML has no document marks
        ("a.pm", "use v6;\nuse strict;\nclass A { }\n", "Raku"),
        ("a.ms", '/* a */\n.include "b"\n', "MAXScript"),
        ("a.st", "!Circle methodsFor: 'area'!\narea\n\t^radius squared! !\n", "Smalltalk"),
        ("a.st", 'decl(name, value) ::= "<name> = <value>;"\n', "StringTemplate"),
        ("a.sql", "BEGIN TRANSACTION;\nDELETE FROM a;\nCOMMIT;\n", "SQL"),
        ("a.al", "package A;\nsub value { return $_[0] }\n1;\n", "Perl"),
        ("a.d", "self int depth;\n\npython$target:::entry\n/self->depth == 0/\n{\n}\n", "DTrace"),
        ("a.inc", "namespace a {\ntemplate <class T> T b(T c);\n}\n", "C++"),
        ("a.txt", "10.0.0.1 - - [01/Jan/2024] GET /\n", "Text"),
        ("a.h", "/* a class of its own */\nint a;\n", "C"),
        ("a.h", "@class Circle;\nint a;\n", "Objective-C"),
        ("A.H", "namespace a { }\n", "C++"),
    ],
)
def test_similar_languages_are_distinguished(name, text, language):
    assert language_of(name, text.encode()) == language


def test_every_language_of_every_ambiguous_extension_is_recognized():
    claimed = {e: set(names) for e, names in linguist().extensions.items() if len(names) > 1}
    assert {e: names - AMBIGUOUS.get(e, {}).keys() for e, names in claimed.items()} == {
        e: set() for e in claimed
    }


@pytest.mark.parametrize("extension", sorted(heuristics._published()["needles"]))
def test_no_rule_matches_without_one_of_its_needles(extension):
    rules = heuristics._rules_of(extension)
    for text in map(str.encode, AMBIGUOUS.get(extension, {}).values()):
        if rules.needles and not any(needle in text for needle in rules.needles):
            assert rules.patterns.found(text) == set()


def test_frequent_extensions_are_decided_without_their_rules():
    assert all(heuristics._rules_of(extension).needles for extension in (".json", ".html", ".ts"))


def test_every_published_rule_is_about_known_languages():
    for extension in heuristics._published()["extensions"]:
        rules = heuristics._rules_of(extension).rules
        assert {name for rule in rules for name in rule.languages} <= linguist().types.keys()


def test_our_rules_and_preferences_are_for_languages_with_that_extension():
    claims = linguist().extensions
    own = [item for table in own_heuristics().values() for item in table.items()]
    assert [
        (e, name) for e, name in preferred_languages().items() if name not in claims.get(e, ())
    ] == []
    assert [
        (e, rule["language"])
        for e, rules in own
        for rule in rules
        if rule["language"] not in claims[e]
    ] == []


def test_our_rules_are_read_by_their_tables_and_all_compile():
    assert own_heuristics().keys() == {"corrections", "supplement"}
    for rules in (rules for table in own_heuristics().values() for rules in table.values()):
        assert all(
            {"language", "pattern"} <= r.keys() <= {"language", "pattern", "reason"} for r in rules
        )
        assert all(compile_bytes(b"(?m-s)" + rule["pattern"].encode()) for rule in rules)


def test_the_rules_search_the_first_fifty_kilobytes():
    filling = b"int a;\n" * 7_000  # 49,000 bytes
    assert language_of("a.h", filling + b"class A;\n") == "C++"
    assert language_of("a.h", filling * 2 + b"class A;\n") == "C"


@pytest.mark.parametrize("extension", [".stl", ".url", ".cmp", ".app", ".7", ".resource"])
def test_a_generic_extension_alone_means_no_language(extension):
    assert language_of("a" + extension, b"nothing in particular\n") is None


@pytest.mark.parametrize(
    "unit", [b" ", b"\n", b"a", b"(", b"{", b'"', b"\r", b". ", b"\t\t:", b"class "]
)
def test_hostile_text_is_decided_in_bounded_time(unit):
    text = unit * (65_536 // len(unit))
    for extension in (".h", ".sql", ".inc", ".m", ".bas", ".ftl", ".md", ".txt", ".app", ".d"):
        with costs_less_than(2):
            language_of("a" + extension, text)


@given(
    extension=st.sampled_from([".inc", ".h", ".sql", ".m", ".bas", ".d", ".as", ".st"]),
    text=st.lists(st.sampled_from(WORDS), max_size=400).map(b"".join),
)
@settings(max_examples=60, deadline=None)
def test_one_pass_finds_the_same_patterns_as_separate_searches(extension, text):
    named = heuristics._published()["named"]
    for own in own_heuristics().values():
        signs = [b"(?m-s)" + rule["pattern"].encode() for rule in own.get(extension, ())]
        signs += [b"(?m-s)" + sign.encode() for sign in named.values()]
        alone = {at for at, sign in enumerate(signs) if compile_bytes(sign).search(text)}
        assert PatternSet(signs).found(text) == alone
