# ruff: noqa: E501 - texts of files
"""Characters that hide, copies of old libraries, leftovers and licences in a tree."""

import sys
from pathlib import Path

import pytest

from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.records.flag import Severity
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.luminos_core.checks.checked_trees import flags_of_tree

MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy\n"
CODE = b"def parse(text):\n    return [line.split(',') for line in text.splitlines() if line]\n"
ELF = Path(sys.executable).resolve().read_bytes()[:9_000]


def _rules(root: Path, files: dict[str, str | bytes]) -> set[str]:
    """Of the flags above info."""
    flags = flags_of_tree(root, files)
    return {flag.rule for flag in flags if flag.severity is not Severity.INFO}


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ('if level != "none\u202e \u2066# only\u2069 \u2066":', "bidirectional-characters"),
        ('return user == "ad\u200bmin"', "invisible-character"),
        ("def check\u115fsum(user): pass", "invisible-character"),
        ("def b\u0430nk(user): pass", "mixed-alphabets"),
        ("def p\u03b1y(user): pass", "mixed-alphabets"),
        ('x = "\u043a\u04e9\u043c\u0435\u043a\u0448\u0456ci"', "mixed-alphabets"),
        (
            'x = "\u0411\u043b\u043e\u043aIP, YYYY \u043e\u043d\u044b MMMM\u044b\u043d, \u043e_MediaWiki"',
            None,
        ),
        ('x = "Nkyeky\u03b5mu Tal\u03b3a"', None),
        ('x = "\u043d\u0430 \u200b\u200b\u0441\u0435\u0440"', None),
        ('x = ["\u200b", "\u202e", "\u3164"]', None),
        ("pattern = /[\u202d\u202e\u2066\u2069]/", None),
        ('x = "\u202a\u4e2d\u6587\u202c"', None),
        ('x = "\u202b\u05e9\u05dc\u05d5\u05dd\u202c"', None),
        ('path = "\u202aC:/temp"', "bidirectional-characters"),
        ('user = "admin\u200b"', "invisible-character"),
        ('x = "\u05e9\u05dc\u05d5\u05dd"', None),
        ('x = "\U0001f468\u200d\U0001f469"', None),
        ('x = "\u0645\u06cc\u200c\u062e"', None),
        ("gr\u00f6\u00dfe = 12", None),
        ("\u03bb = 0.5; \u0394x = 1; x_\u03b1 = 2", None),
        ('x = "5\u03bcs"', None),
        ('x = "8\u200d\u20e3"', None),
        ('x = "\u179f\u17bb\u17c6\u200b\u1793\u17b6\u1798"', None),
        ("0xad,  # \u00ad", None),
        ('x = "\\u202e"', None),
    ],
)
def test_a_character_that_hides_is_told(tmp_path: Path, line: str, rule: str | None) -> None:
    tricks = {"bidirectional-characters", "invisible-character", "mixed-alphabets"}
    found = _rules(tmp_path, {"a.py": line + "\n"}) & tricks
    assert found == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.py", "def f(:\n", True),
        ("a.py", "print 'a'\n", False),
        ("a.py", "if x.async <= 1:\n    pass\n", False),
        ("a.json", "{'a': 1}", True),
        ("a.json", '// made by hand\n{"a": 1}', False),
    ],
)
def test_what_was_right_for_another_reader_is_no_concern(
    tmp_path: Path, name: str, text: str, *, told: bool
) -> None:
    assert ("syntax-error" in _rules(tmp_path, {name: text})) is told


@pytest.mark.parametrize("path", ["lang/de/texts.php", "src/locale/de.js", "core/built/admin.js"])
def test_texts_for_people_and_what_is_built_may_hold_signs_that_are_not_shown(
    tmp_path: Path, path: str
) -> None:
    assert "invisible-character" not in _rules(tmp_path, {path: "var x = 'Ar\u00adchi\u200bve'"})
    assert "invisible-character" in _rules(tmp_path, {"src/a.js": "var x = 'Ar\u00adchi\u200bve'"})


def test_several_files_of_one_old_library_weigh_once(tmp_path: Path) -> None:
    text = "/*! jQuery v1.8.3 jquery.com */\n"
    flags = flags_of_tree(tmp_path, {"web/a/jquery.js": text, "web/b/jquery.min.js": text})
    copies = [flag.severity for flag in flags if flag.rule == "old-copy"]
    assert sorted(copies) == [Severity.CONCERN, Severity.INFO]


