"""Each test writes a small tree, takes the records a scan would make of it, and reads the flags."""

import os
import random
import string
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.checks import registry
from luminos_core.checks.catalogue_rules import CODE_RULES
from luminos_core.checks.check import FLAGS_PER_RULE, CheckedFile, is_test_path
from luminos_core.checks.check_cache import CheckCache
from luminos_core.checks.conflict_markers import find_conflicts
from luminos_core.checks.registry import FILE_CHECKS, checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.checks.syntax_errors import find_syntax_errors
from luminos_core.checks.tree_checks import find_missing_project_files
from luminos_core.errors import Interrupted
from luminos_core.flags.fingerprint import fingerprint
from luminos_core.flags.groups import group_flags
from luminos_core.flags.ranking import rank_flags
from luminos_core.parsers.code.search import find_code_matches
from luminos_core.parsing.parser import NotParsed
from luminos_core.records.flag import Flag, FlagCounts, FlagSource, Severity
from luminos_core.records.snapshot import (
    Category,
    DirectoryRecord,
    FileRecord,
    Snapshot,
    SurveySignals,
)
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.stop import StopSignal

LANGUAGES = {
    ".py": "Python",
    ".json": "JSON",
    ".toml": "TOML",
    ".md": "Markdown",
    ".yaml": "YAML",
    ".js": "JavaScript",
}
SIGNALS = SurveySignals(
    total_files=0, extension_histogram=(), file_descriptions=(), filename_samples=()
)
MARKS = "<" * 7 + " ours\na\n" + "=" * 7 + "\nb\n" + ">" * 7 + " theirs\n"


def token(seed: int = 7) -> str:
    letters = string.ascii_letters + string.digits
    return "ghp_" + "".join(random.Random(seed).choices(letters, k=36))  # noqa: S311


def private_key() -> str:
    body = "".join(random.Random(3).choices(string.ascii_letters, k=128))  # noqa: S311
    return f"-----BEGIN PRIVATE KEY-----\n{body[:64]}\n{body[64:]}\n-----END PRIVATE KEY-----\n"


def record(path: str, size: int, **fields: object) -> FileRecord:
    suffix = os.path.splitext(path)[1]  # noqa: PTH122
    known: dict[str, object] = {
        "path": path,
        "size": size,
        "mtime_ns": 0,
        "language": LANGUAGES.get(suffix),
        "category": Category.SOURCE if suffix == ".py" else Category.UNKNOWN,
    }
    return FileRecord(**(known | fields))


def checked(files: SandboxedDir, tree: Snapshot, stop: StopSignal) -> tuple[Flag, ...]:
    return run_checks(files, tree, CheckCache(checks_digest()), stop).flags


def snapshot(*files: FileRecord) -> Snapshot:
    folders: dict[str, list[FileRecord]] = {".": []}
    for file in files:
        folders.setdefault(file.path.rpartition("/")[0] or ".", []).append(file)
    ordered = sorted(folders, key=lambda path: (path == ".", path))
    directories = tuple(DirectoryRecord(path=path, files=tuple(folders[path])) for path in ordered)
    return Snapshot(target="/t", name="t", scanned_at="", directories=directories, signals=SIGNALS)


def flags_of(root: Path, files: dict[str, str], *, stop: StopSignal | None = None) -> list[Flag]:
    """The flags with a line, of files that are written beneath `root`."""
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    records = [record(path, len(text.encode())) for path, text in files.items()]
    found = checked(SandboxedDir(root), snapshot(*records), stop or StopSignal())
    return [flag for flag in found if flag.line is not None]


def python_flags(code: str, path: str = "a.py") -> list[tuple[str, int | None]]:
    source = CheckedFile(record(path, len(code)), code.encode())
    return [(flag.rule, flag.line) for flag in CODE_RULES.run(source)]


# -- evidence --------------------------------------------------------------------------------------


