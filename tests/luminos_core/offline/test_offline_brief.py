"""The brief: what a project is, in its own words, and the lines that follow."""

from pathlib import Path

import pytest

from luminos_core.offline.document import read_document
from luminos_core.offline.synthesis import synthesize
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryState, LeftOut
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.report import Synthesis
from tests.luminos_core.offline.found_projects import facts_of
from tests.luminos_core.offline.test_offline_passes import audit, snapshot, write


def told(root: Path, files: dict[str, str], **more: tuple[object, ...]) -> Synthesis:
    write(root, files)
    briefing = SynthesisBriefing.model_validate(
        {
            "target": root.name,
            "survey": None,
            "languages": snapshot(root).languages,
            "reports": tuple(audit(root).values()),
            "flags": (),
            "project": facts_of(root),
            **more,
        }
    )
    return synthesize(briefing)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    root = tmp_path / "kite"
    root.mkdir()
    return root


IS = "Kite is a small engine for flying kites indoors."
BADGES = "[![build](https://b.example/x.svg)](https://b.example) ![npm](https://n.example/x.svg)"


@pytest.mark.parametrize(
    "before",
    [
        f"{BADGES}\n",
        "> [!WARNING]\n> Version 1 is a release that nobody should use any more, please upgrade.\n",
        "> **Note:** this branch is a mirror of the one that we really work on.\n",
        "**News:** Kite 3.0 has been released with a lot of new things for everybody!\n",
        "Kite 3.0 is now available for everybody who wants to fly kites.\n",
        "## Sponsors\n\nAcme is a company that pays us to write all this code.\n\n## Kite\n",
        "## News\n\n### 2026\n\nThe new engine is a thing that we like a lot.\n\n## What it is\n",
        "## Support us\n\nYour sponsorship is a help for our work on the engine.\n\n## About\n",
        "[Docs](https://d.example) | [Chat](https://c.example) | [Blog](https://b.example)\n",
        "[The documentation](https://d.example) [the chat room](https://c.example) and [a](b.md)\n",
        '<p align="center"><img src="logo.svg" width="200"></p>\n',
        '<p align="center"><a href="https://b.example"><img src="x.svg"></a> star us all</p>\n',
        '<p align="center"><a href="https://k.example"><img src="logo.svg"></a></p>\n'
        f'<p align="center">{IS}</p>\n',
        "If you've found Kite useful and would like to give something back, thank its authors.\n",
        "If you would like to contribute, this is a project that takes patches.\n",
        "## Table of contents\n\nThe first part is a list of the parts of this file.\n\n## Kite\n",
        "Follow us on our new account, where we write about kites every day.\n",
        "This README is a quick start; more is on our website for those who read.\n",
    ],
)
@pytest.mark.parametrize("title", ["# Kite\n\n", ""])
def test_news_sponsors_badges_alerts_and_lists_of_links_do_not_say_what_it_is(
    target: Path, title: str, before: str
) -> None:
    brief = told(target, {"README.md": f"{title}{before}\n{IS} It is fast.\n", "a.py": "x = 1\n"})
    assert brief.brief.startswith(f"`kite`: README.md says: “{IS}”")


def test_a_restructured_text_readme_is_read_past_its_badges_and_donations(target: Path) -> None:
    readme = (
        "|build| |docs|\n\n.. |build| image:: https://b.example/x.svg\n   :alt: Build\n\n"
        "Donations\n=========\n\nOpen Collective\n---------------\n\nIt is a platform for money"
        " that keeps us going.\n\nWhat is Kite?\n=============\n\nKite_ is a small engine_ for"
        " flying kites.\n\n.. _Kite: https://k.example\n.. _engine: https://e.example\n"
    )
    brief = told(target, {"README.rst": readme, "a.py": "x = 1\n"}).brief
    assert brief.startswith("`kite`: README.rst says: “Kite is a small engine for flying kites.”")


