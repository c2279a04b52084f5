from collections import Counter

import pytest

from luminos_core.records.snapshot import Category
from luminos_core.scan.byte_patterns import compile_bytes
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.classify.table import load_table


@pytest.mark.parametrize("table", ["names", "extensions", "language_types", "mime_prefixes"])
def test_each_value_is_of_one_known_category(table: str) -> None:
    by_category = load_table("categories.json")[table]
    counts = Counter(value for values in by_category.values() for value in values)
    assert by_category.keys() <= set(Category)
    assert set(counts.values()) == {1}
    assert all(value == value.lower() for value in counts)


def test_every_type_of_language_has_a_category() -> None:
    types = load_table("categories.json")["language_types"].values()
    assert {one for group in types for one in group} == set(linguist().types.values())


@pytest.mark.parametrize("end", ["heads", "tails"])
def test_an_extension_has_one_mark_which_compiles(end: str) -> None:
    marks = load_table("generator_marks.json")[end]
    counts = Counter(extension for mark in marks for extension in mark["extensions"])
    assert set(counts.values()) == {1}
    assert all(extension.startswith(".") for extension in counts)
    assert all(mark.keys() == {"kind", "extensions", "pattern"} for mark in marks)
    assert all(compile_bytes(mark["pattern"].encode()) for mark in marks)


def test_every_notice_contains_the_word_that_is_searched_for_first() -> None:
    notices = load_table("generator_marks.json")["notices"]
    assert all("generated" in notice.lower() for notice in notices)


def test_text_types_are_of_known_languages() -> None:
    assert load_table("text_mime_types.json").keys() <= linguist().types.keys()


def test_withheld_names_are_in_lower_case() -> None:
    table = load_table("withheld.json")
    names = [name for values in table.values() for name in values]
    assert names == [name.lower() for name in names]