def test_a_flag_does_not_quote_a_secret_that_the_line_before_tells() -> None:
    text = "- name: DB_PASSWORD\n  value: h7Kq2vLw9zR\n"
    source = CheckedFile(record("a.yml", len(text)), text.encode())
    assert source.flag("rule", "It is odd.", Severity.CONCERN, 2, 2).quotation == "value:"


def test_every_flag_quotes_its_line_and_none_quotes_a_secret(tmp_path: Path) -> None:
    secret = token()
    files = {
        "a.py": f'import os\nos.system(x)  # {secret}\nkey = "{secret}"\n',
        "b.json": '{"a": ' + f'"{secret}" "b"' + "}\n",
        "key.pem": private_key(),
        "c.txt": MARKS,
    }
    flags = flags_of(tmp_path, files)
    assert {flag.rule for flag in flags} == {
        "command-injection", "secret-github-pat", "syntax-error",
        "secret-private-key", "merge-conflict",
    }  # fmt: skip
    for flag in flags:
        assert flag.verified and flag.source is FlagSource.ANALYZER
        assert flag.quotation
        assert flag.quotation in files[flag.path].split("\n")[(flag.line or 0) - 1]
        assert secret[4:12] not in flag.quotation + flag.finding
        assert len(flag.quotation) <= 200


def test_a_secret_cut_by_the_quotations_length_is_not_quoted_either(tmp_path: Path) -> None:
    line = "eval(x) # " + "." * 170 + " " + token()
    flags = flags_of(tmp_path, {"a.py": line + "\n"})
    assert all(token()[4:8] not in flag.quotation for flag in flags)


def test_flags_are_in_the_same_order_whatever_the_files_order(tmp_path: Path) -> None:
    files = {"b.py": "eval(x)\nexec(y)\n", "a/c.txt": MARKS}
    forward = flags_of(tmp_path, files)
    assert forward == flags_of(tmp_path, dict(reversed(files.items())))
    assert [flag.path for flag in forward] == ["a/c.txt", "b.py"]


def test_each_place_of_a_file_has_a_flag(tmp_path: Path) -> None:
    flags = rank_flags(flags_of(tmp_path, {"a.py": "eval(x)\n" * 50}))
    assert [(flag.line, flag.ordinal) for flag in flags] == [(n, n) for n in range(1, 51)]
    assert {flag.more for flag in flags} == {0}
    assert len({fingerprint(flag) for flag in flags}) == 50
    assert rank_flags((*flags, *reversed(flags))) == flags


def test_what_a_check_finds_twice_on_a_line_is_two_places(tmp_path: Path) -> None:
    flags = rank_flags(flags_of(tmp_path, {"a.py": "eval(x); eval(x)\n"}))
    assert [(flag.line, flag.ordinal, flag.quotation) for flag in flags] == [
        (1, 1, "eval(x); eval(x)"),
        (1, 2, "eval(x); eval(x)"),
    ]


def test_the_same_call_in_two_functions_is_told_apart_by_them(tmp_path: Path) -> None:
    functions = (
        "def a(x):\n    os.system(x)\n\nclass B:\n    def b(self, x):\n        os.system(x)\n"
    )
    flags = flags_of(tmp_path, {"a.py": f"import os\n{functions}"})
    shells = [flag for flag in flags if flag.rule == "command-injection"]
    found = [(flag.line, flag.symbol, flag.ordinal) for flag in shells]
    assert found == [(3, "a", 1), (7, "B.b", 1)]


def test_eight_secrets_of_one_kind_in_a_file_are_one_flag_in_eight_places(tmp_path: Path) -> None:
    services = "".join(f"  service{n}:\n    token: {token()[:-2]}{n:02}\n" for n in range(10, 18))
    flags = flags_of(tmp_path, {"a.yaml": f"services:\n{services}"})
    assert [flag.symbol for flag in flags] == [f"services.service{n}.token" for n in range(10, 18)]
    assert len({fingerprint(flag) for flag in flags}) == 8
    (group,) = group_flags(flags)
    assert group.elsewhere == "8 places: lines 3, 5, 7, 9, 11, 13, 15, 17"
    assert FlagCounts.of(flags) == FlagCounts(Counter({flags[0].severity: 1}), 8)