def test_a_project_whose_files_are_under_the_gpl_is_so_itself(tmp_path: Path) -> None:
    head = "/* GNU General Public License */\n"
    few = {"LICENSE": MIT, "a.c": head}
    assert "licence-conflict" in _rules(tmp_path / "a", few)
    assert "licence-conflict" not in _rules(tmp_path / "b", {**few, "COPYRIGHT.GPL": head})
    many = {f"{number}.c": head for number in range(11)}
    assert "licence-conflict" not in _rules(tmp_path / "c", {**few, **many})


def test_an_archive_has_the_folders_of_its_submodules_alone(tmp_path: Path) -> None:
    modules = '[submodule "a"]\n\tpath = vendor/a\n'
    assert "missing-submodule" in _rules(tmp_path, {".gitmodules": modules, "a.c": "int a;"})
    (tmp_path / "vendor" / "a").mkdir(parents=True)
    assert "missing-submodule" not in _rules(tmp_path, {".gitmodules": modules, "a.c": "int a;"})


@pytest.mark.parametrize(
    ("files", "rule", "found"),
    [
        ({"static/jquery.min.js": "/*! jQuery v1.8.3 jquery.com */\n"}, "old-copy", True),
        ({"static/jquery.min.js": "/*! jQuery v3.7.1 jquery.com */\n"}, "old-copy", False),
        ({"src/zlib.h": '#define ZLIB_VERSION "1.2.8"\n'}, "old-copy", True),
        ({"bin/convert": ELF}, "binary-without-source", True),
        ({"tests/data/convert.so": ELF}, "binary-without-source", False),
        ({"gradle/wrapper/gradle-wrapper.jar": b"PK\x03\x04" + bytes(99)}, "binary-without-source", False),
        ({"a/parse.py": CODE, "a/parse_copy.py": CODE}, "copied-file", True),
        ({"a/parse.py": CODE, "b/parse.py": CODE}, "copied-file", False),
        ({"bin/convert": ELF, "PKG-INFO": "x"}, "binary-without-source", False),
        ({"app.min.js": "var a=1;"}, "minified-without-source", False),  # nearly always of others
        ({"LICENSE": MIT, "aclocal.m4": "dnl GNU General Public License\n"}, "licence-conflict", False),
        ({"LICENSE": MIT, "a.c": "/* GNU General Public License */\n"}, "licence-conflict", True),
        ({".gitmodules": '[submodule "a"]\n\tpath = vendor/a\n'}, "missing-submodule", True),
        ({".gitmodules": "\tpath = vendor/a\n", "vendor/a/x.c": "int x;"}, "missing-submodule", False),
        ({"a.json.br": ELF}, "binary-without-source", False),
        ({"tests/test_a.py.disabled": "def test_a(): assert f()\n"}, "disabled-tests", True),
        ({"LICENSE": MIT, "package.json": '{"license": "GPL-3.0-only"}'}, "licence-conflict", True),
        ({"LICENSE": MIT, "package.json": '{"license": "MIT OR Apache-2.0"}'}, "licence-conflict", False),
        ({"LICENSE": MIT, "a.c": "/* SPDX-License-Identifier: GPL-2.0-only */\n"}, "licence-conflict", True),
        ({"LICENSE": MIT, "a.c": "/* SPDX-License-Identifier: BSD-3-Clause */\n"}, "licence-conflict", False),
    ],
)  # fmt: skip
def test_what_should_not_be_in_a_tree_is_told(
    tmp_path: Path, files: dict[str, str | bytes], rule: str, *, found: bool
) -> None:
    assert (rule in _rules(tmp_path, files)) is found


def test_a_quiet_night_compares_no_files(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("[a](none.md)\n")
    context = ScanContext(lambda event: None, StopSignal())
    snapshot = take_snapshot(tmp_path, ScanOptions(), context)
    cache = CheckCache(checks_digest())
    first = run_checks(SandboxedDir(tmp_path), snapshot, cache, StopSignal())
    stored = CheckCache(checks_digest(), cache.dump(snapshot.files))
    (tmp_path / "README.md").unlink()
    again = run_checks(SandboxedDir(tmp_path), snapshot, stored, StopSignal())
    assert first.flags == again.flags
    assert any(flag.rule == "dead-link" for flag in again.flags)