def test_words_are_quoted_as_they_are_written(target: Path) -> None:
    readme = "# x\n\n[kite] is a `wind_driven` thing_with [brackets] in it.\n\n[kite]: https://k\n"
    manifest = '{"name": "x", "description": "an engine for kites, not for birds"}'
    brief = told(target, {"README.md": readme, "package.json": manifest}).brief
    assert "package.json says: “an engine for kites, not for birds”." in brief
    assert "“kite is a `wind_driven` thing_with [brackets] in it.”" in brief


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"pyproject.toml": '[project]\nname = "k"\ndescription = "Flies kites indoors"\n'},
            "“Flies",
        ),
        ({"kite/__init__.py": '"""Flying kites indoors."""\n'}, "Flying kites indoors."),
        (
            {
                "setup.py": "from setuptools import setup\nsetup(description=read())\n",
                "README.md": "# Kite\n\nKites were flown outdoors for a very long time.\n",
                "kite/__init__.py": '"""Flying kites indoors."""\nX = 1\n',
            },
            "Flying kites indoors.",
        ),
        (
            {
                "package.json": '{"name": "k", "description": "My app"}',
                "README.md": f"# K\n\n{IS}\n",
            },
            f"README.md says: “{IS}”",
        ),
        (
            {
                "k.gemspec": "Gem::Specification.new do |s|\n  s.name = 'k'\n  s.summary = 'Flies"
                " many kites'.freeze\nend\n"
            },
            "k.gemspec says: “Flies many kites”",
        ),
        (
            {
                "package.json": '{"name": "k", "description": "A small engine for flying kites"}',
                "README.md": f"# K\n\n{IS} It also flies birds, if they are of paper.\n",
            },
            f": README.md says: “{IS}” ",
        ),
        ({"README.md": "See [the guide](docs/guide.md).\n", "docs/guide.md": f"# G\n\n{IS}\n"}, IS),
        ({"README.md": "docs/guide.md\n", "docs/guide.md": f"# G\n\n{IS}\n"}, IS),
        ({"usr/share/kite/README.md": f"# G\n\n{IS}\n", "usr/share/kite/a.go": "package a\n"}, IS),
    ],
)
def test_what_it_is_comes_from_manifest_package_or_readme(
    target: Path, files: dict[str, str], said: str
) -> None:
    assert said in told(target, files).brief.partition("\n")[0]


def test_a_readme_that_is_a_link_into_the_tree_is_followed(target: Path) -> None:
    write(target, {"kite/README.md": f"# Kite\n\n{IS}\n", "kite/a.py": "x = 1\n"})
    (target / "README.md").symlink_to("kite/README.md")
    assert IS in told(target, {}).brief.partition("\n")[0]


def test_a_readme_that_leads_out_of_the_tree_is_not_followed(target: Path) -> None:
    (target.parent / "secret.md").write_text(f"# S\n\n{IS}\n")
    (target / "README.md").symlink_to("../secret.md")
    assert IS not in told(target, {"a.py": "x = 1\n"}).brief
    (target / "README.md").unlink()
    assert IS not in told(target, {"README.md": "See [it](../secret.md).\n"}).brief


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("kite/__init__.py", "# Old values kept for the old tests.\nX = 1\n"),
        ("kite/index.js", "// Old values kept for the old tests.\nmodule.exports = 1\n"),
        ("kite/lib.rs", "// Old values kept for the old tests.\n\npub struct A;\n"),
        ("kite/a.sh", "# Old values.\necho 1\n"),
    ],
)
def test_a_comment_is_no_purpose(target: Path, path: str, text: str) -> None:
    result = told(target, {path: text, "b/c.py": "x = 1\n"})
    assert "Old values" not in result.brief + result.detailed


SERVICE = {
    "README.md": f"# Kite\n\n{IS}\n",
    "LICENSE": "MIT License\n\nPermission is hereby granted, free of charge, to any person\n",
    "package.json": '{"name": "kite", "bin": {"kite": "./cli.js"}, "scripts": {"a": "1", "b": "2", '
    '"test": "mocha", "build": "tsc", "start": "node server.js"}, "dependencies": '
    '{"express": "1"}}',
    "server.js": "const express = require('express')\nconst port = process.env.KITE_PORT || 3000\n"
    "app.listen(3000)\n",
    "Dockerfile": "FROM node:22\nEXPOSE 8080\n",
    "compose.yml": "services:\n  db:\n    image: postgres:16\n",
    ".github/workflows/ci.yml": "on: push\njobs:\n  lint:\n    runs-on: x\n"
    "  unit:\n    runs-on: x\n",
    "test/server.test.js": "it('flies', () => {})\nit('lands', () => {})\n"
    "process.env.ONLY_IN_TESTS\n",
}