def few_places(monkeypatch: pytest.MonkeyPatch, file: int = 30, run: int = 100_000) -> None:
    monkeypatch.setattr("luminos_core.checks.check.PLACES_OF_A_FILE", file)
    monkeypatch.setattr("luminos_core.checks.check_cache.PLACES_OF_A_FILE", file)
    monkeypatch.setattr("luminos_core.checks.check_cache.PLACES_OF_A_RUN", run)


def test_of_far_too_many_places_the_first_flag_says_how_many_more_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_places(monkeypatch)
    flood = flags_of(tmp_path, {"a.py": "".join(f"eval(x{n})\n" for n in range(50))})
    assert [flag.line for flag in flood] == list(range(1, 31))
    assert [flag.more for flag in flood] == [20] + [0] * 29
    assert FlagCounts.of(flood) == FlagCounts(Counter({Severity.INFO: 1}), 50)


def test_a_tree_of_floods_is_bounded_and_every_file_still_has_flags(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_places(monkeypatch, run=40)
    files = {f"{name}.py": "eval(x)\n" * 50 for name in "abc"}
    flags = flags_of(tmp_path, files)
    found = Counter(flag.path for flag in flags)
    assert found == {"a.py": 30, "b.py": FLAGS_PER_RULE, "c.py": FLAGS_PER_RULE}
    assert FlagCounts.of(flags).places == 150


def test_each_rule_of_a_check_has_a_bound_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_places(monkeypatch)
    files = {"a.py": "eval(x)\n" * 50 + "pickle.loads(x)\n" + "import pickle\n"}
    assert "unsafe-deserialization" in {flag.rule for flag in flags_of(tmp_path, files)}


def test_a_flood_of_mild_flags_does_not_hide_a_critical_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_places(monkeypatch)
    mild = "".join(f"{token()[:-8]}test{number:04}\n" for number in range(100))
    flags = flags_of(tmp_path, {"a.txt": f"{mild}{token()}\n"})
    assert [flag.line for flag in flags if flag.severity is Severity.CRITICAL] == [101]
    assert FlagCounts.of(flags).places == 101


def test_only_what_is_kept_is_redacted_for_its_quotation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_places(monkeypatch)
    redacted: list[str] = []
    monkeypatch.setattr(
        "luminos_core.checks.check.redact", lambda text: redacted.append(text) or redact(text)
    )
    calls = [f"eval(x{number})" for number in range(500)]
    assert len(flags_of(tmp_path, {"a.py": "; ".join(calls)})) == 30
    assert len(redacted) == 1
    flags_of(tmp_path, {"b.py": "\n".join(calls)})
    assert len(redacted) <= 1 + 30 + FLAGS_PER_RULE * len(Severity)


def test_a_file_that_is_gone_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text("eval(x)\n")
    gone = snapshot(record("a.py", 10), record("b.py", 8))
    found = checked(SandboxedDir(tmp_path), gone, StopSignal())
    assert [flag.path for flag in found if flag.line] == ["b.py"]


def test_of_a_withheld_file_only_the_name_of_a_setting_is_quoted(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"TOKEN={token()}\n")
    hidden = snapshot(record(".env", 50, withheld=True))
    (flag,) = (
        flag
        for flag in checked(SandboxedDir(tmp_path), hidden, StopSignal())
        if flag.path == ".env"
    )
    assert (flag.rule, flag.line, flag.quotation) == ("secret-github-pat", 1, "TOKEN")


def test_analysis_stops_when_asked(tmp_path: Path) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Interrupted):
        flags_of(tmp_path, {"a.py": "eval(x)"}, stop=stop)


def test_the_digest_of_the_rules_changes_with_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = checks_digest()
    assert checks_digest() == before
    first, *others = registry.TREE_CHECKS
    monkeypatch.setattr(registry, "TREE_CHECKS", (replace(first, version=99), *others))
    assert checks_digest() != before


