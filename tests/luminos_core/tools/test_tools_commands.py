"""The commands behave as those of the same names do, within their limits."""

import os
import re
import stat
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.records.conversation import ToolResult
from luminos_core.tools.commands.output import Output, Stopped
from luminos_core.tools.commands.pattern import compile_glob, compile_patterns
from luminos_core.tools.listing import Entry
from luminos_core.tools.run_command import COMMANDS, RUN_COMMAND
from tests.processor_time import costs_less_than

Run = Callable[..., ToolResult]
Lines = Callable[..., list[str]]


def test_grep_shows_path_line_and_text(lines: Lines) -> None:
    assert lines("grep", "-rn", "TODO", ".") == [
        "README.md:3:TODO: say more.",
        "src/deep/notes.txt:3:three TODO",
    ]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["-i", "todo", "src/deep/notes.txt"], ["three TODO", "five todo"]),
        (["-c", "-i", "todo", "src/deep/notes.txt"], ["2"]),
        (["-rl", "TODO"], ["README.md", "src/deep/notes.txt"]),
        (["-rL", "TODO", "--include=*.txt", "--include=*.py"], ["src/app.py"]),
        (["-rlw", "--exclude", "*.md", "TODO"], ["src/deep/notes.txt"]),
        (["-rl", "--exclude-dir=deep", "TODO"], ["README.md"]),
        (["-n", "-A1", "two", "src/deep/notes.txt"], ["2:two", "3-three TODO"]),
        (["-nB", "1", "two", "src/deep/notes.txt"], ["1-one", "2:two"]),
        (["-C1", "e$", "src/deep/notes.txt"], ["one", "two"]),
        (["-m", "1", "o", "src/deep/notes.txt"], ["one"]),
        (["-o", "t[a-z]o", "src/deep/notes.txt"], ["two"]),
        (["-vE", "o|x", "src/deep/notes.txt"], ["three TODO"]),
        (["-x", "two", "src/deep/notes.txt"], ["two"]),
        (["-w", "eval", "src/app.py"], ["    eval(name)"]),
        (["-w", "eva", "src/app.py"], []),
        (["-F", "eval(", "src/app.py"], ["    eval(name)"]),
        (["eval(", "src/app.py"], ["    eval(name)"]),
        (["-E", r"eval\(", "src/app.py"], ["    eval(name)"]),
        ([r"one\|two", "src/deep/notes.txt"], ["one", "two"]),
        (["one|two", "src/deep/notes.txt"], []),
        (["-E", "one|two", "src/deep/notes.txt"], ["one", "two"]),
        ([r"\<two\>", "src/deep/notes.txt"], ["two"]),
        (["-e", "one", "-e", "two", "src/deep/notes.txt"], ["one", "two"]),
        (["--", "-x", "src/deep/notes.txt"], []),
    ],
)
def test_grep_follows_its_options(argv: list[str], expected: list[str], lines: Lines) -> None:
    assert lines("grep", *argv) == expected


def test_grep_separates_distant_matches_only_when_it_shows_context(lines: Lines) -> None:
    assert lines("grep", "-nA0", "-B1", "todo\\|two", "src/deep/notes.txt") == [
        "1-one",
        "2:two",
        "--",
        "4-four",
        "5:five todo",
    ]
    assert "--" not in lines("grep", "-n", "todo\\|two", "src/deep/notes.txt")


def test_grep_finds_no_secret_by_guessing_at_it(sh: Run, target: Path) -> None:
    token = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    (target / "conf.py").write_text(f"TOKEN = '{token}'\n")
    assert "redacted:" in sh("grep", "TOKEN", "conf.py").text
    assert "No line matches" in sh("grep", "-c", "-l", token[:12], "conf.py").text


def test_grep_says_which_files_it_left_out(sh: Run) -> None:
    text = sh("grep", "-r", "PASSWORD", ".").text
    assert ".env is withheld" in text
    assert "logo.png is binary" in text


def test_a_catastrophic_pattern_takes_no_longer_than_its_text(sh: Run, target: Path) -> None:
    (target / "long.txt").write_text("a" * 200_000 + "!\n")
    with costs_less_than(3):
        result = sh("grep", "-E", "(a+)+$", "long.txt")
    assert not result.is_error