def test_fixed_lines_tell_how_it_is_built_run_tested_deployed_and_licensed(target: Path) -> None:
    brief = told(target, SERVICE).brief
    for line in (
        "build: `npm run build`; test: `npm test`; run: `npm start`",
        "- **Starts at**: `kite` (`./cli.js`)",
        "environment variables `KITE_PORT`",
        "`3000`",
        "`8080`",
        "services `postgres:16`",
        "GitHub Actions (jobs `lint` and `unit`); deployed by a container image and Docker Compose",
        "- **Licence**: MIT (`LICENSE`)",
        "2 tests",
        "imports `express` from elsewhere",
    ):
        assert line in brief
    assert "ONLY_IN_TESTS" not in brief


def test_a_bundled_library_deep_below_is_not_taken_for_the_project(target: Path) -> None:
    files = {
        "README.md": f"# Kite\n\n{IS} Thanks for checking it out.\n",
        "kite.php": "<?php\n$a = $_SERVER['HTTP_HOST'];\n",
        "inc/lib/sodium/composer.json": '{"name": "a/b", "license": "ISC"}',
    }
    brief = told(target, files).brief
    assert "ISC" not in brief
    assert "composer" not in brief
    assert "HTTP_HOST" not in brief
    assert "Thanks" not in brief


def test_the_verdict_counts_flags_and_names_what_to_look_at_first(target: Path) -> None:
    flags = (
        Flag(path="a.py", line=1, finding="One.", severity=Severity.CONCERN, rule="x"),
        Flag(path="a.py", line=2, finding="Two.", severity=Severity.CONCERN, rule="x"),
        Flag(path="b.py", line=3, finding="Three.", severity=Severity.CRITICAL, rule="y"),
        Flag(path="b.py", line=4, finding="Four.", severity=Severity.INFO, rule="z"),
    )
    out = LeftOut(path="dist", state=DirectoryState.EXCLUDED, reason="always skipped")
    brief = told(target, {"a.py": "x = 1\n"}, flags=flags, left_out=(out,)).brief
    assert (
        "**Flags: 1 critical, 2 concerns and 1 note.** Look first at `b.py:3` (Three) and `a.py:1`"
        " (One)." in brief
    )
    assert "All 1 file in 1 directory was read. Left out by rules: `dist/`." in brief


def test_the_parts_of_a_monorepo_say_what_they_need_of_each_other(target: Path) -> None:
    files = {
        "package.json": '{"name": "root", "private": true, "workspaces": ["packages/*"]}',
        "packages/core/package.json": '{"name": "@k/core"}',
        "packages/core/index.js": "import x from 'lodash'\n",
        "packages/cli/package.json": '{"name": "@k/cli", "dependencies": '
        '{"@k/core": "*", "yargs": "1"}}',
        "packages/cli/index.js": "import a from '@k/core'\nimport y from 'yargs'\n",
    }
    result = told(target, files)
    assert "- **Parts**: `@k/cli` (needs `@k/core`) and `@k/core`" in result.brief
    assert "imports `lodash` and `yargs` from elsewhere" in result.brief
    assert "- `@k/cli` in `packages/cli/`, needs `@k/core`." in result.detailed