def test_a_sum_of_any_length_is_a_constant_or_not() -> None:
    long_sum = "+".join(['"a"'] * 1_500)
    assert python_flags(f"eval({long_sum})\neval({long_sum}+x)\n") == [("code-injection", 2)]


# -- severities ------------------------------------------------------------------------------------


def test_what_is_wrong_on_purpose_in_tests_is_milder(tmp_path: Path) -> None:
    files = {
        "a.py": f'k = "{token()}"\ndef f(x): eval(x)\n',
        "bad.json": "{",
        "c.txt": MARKS,
        "tests/a.py": f'k = "{token()}"\ndef f(x): eval(x)\n',
        "tests/bad.json": "{",
        "tests/c.txt": MARKS,
    }
    found = {
        (flag.path.startswith("tests/"), flag.rule): flag.severity
        for flag in flags_of(tmp_path, files)
    }
    assert found == {
        (False, "secret-github-pat"): Severity.CRITICAL,
        (False, "code-injection"): Severity.CONCERN,
        (False, "syntax-error"): Severity.CONCERN,
        (False, "merge-conflict"): Severity.CRITICAL,
        (True, "secret-github-pat"): Severity.INFO,
        (True, "code-injection"): Severity.INFO,
        (True, "syntax-error"): Severity.INFO,
        (True, "merge-conflict"): Severity.INFO,
    }


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/a.py", True),
        ("pkg/idle_test/a.py", True),
        ("src/test_a.py", True),
        ("a/fixtures/x.json", True),
        ("web/a.spec.ts", True),
        ("src/contest/a.py", False),
        ("latest/a.py", False),
        ("src/attestation.py", False),
    ],
)
def test_test_paths_are_recognized(path: str, expected: bool) -> None:
    assert is_test_path(path) is expected


# -- merge conflicts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\ntext\n",
        ">" * 7 + " a\n" + "=" * 7 + "\n" + "<" * 7 + " b\n",
        "<" * 7 + " a\n" + ">" * 7 + " b\n",
        "  " + MARKS.replace("\n", "\n  "),
    ],
)
def test_marks_that_are_not_a_conflict_are_left_alone(text: str) -> None:
    assert not list(find_conflicts(CheckedFile(record("a.txt", len(text)), text.encode())))


def test_a_conflict_is_flagged_from_its_first_mark_to_its_last() -> None:
    text = "x\n" + MARKS.replace("\n", "\r\n") + "y\n"
    (flag,) = find_conflicts(CheckedFile(record("a.txt", len(text)), text.encode()))
    assert (flag.line, flag.end_line, flag.quotation) == (2, 6, "<" * 7 + " ours")


# -- risky calls -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("eval(x)", "code-injection"),
        ("def f(code): exec(code, {})", "code-injection"),
        ("import pickle\npickle.loads(x)", "unsafe-deserialization"),
        ("import pickle as p\np.load(f)", "unsafe-deserialization"),
        ("from pickle import loads as l\nl(x)", "unsafe-deserialization"),
        ("import marshal\nmarshal.loads(x)", "unsafe-deserialization"),
        ("import yaml\nyaml.load(f)", "unsafe-deserialization"),
        ("from yaml import load\nload(f)", "unsafe-deserialization"),
        ("import yaml\nyaml.load(f, Loader=yaml.FullLoader)", "unsafe-deserialization"),
        ("import yaml\nyaml.unsafe_load(f)", "unsafe-deserialization"),
        ("import subprocess as s\ns.run(cmd, shell=True)", "command-injection"),
        ("from subprocess import Popen\nPopen(args=cmd, shell=True)", "command-injection"),
        ("import os\nos.system('ls ' + x)", "command-injection"),
        ("import os\nos.popen(f'ls {x}')", "command-injection"),
    ],
)
def test_risky_calls_are_found_through_their_imports(code: str, rule: str) -> None:
    assert [found for found, _ in python_flags(code)] == [rule]


