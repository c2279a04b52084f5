import time

import pytest
from ambiguous import AMBIGUOUS

from luminos_core.scan import heuristics
from luminos_core.scan.language import language_of
from luminos_core.scan.linguist import linguist
from luminos_core.scan.supplement import CORRECTIONS, PREFERRED, SUPPLEMENT

SAMPLES = [
    pytest.param(extension, language, text.encode(), id=f"{extension} {language}")
    for extension, texts in AMBIGUOUS.items()
    for language, text in texts.items()
]


@pytest.mark.parametrize(("extension", "language", "text"), SAMPLES)
def test_an_ambiguous_extension_is_told_by_content(extension, language, text):
    assert language_of("some" + extension, text) == language


@pytest.mark.parametrize(("extension", "language", "text"), SAMPLES)
def test_line_breaks_and_marks_of_other_systems_change_no_answer(extension, language, text):
    for other in (text.replace(b"\n", b"\r\n"), text.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + text):
        assert language_of("some" + extension, other) == language


def test_every_language_of_every_ambiguous_extension_is_told():
    claimed = {e: set(names) for e, names in linguist().extensions.items() if len(names) > 1}
    assert {e: names - AMBIGUOUS.get(e, {}).keys() for e, names in claimed.items()} == {
        e: set() for e in claimed
    }


@pytest.mark.parametrize(("extension", "language", "text"), SAMPLES)
def test_no_rule_holds_where_none_of_its_needles_is(extension, language, text):
    rules = heuristics._rules_of(extension)
    if rules.needles and not any(needle in text for needle in rules.needles):
        assert rules.patterns.found(text) == set()


def test_frequent_extensions_are_decided_without_their_rules():
    assert all(heuristics._rules_of(extension).needles for extension in (".json", ".html", ".ts"))


@pytest.mark.parametrize("extension", sorted(heuristics._published()["extensions"]))
def test_every_published_rule_is_readable_and_about_known_languages(extension):
    rules = heuristics._rules_of(extension)
    assert len(rules.rules) >= len(heuristics._published()["extensions"][extension])
    assert {name for rule in rules.rules for name in rule.languages} <= linguist().types.keys()


def test_our_own_rules_and_preferences_are_about_languages_that_claim_the_extension():
    claims = linguist().extensions
    own = [*CORRECTIONS.items(), *SUPPLEMENT.items()]
    assert [(e, name) for e, name in PREFERRED.items() if name not in claims.get(e, ())] == []
    assert [(e, name) for e, signs in own for name, _ in signs if name not in claims[e]] == []


def test_the_rules_see_the_first_fifty_kilobytes():
    filling = b"int a;\n" * 7_000  # 49,000 bytes
    assert language_of("a.h", filling + b"class A;\n") == "C++"
    assert language_of("a.h", filling * 2 + b"class A;\n") == "C"


@pytest.mark.parametrize("extension", [".stl", ".url", ".cmp", ".app", ".7", ".resource"])
def test_an_ending_that_is_too_common_means_nothing_by_itself(extension):
    assert language_of("a" + extension, b"nothing in particular\n") is None


@pytest.mark.parametrize(
    "unit", [b" ", b"\n", b"a", b"(", b"{", b'"', b"\r", b". ", b"\t\t:", b"class "]
)
def test_hostile_text_is_decided_in_bounded_time(unit):
    text = unit * (65_536 // len(unit))
    for extension in (".h", ".sql", ".inc", ".m", ".bas", ".ftl", ".md", ".txt", ".app", ".d"):
        started = time.perf_counter()
        language_of("a" + extension, text)
        assert time.perf_counter() - started < 0.5