@pytest.mark.parametrize("pattern", ["(", "[a", "a{1000000}", "(?=a)b", r"(a)\1", "(?<!a)b"])
def test_a_pattern_that_re2_refuses_is_explained(pattern: str, sh: Run) -> None:
    result = sh("grep", "-E", pattern, "README.md")
    assert result.is_error
    assert "RE2" in result.text


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["-name", "*.py"], ["src/app.py"]),
        ([".", "-iname", "readme*"], ["README.md"]),
        (["src", "-type", "d"], ["src", "src/deep"]),
        ([".", "-type", "l"], ["link", "linked"]),
        ([".", "-type", "p"], ["pipe"]),
        (["src", "-maxdepth", "1"], ["src", "src/app.py", "src/deep"]),
        (["src", "-mindepth", "2"], ["src/deep/notes.txt"]),
        (["-path", "./src/*.txt"], ["src/deep/notes.txt"]),
        (
            ["(", "-name", "*.py", "-o", "-name", "*.md", ")", "-type", "f"],
            ["README.md", "src/app.py"],
        ),
        (["src", "!", "-type", "d"], ["src/app.py", "src/deep/notes.txt"]),
        (["src", "-type", "f", "-not", "-name", "*.py"], ["src/deep/notes.txt"]),
        (["src", "-name", "deep", "-prune", "-o", "-type", "f", "-print"], ["src/app.py"]),
        (["src", "-type", "f", "-size", "-40c"], ["src/deep/notes.txt"]),
        (["src", "-type", "f", "-size", "+40c"], ["src/app.py"]),
        (["src", "-type", "f", "-size", "1k"], ["src/app.py", "src/deep/notes.txt"]),
        (["src", "-empty"], []),
    ],
)
def test_find_follows_its_expression(argv: list[str], expected: list[str], lines: Lines) -> None:
    assert lines("find", *argv) == expected


def test_find_compares_ages(lines: Lines, target: Path) -> None:
    os.utime(target / "README.md", (1_000_000, 1_000_000))
    assert "README.md" not in lines("find", "-newer", "README.md")
    assert "src/app.py" in lines("find", "-newer", "README.md")
    assert lines("find", "-type", "f", "-mtime", "+100") == ["README.md"]


@pytest.mark.parametrize(
    "argv", [["("], [")"], ["-name"], ["-name", "a", ")"], ["!"], ["-o"], ["-size", "x"]]
)
def test_find_refuses_a_broken_expression(argv: list[str], sh: Run) -> None:
    assert sh("find", ".", *argv).is_error
    assert sh("find", ".", *["!"] * 500, "-empty").is_error


def test_head_and_tail_follow_their_options(lines: Lines) -> None:
    notes = "src/deep/notes.txt"
    assert lines("head", "-n", "2", notes) == ["one", "two"]
    assert lines("head", "-2", notes) == ["one", "two"]
    assert lines("head", "-n", "-3", notes) == ["one", "two"]
    assert lines("head", "-c5", notes) == ["one", "t"]
    assert lines("tail", "-n1", notes) == ["five todo"]
    assert lines("tail", "-n", "+4", notes) == ["four", "five todo"]
    assert lines("tail", "-n", "0", notes) == []
    assert lines("head", "-n1", notes, "README.md") == [
        "==> src/deep/notes.txt <==",
        "one",
        "==> README.md <==",
        "# Target",
    ]


def test_wc_counts_as_wc_does(lines: Lines) -> None:
    assert lines("wc", "src/deep/notes.txt") == ["5 7 34 src/deep/notes.txt"]
    assert lines("wc", "-l", "src/deep/notes.txt", "README.md") == [
        "5 src/deep/notes.txt",
        "3 README.md",
        "8 total",
    ]


def test_a_missing_file_among_others_is_a_note_and_alone_an_error(sh: Run, lines: Lines) -> None:
    assert lines("wc", "-l", "absent", "README.md") == ["3 README.md", "3 total"]
    assert "absent does not exist" in sh("wc", "-l", "absent", "README.md").text
    assert sh("wc", "-l", "absent").is_error


def test_ls_lists_by_name_and_hides_what_begins_with_a_dot(lines: Lines) -> None:
    assert lines("ls") == ["README.md", "link", "linked", "logo.png", "pipe", "src/"]
    assert ".env" in lines("ls", "-a")
    assert lines("ls", "-R", "src") == ["src:", "app.py", "deep/", "src/deep:", "notes.txt"]
    assert lines("ls", "-d", "src") == ["src/"]
    assert re.fullmatch(r"-r\S+ +\d+ \d{4}-\d\d-\d\d \d\d:\d\d app.py", lines("ls", "-l", "src")[0])


def test_a_time_outside_of_the_calendar_is_unknown() -> None:
    found = os.stat_result((stat.S_IFREG, 1, 1, 1, 0, 0, 0, 0, 10**17, 0))
    assert Entry("a", "a", found).modified == "unknown"


def test_du_counts_an_inode_once(lines: Lines, target: Path) -> None:
    big = target / "src" / "deep" / "big.bin"
    big.write_bytes(b"x" * 400_000)
    (alone,) = lines("du", "-s", "src")
    os.link(big, target / "src" / "again.bin")
    assert lines("du", "-s", "src") == [alone]
    assert [line.split("\t")[1] for line in lines("du", "-d", "1", "src")] == ["src/deep", "src"]