@pytest.mark.parametrize(
    "code",
    [
        "eval('1 + 1')",
        "CODE = 'x = 1'\nexec(CODE)",
        "model.eval()",
        "model.eval(x)",
        "cursor.exec(x)",
        "import re\nre.compile(x)",
        "def eval(x): return x\neval(y)",
        "from .safe import eval\neval(y)",
        "import pickle\npickle.loads(pickle.dumps(x))",
        "import json\njson.loads(x)",
        "import yaml\nyaml.load(f, Loader=yaml.SafeLoader)",
        "import yaml\nyaml.load(f, yaml.CSafeLoader)",
        "import yaml\nyaml.load(f, Loader=Strict)",
        "import yaml\nyaml.safe_load(f)",
        "import subprocess\nsubprocess.run(cmd)",
        "import subprocess\nsubprocess.run(cmd, shell=False)",
        "import subprocess\nsubprocess.run('ls -l | wc', shell=True)",
        "import os\nos.system('clear')",
        "import os\nos.system('a' 'b' + 'c')",
        "import platform\nplatform.system()",
        "# eval(x)\n'eval(x)'",
    ],
)
def test_calls_that_risk_nothing_are_left_alone(code: str) -> None:
    assert python_flags(code) == []


def test_of_vendored_code_calls_are_only_worth_knowing(tmp_path: Path) -> None:
    """That it is vendored is what the target says, which must not silence a check."""
    text = f'eval(x)\nk = "{token()}"\n'
    (tmp_path / "a.py").write_text(text)
    vendored = snapshot(record("a.py", len(text), vendored=True))
    found = checked(SandboxedDir(tmp_path), vendored, StopSignal())
    severities = {flag.rule: flag.severity for flag in found if flag.line}
    assert severities["code-injection"] is Severity.INFO
    assert severities["secret-github-pat"] is not Severity.INFO


def test_many_calls_on_one_line_take_linear_time() -> None:
    def seconds(calls: int) -> float:
        started = time.process_time()
        assert len(find_code_matches(b"eval(x);" * calls, "Python", "a.py").matches) == calls
        return time.process_time() - started

    seconds(10)
    assert seconds(8_000) < 20 * seconds(1_000) + 0.5


# -- syntax ----------------------------------------------------------------------------------------


def syntax_flags(path: str, text: str) -> list[Flag]:
    return list(find_syntax_errors(CheckedFile(record(path, len(text)), text.encode())))


@pytest.mark.parametrize(
    ("path", "text", "line", "words"),
    [
        ("a.py", "x = 1\ndef f(:\n", 2, "cannot parse"),
        ("a.py", 'import os\nprint "hello"\n', 2, "Python 2"),
        ("a.py", "try:\n    f()\nexcept OSError, e:\n    pass\n", 3, "Python 2"),
        ("a.json", '{\n  "a": 1,\n}\n', 3, "not valid JSON"),
        ("a.toml", "a = 1\nb = \n", 2, "not valid TOML"),
        ("a.toml", 'a = "', 1, "not valid TOML"),
    ],
)
def test_a_file_that_does_not_parse_is_flagged_at_its_line(
    path: str, text: str, line: int, words: str
) -> None:
    (flag,) = syntax_flags(path, text)
    assert words in flag.finding
    assert abs((flag.line or 0) - line) <= (path == "a.json")  # Python versions differ by a line


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "def f[T](x: int = 1): pass\n".replace("[T]", "")),
        ("a.py", "# -*- coding: latin-1 -*-\nx = 'e'\n"),
        ("a.json", '{"a": ' + "9" * 5000 + "}"),
        ("tsconfig.json", "{ // a comment\n}"),
        (".vscode/settings.json", "{ // a comment\n}"),
        ("a.toml", "a = 1\n"),
    ],
)
def test_a_file_that_parses_is_left_alone(path: str, text: str) -> None:
    source = CheckedFile(record(path, len(text)), text.encode())
    from luminos_core.checks.syntax_errors import is_parsed

    assert not (is_parsed(source.file) and list(find_syntax_errors(source)))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "(" * 100_000),
        ("a.py", "-" * 100_000 + "1"),
        ("a.py", "x" + ".a" * 100_000),
        ("a.py", "a" + "+a" * 100_000),
        ("a.py", "\0"),
        ("a.json", "[" * 100_000),
        ("a.json", '{"a":' * 100_000),
        ("a.toml", "a = " + "[" * 100_000),
    ],
)
def test_a_hostile_file_is_flagged_and_ends_nothing(path: str, text: str) -> None:
    flags = syntax_flags(path, text)
    assert all(flag.line == 1 for flag in flags)
    assert len(flags) == 1