@pytest.mark.parametrize(
    "files",
    [
        {
            "go.mod": "module github.com/me/kite\n\ngo 1.22\n",
            "a.go": 'package kite\n\nimport "github.com/me/kite/wind"\n',
            "wind/w.go": "package wind\n",
        },
        {
            "Cargo.toml": '[workspace]\nmembers = ["kite-core", "kite"]\n',
            "kite-core/Cargo.toml": '[package]\nname = "kite-core"\nversion = "1.0.0"\n',
            "kite-core/src/lib.rs": "pub struct A;\n",
            "kite/Cargo.toml": '[package]\nname = "kite"\nversion = "1.0.0"\n',
            "kite/src/lib.rs": "use kite_core::A;\npub struct B;\n",
        },
        {"src/kite/__init__.py": "", "src/kite/a.py": "", "tools.py": "import kite.a\n"},
        {"wind.py": "X = 1\n", "lib/b.py": "import wind\n"},
    ],
)
def test_own_packages_are_never_called_foreign(target: Path, files: dict[str, str]) -> None:
    result = told(target, files)
    assert "from elsewhere" not in result.brief


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("spec/kite_spec.rb", "describe 'K' do\n  it 'flies' do\n  end\n  it('lands') { }\nend\n"),
        ("test/a.js", "describe('k', () => {\n  it('a', f)\n  it.skip('b', f)\n})\n"),
        ("src/a.test.ts", "test('a', () => {})\ntest.each([1])('b', () => {})\n"),
        (
            "src/test/java/KiteTest.java",
            "class KiteTest {\n  @Test void a() {}\n  @Test void b() {}\n}\n",
        ),
        (
            "kite_test.go",
            "package k\n\nfunc TestA(t *testing.T) {}\nfunc Test_b(t *testing.T) {}\n"
            "func Testify() {}\n",
        ),
        ("src/lib.rs", "#[test]\nfn a() {}\n\n#[tokio::test]\nasync fn b() {}\n"),
        ("tests/unit/list.tcl", 'test {a} {\n}\ntest "b" {\n}\n'),
        (
            "src/test/kotlin/KiteTest.kt",
            "class K {\n  @Test\n  fun a() {}\n  @Test fun b() {}\n}\n",
        ),
        ("test/kite_test.exs", 'test "a" do\nend\ntest "b" do\nend\n'),
        ("tests/test_a.py", "def test_a(): ...\n\n\nclass TestB:\n    def test_b(self): ...\n"),
        (
            "tests/KiteTests.cs",
            "class K {\n  [Fact]\n  void A() {}\n  [Theory]\n  void B() {}\n}\n",
        ),
    ],
)
def test_tests_of_every_framework_are_counted(target: Path, path: str, text: str) -> None:
    assert "; 2 tests" in told(target, {path: text}).brief


def test_a_root_is_not_called_tests_for_its_conftest(target: Path) -> None:
    files = {"conftest.py": "X = 1\n", "kite/__init__.py": "", "kite/a.py": "x = 1\n"}
    assert not audit_summary(target, files).startswith("Tests:")


def audit_summary(root: Path, files: dict[str, str]) -> str:
    write(root, files)
    return audit(root)["."].summary


def test_playbooks_are_what_an_ansible_repository_is_made_of(target: Path) -> None:
    play = "- name: web\n  hosts: all\n  tasks: []\n- hosts: db\n  tasks: []\n"
    brief = told(target, {"site.yml": play, "README.md": "# x\n\nExamples of playbooks for all.\n"})
    assert "- **Kind**: 2 Ansible plays" in brief.brief


def test_the_layout_has_a_line_a_directory_and_none_for_one_that_only_holds_others(
    target: Path,
) -> None:
    files = {
        "a/b/c.py": "x = 1\n",
        "a/d/e.py": "x = 1\n",
        "tests/x/test_a.py": "def test_a(): ...\n",
    }
    detailed = told(target, files | {f"docs/{n}/a.md": "# A\n" for n in range(5)}).detailed
    assert "Only directories" not in detailed
    assert "- `docs/`: With 5 directories below." in detailed
    assert detailed.count("`a/b/`") == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "Kite is a registered trademark of Acme.",
        "If it is a bird, do not fly it at home with us.",
        "There is a lot to say about kites and birds.",
        "A single kite is an intent to fly that is stored as data.",
    ],
)
def test_not_every_sentence_with_is_a_defines_something(sentence: str) -> None:
    assert read_document(f"# Kite\n\n{sentence}\n").definition == ""


def test_a_main_that_only_trials_compile_starts_nothing(target: Path) -> None:
    main = "int main(void) {\n    return 0;\n}\n"
    files = {
        "src/server.c": f"#ifdef USE_TLS\n#include <tls.h>\n#endif\n{main}",
        "src/crc64.c": f"int crc(void) {{\n    return 1;\n}}\n#ifdef CRC_TEST_MAIN\n{main}#endif\n",
    }
    brief = told(target, files).brief
    assert "src/server.c" in brief.partition("Starts at")[2].partition("\n")[0]
    assert "crc64" not in brief.partition("Starts at")[2].partition("\n")[0]
