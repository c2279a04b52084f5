"""A command ends within its ten seconds, whatever pattern and text; what it left is said."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.records.conversation import ToolResult
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.grep import GREP
from luminos_core.tools.commands.output import Output, Stopped
from luminos_core.tools.commands.pattern import (
    _PROGRAM,
    _STEPS,
    OVERLAP,
    compile_patterns,
    matches,
    piece_size,
)

Run = Callable[..., ToolResult]


def compiled(pattern: str) -> Any:
    return compile_patterns([pattern], "extended", ignore_case=False, whole="")


class Spy:
    """A compiled pattern that notes how much of a line it is given at a time."""

    def __init__(self, pattern: str, steps: list[int]) -> None:
        self._expression = compiled(pattern)
        self._steps = steps
        self.programsize = self._expression.programsize

    def finditer(self, line: bytes, start: int, end: int) -> Iterator[Any]:
        self._steps.append((min(end, len(line)) - start) * self.programsize)
        return iter(self._expression.finditer(line, start, end))


@pytest.mark.parametrize(
    "pattern",
    ["a[ab]{500}c", "x", "|".join(f"a[ab]{{{number}}}c" for number in range(20, 100))],
)
def test_between_two_looks_at_the_clock_the_steps_are_bounded(pattern: str) -> None:
    line = "".join(random.Random(1).choices("ab", k=60_000)).encode()  # noqa: S311
    steps: list[int] = []
    looks: list[int] = []
    assert not list(matches(Spy(pattern, steps), line, lambda: looks.append(len(steps))))
    assert max(steps) <= _STEPS + OVERLAP * _PROGRAM
    assert looks == list(range(len(steps)))


def test_a_long_line_is_not_finished_when_the_time_is_over(target: Path) -> None:
    (target / "two.txt").write_text("ab" * 1_000_000)
    output = Output(clock=count().__next__)  # each look at the clock takes a second
    with pytest.raises(Stopped):
        GREP.run(["-E", "a[ab]{500}c", "two.txt"], SandboxedDir(target), output)
    assert output.notes == ["Stopped after 10 s, so this is not all; narrow the paths."]


@pytest.mark.parametrize("option", ["-o", "-c"])
def test_empty_matches_look_at_the_clock_too(target: Path, option: str) -> None:
    (target / "two.txt").write_text("ab" * 500 + "\n" * 500)
    with pytest.raises(Stopped):
        output = Output(clock=count().__next__)
        GREP.run(["-E", option, "x*", "two.txt"], SandboxedDir(target), output)


@pytest.mark.parametrize(
    "pattern",
    [
        "|".join(f"a[ab]{{{number}}}c" for number in range(200, 280)),
        "(?:(?:a{30}b?){30}c?){1}" * 30,
        "[^a]{999}" * 3,
        r"\pL{1,900}\pN",
    ],
)
def test_a_pattern_that_is_too_large_is_refused_with_what_to_do(sh: Run, pattern: str) -> None:
    result = sh("grep", "-E", pattern, "README.md")
    assert result.is_error
    assert "too large" in result.text


def test_eighty_words_are_no_large_pattern(lines: Callable[..., list[str]]) -> None:
    words = "|".join(f"password{number}" for number in range(80))
    assert lines("grep", "-Ei", f"TODO|{words}", "README.md") == ["TODO: say more."]


@pytest.mark.parametrize("place", [0, 1, 2_000, 4_095, 4_096, 9_999])
def test_a_match_in_any_piece_of_a_line_is_found_once(
    monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    monkeypatch.setattr("luminos_core.tools.commands.pattern._STEPS", 4_096 * 5)
    line = b"." * place + b"needle" + b"." * 10_000
    expression = compiled("needle")
    assert piece_size(expression) < 4_096
    assert [match.span() for match in matches(expression, line, lambda: None)] == [
        (place, place + 6)
    ]


@settings(deadline=None)
@given(
    st.sampled_from(["a", "^a", "a$", "b*", "ab|ba", r"\ba", "(?:ab)+", "[ab]{2}", "$", "^$"]),
    st.text("ab ", max_size=300).map(str.encode),
    st.integers(1, 400),
)
def test_pieces_have_the_matches_of_the_whole(pattern: str, line: bytes, size: int) -> None:
    expression = compiled(pattern)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("luminos_core.tools.commands.pattern._STEPS", size * expression.programsize)
        found = [match.span() for match in matches(expression, line, lambda: None)]
    whole = [match.span() for match in expression.finditer(line)]
    assert [span for span in found if span[0] != span[1]] == [
        span for span in whole if span[0] != span[1]
    ]
    assert bool(found) is bool(whole)


def test_what_may_be_missed_in_a_very_long_line_is_said(
    sh: Run, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.tools.commands.pattern._STEPS", 50_000)
    (target / "long.txt").write_text("a" + "b" * 20_000 + "c\n")
    assert "no match of over 1,024 bytes" in sh("grep", "ab*c", "long.txt").text
    assert "no match of over" not in sh("grep", "ab*", "long.txt").text
    assert "no match of over" not in sh("grep", "x", "README.md").text


@pytest.mark.parametrize(
    ("content", "line", "note"),
    [
        (b"one two\rthree\r", "2 3 14 old.txt", "carriage returns alone"),
        ("\ufeffone two\nthree\n".encode("utf-32-le"), "2 3 60 old.txt", "utf-32-le"),
        ("\ufeffone two\nthree\n".encode("utf-16-be"), "2 3 30 old.txt", "utf-16-be"),
        (b"one two\nthree\n", "2 3 14 old.txt", ""),
    ],
)
def test_wc_counts_the_text_that_a_file_holds_and_says_how(
    sh: Run, target: Path, content: bytes, line: str, note: str
) -> None:
    (target / "old.txt").write_bytes(content)
    shown = sh("wc", "old.txt").text
    assert line in shown
    assert note in shown
    assert ("old.txt:" in shown) is bool(note)