def test_a_long_file_is_parsed_as_any_other_or_said_not_to_be() -> None:
    assert len(syntax_flags("a.py", "x = 1\n" * 400_000 + "(")) == 1
    assert len(syntax_flags("a.py", "(" * 1_000_001)) == 1


def test_a_text_to_which_rules_cannot_be_applied_is_flagged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "luminos_core.checks.catalogue_rules.parse", lambda *_, **__: NotParsed(reason="no time")
    )
    (found,) = flags_of(tmp_path, {"a.py": "x = 1\n"})
    finding = "The rules for this file were not applied: no time."
    assert (found.rule, found.finding) == ("not-parsed", finding)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["a.py", "a.json", "a.toml", "a.md"]))
def test_no_content_raises(content: bytes, path: str) -> None:
    source = CheckedFile(record(path, len(content)), content)
    for check in FILE_CHECKS:
        for flag in check.run(source):
            assert flag.line is not None and 1 <= flag.line <= len(source.lines)


# -- the tree itself -------------------------------------------------------------------------------


def test_binaries_and_archives_over_1_mb_are_flagged_by_path() -> None:
    found = checked(
        SandboxedDir(Path("/nowhere")),
        snapshot(
            record("small.bin", 999_999, binary=True),
            record("big.bin", 1_000_001, binary=True),
            record("huge.zip", 20_000_000, binary=True, category=Category.ARCHIVE),
            record("photo.jpg", 3_000_000, binary=True, category=Category.MEDIA),
        ),
        StopSignal(),
    )
    assert [(flag.path, flag.severity, flag.line) for flag in found] == [
        ("big.bin", Severity.INFO, None),
        ("huge.zip", Severity.CONCERN, None),
    ]


def missing(*paths: str) -> set[str]:
    found = checked(
        SandboxedDir(Path("/nowhere")), snapshot(*(record(path, 0) for path in paths)), StopSignal()
    )
    assert all(flag.path == "general" and flag.severity is Severity.INFO for flag in found)
    return {flag.rule for flag in found}


def test_a_project_without_readme_licence_and_tests_is_flagged() -> None:
    assert missing("setup.py") == {"missing-readme", "missing-licence", "missing-tests"}
    assert missing("setup.py", "README.md", "LICENCE", "tests/test_a.py") == set()
    assert missing("package.json", "readme", "COPYING.txt", "src/a.test.js") == set()
    assert missing("kite/a.py", "kite-1.0.dist-info/METADATA") == set()  # a wheel


def test_nothing_is_called_missing_that_may_be_in_an_unreadable_directory() -> None:
    shut = DirectoryRecord(path="tests", problem="no permission")
    found = snapshot(record("setup.py", 0))
    root = found.directory(".")
    inside = replace(found, directories=(shut, replace(root, children=("tests",))))
    rules = [flag.rule for flag in find_missing_project_files(inside)]
    assert rules == ["missing-readme", "missing-licence"]
    partly = replace(found, directories=(replace(root, problem="1 of its entries: no permission"),))
    assert list(find_missing_project_files(partly)) == []


def test_a_folder_that_is_no_project_lacks_nothing() -> None:
    assert missing("notes.txt") == set()
    assert missing("__init__.py", "a.py") == set()  # a package of some project