def test_file_tells_binary_from_text(lines: Lines) -> None:
    assert lines("file", "-b", "src") == ["directory"]
    assert "image/png" in lines("file", "logo.png")[0]
    assert "Python text" in lines("file", "src/app.py")[0]
    assert "withheld" in lines("file", "-i", ".env")[0]


def test_file_gives_text_its_exact_type_when_asked(lines: Lines, target: Path) -> None:
    (target / "script").write_text("#!/usr/bin/env python3\nprint(1)\n")
    (target / "page").write_text("<!DOCTYPE html><html><body>hi</body></html>\n")
    assert lines("file", "-b", "-i", "script", "page") == ["text/x-script.python", "text/html"]
    assert "symlink" in lines("file", "link")[0]


def test_output_is_cut_with_a_note(sh: Run, target: Path) -> None:
    (target / "many.txt").write_text("match this\n" * 10_000)
    result = sh("grep", "match", "many.txt")
    assert "The output was cut here" in result.text
    assert len(result.text) < 20_000


def test_one_very_long_line_is_shortened(lines: Lines, target: Path) -> None:
    (target / "min.js").write_text("x" * 100_000)
    (line,) = lines("head", "min.js")
    assert len(line) < 1_100
    assert line.endswith("(100000 characters)")


def test_a_command_stops_at_its_deadline_and_keeps_what_it_has() -> None:
    seconds = iter([0.0, 1.0, 11.0])
    output = Output(clock=lambda: next(seconds))
    output.line("first")
    with pytest.raises(Stopped):
        output.check()
    assert output.lines == ["first"]
    assert output.notes == ["Stopped after 10 s, so this is not all; narrow the paths."]


def test_a_very_deep_tree_is_walked_to_a_limit(sh: Run, target: Path) -> None:
    deep = target
    for _ in range(80):
        deep = deep / "d"
    deep.mkdir(parents=True)
    result = sh("find", ".", "-type", "d", "-name", "absent")
    assert "more than 64 levels" in result.text


def test_what_version_control_keeps_is_not_searched(sh: Run, target: Path) -> None:
    (target / ".git").mkdir()
    (target / ".git" / "config").write_text("TODO\n")
    result = sh("grep", "-rl", "TODO", ".")
    assert ".git/config" not in result.text
    assert ".git directories are not entered" in result.text


def test_every_command_is_described_with_its_flags_and_refuses_others(sh: Run) -> None:
    for name, command in COMMANDS.items():
        assert command.usage.startswith(name)
        assert command.usage in RUN_COMMAND.description
        assert sh(name, "-Z", "README.md").is_error
        assert sh(name, "--no-such-flag").is_error


@pytest.mark.parametrize(
    ("argv", "instead"),
    [
        (["cat", "README.md"], "read_file"),
        (["sed", "-n", "1p", "README.md"], "read_file"),
        (["rg", "x"], "grep"),
        (["grep -rn x ."], "one string for each argument"),
        (["find", ".", "-exec", "x", ";"], "grep -r"),
        (["find", ".", "-delete"], "ever changed"),
        (["wc", "-l", "src/*.py"], "find -name"),
        (["grep", "x", "src"], "add -r"),
    ],
)
def test_a_refusal_names_what_to_use_instead(argv: list[str], instead: str, sh: Run) -> None:
    result = sh(*argv)
    assert result.is_error
    assert instead in result.text


NAMES = st.text(alphabet="ab.[]!-^\\*?é", max_size=8)


@given(name=NAMES, glob=st.text(alphabet="ab.*?é-", max_size=8))
def test_a_glob_matches_what_the_standard_library_matches(name: str, glob: str) -> None:
    assert bool(compile_glob(glob).fullmatch(name)) is fnmatchcase(name, glob)


@given(
    name=st.text(alphabet="abc-]!^", max_size=3), body=st.sampled_from(["ab", "a-b", "!a", "]a"])
)
def test_a_glob_class_matches_what_the_standard_library_matches(name: str, body: str) -> None:
    glob = f"x[{body}]"
    assert bool(compile_glob(glob).fullmatch(f"x{name}")) is fnmatchcase(f"x{name}", glob)


@given(st.text(max_size=30))
def test_a_fixed_string_matches_itself_and_nothing_else(text: str) -> None:
    expression = compile_patterns([text], "fixed", ignore_case=False, whole="line")
    assert expression.search(text.encode("utf-8", "surrogatepass"))
    assert not expression.search((text + "x").encode("utf-8", "surrogatepass"))
