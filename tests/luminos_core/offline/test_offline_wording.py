"""English: counts, lists, sentences, and prose freed from its markup."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.offline.document import read_document
from luminos_core.offline.documentation import (
    documentation,
    first_line_documentation,
    strip_markup,
)
from luminos_core.offline.english import (
    as_sentence,
    code,
    first_sentence,
    listed,
    quoted,
    sentences,
    shortened,
)
from luminos_core.offline.structure import find_structure
from luminos_core.text.formats import pluralize, size


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "file", "1 file"),
        (0, "file", "0 files"),
        (2_345, "directory", "2,345 directories"),
        (2, "class", "2 classes"),
        (3, "key", "3 keys"),
        (2, "Python module", "2 Python modules"),
    ],
)
def test_counts_agree_with_their_nouns(number: int, noun: str, said: str) -> None:
    assert pluralize(number, noun) == said


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    ],
)
def test_lists_are_joined_and_never_end_in_one_more(items: list[str], said: str) -> None:
    assert listed(items, 3) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "1 byte"),
        (812, "812 bytes"),
        (1_234, "1.2 kB"),
        (56_700_000, "57 MB"),
        (999_600, "1.0 MB"),
    ],
)
def test_sizes_are_read_by_people(number: int, said: str) -> None:
    assert size(number) == said


def test_abbreviations_versions_and_names_of_files_end_no_sentence() -> None:
    text = "Needs Python 3.11, e.g. Debian's. See foo.py and J. Smith's notes. `x` is next."
    assert sentences(text) == [
        "Needs Python 3.11, e.g. Debian's.",
        "See foo.py and J. Smith's notes.",
        "`x` is next.",
    ]


def test_a_long_sentence_is_cut_between_clauses_and_marked() -> None:
    text = "It parses headers, which takes long; " + "and then " * 40 + "it ends."
    cut = first_sentence(text, 60)
    assert cut == "It parses headers, which takes long …"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("parses mail", "Parses mail."),
        ("json_dumps writes", "json_dumps writes."),
        ("iOS support", "iOS support."),
        ("Is it? ", "Is it?"),
        ("", ""),
        ("One thing:", "One thing."),
    ],
)
def test_a_sentence_has_a_capital_and_a_stop_and_names_keep_their_spelling(
    text: str, said: str
) -> None:
    assert as_sentence(text) == said


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("queue -- A multi-producer queue.", "queue.py", "A multi-producer queue."),
        ("asyncio.queues: queues for tasks.", "queues.py", "Queues for tasks."),
        ("Digests: of bytes, and of records.", "digest.py", "Digests: of bytes, and of records."),
        (
            "A :class:`~a.Foo` for ``bar``, see `text <http://x>`_.",
            "x",
            "A `a.Foo` for `bar`, see text.",
        ),
        (
            "A **bold** *claim* about __init__ and *args, **kwargs.",
            "x",
            "A bold claim about __init__ and *args, **kwargs.",
        ),
        ("JSON <https://json.org> is a subset of it. More.", "x", "JSON is a subset of it."),
        ("Public API. @packageDocumentation", "x", "Public API."),
        ("Reads <b>orders</b> from {@link Queue}.", "x", "Reads orders from `Queue`."),
        ("Copyright (C) 2001 Foo. Parses mail.", "x", ""),
        ("Licensed under the Apache License. It parses.", "x", ""),
        ("This module provides the following functions:", "x", ""),
        ("Usage:", "x", ""),
        ("-*- coding: utf-8 -*-", "x", ""),
        ("", "x", ""),
    ],
)
def test_documentation_is_the_first_sentence_that_says_something(
    text: str, name: str, said: str
) -> None:
    assert documentation(text, name) == said


def test_a_first_line_that_breaks_its_sentence_off_is_not_taken() -> None:
    assert first_line_documentation("Return the header of the", "f") == ""
    assert first_line_documentation("Return the header", "f") == "Return the header."


README = """\
---
title: x
---
<!-- a comment
over lines -->
# The *tool*

[![Build](https://a/b.svg)](https://a) <img src="x.png">

- a list
- of links

> Finds [bugs](https://x) in **code**, every
> night. It asks nobody.

```sh
# not a heading
```

## Use
"""


def test_a_quotation_cannot_close_its_marks() -> None:
    assert quoted("a” Flagged: “b") == '“a" Flagged: "b”'


def test_a_readme_opens_with_its_title_and_its_first_prose() -> None:
    document = read_document(README)
    assert document.title == "The tool"
    assert document.paragraph == "Finds bugs in code, every night. It asks nobody."
    assert document.sections == ("Use",)


def test_a_restructured_document_is_read_without_directives_and_fields() -> None:
    text = "=====\nNotes\n=====\n\n.. image:: a.png\n   :alt: x\n\n:Author: Me\n\n"
    text += "The notes describe ``x`` and what we took.\n\nPart one\n--------\ntext\n"
    document = read_document(text)
    assert (document.title, document.sections) == ("Notes", ("Part one",))
    assert document.paragraph == "The notes describe `x` and what we took."


def test_a_heading_under_the_prose_is_no_title() -> None:
    document = read_document("You look at one directory at a time.\n\n# What you see\n")
    assert (document.title, document.sections) == ("", ("What you see",))


@pytest.mark.parametrize("unit", [" \n", "*", "[", "<a ", "`", "# x\n", "<!--", "a\n==\n", "---\n"])
@pytest.mark.parametrize("name", ["README.md", "a.toml", "a.json", "a.yml", "x.mk", "x.csv"])
def test_a_hostile_file_costs_no_more_than_a_moment(unit: str, name: str) -> None:
    text = (unit * 1_000_000)[:1_000_000]
    started = time.process_time()
    read_document(text)
    find_structure(name, text, cut=True)
    find_structure(name, text, cut=False)
    assert time.process_time() - started < 1.0


@given(st.text(max_size=400))
def test_any_text_becomes_one_bounded_line(text: str) -> None:
    for said in (strip_markup(text), documentation(text, "x.py"), code(text)):
        assert "\n" not in said
        assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said)
    assert len(documentation(text, "x.py")) <= 245
    assert len(shortened(strip_markup(text), 320)) <= 325
    document = read_document(text)
    assert "\n" not in document.title + document.paragraph + "".join(document.sections)
