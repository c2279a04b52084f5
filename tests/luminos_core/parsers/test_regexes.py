"""Which regular expressions explode, checked against the time that they take."""

import re
import time

import pytest

from luminos_core.parsers.code.regexes import explodes

EXPLODING = [
    r"^(a+)+$",
    r"^(a*)*$",
    r"^(\w+\s?)*$",
    r"^([a-zA-Z]+)*$",
    r"^(a|a)*$",
    r"^(a|a?)+$",
    r"^(?:.*)*x$",
    r"^(\d+|\d+\.)*$",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
    r"^(x+x+)+y$",
    r"^(?:\s*\w*)*$",
    r"^([\w.]+)+@",
    r"(?i)^(?:[a-z0-9]+[_-]?)+$",
    r"/(a+)+$/",
    r"/^(?:x|(\w+)+)=/",
    r"/(.*a){20}/",
]
SAFE = [
    r"^a+$",
    r"^(a+b)+$",
    r"^(?:\w+,)*\w+$",
    r"^(a|b)*$",
    r"^(?:[a-z]+-)*[a-z]+$",
    r"^(\d{1,3}\.){3}\d{1,3}$",
    r"^\s*(\w+)\s*=\s*(.*)$",
    r"^(?:ab?)+$",
    r"[a-z]+",
    r"^(\d+(?:\.\d+)?)$",
    r"^(?:a++|b)*+$",
]
SEARCHED = [r'/(?:[^."]+|"[^"]*")+/g', r"/^(>+ {0,1})+/", r"/x|^((?:\n*\t.*)+)/", "/<(.|[\r\n])*>/"]


@pytest.mark.parametrize("pattern", EXPLODING)
def test_a_repeat_of_what_matches_in_many_ways_explodes(pattern: str) -> None:
    assert explodes(pattern)


@pytest.mark.parametrize("pattern", SAFE)
def test_a_pattern_that_matches_in_one_way_does_not(pattern: str) -> None:
    assert not explodes(pattern)
    for text in ("a" * 40, "1" * 40, "ab" * 20, "a-" * 20, "a," * 20, "1." * 20):
        re.match(pattern, text + "!")  # which would not end


@pytest.mark.parametrize("pattern", SEARCHED)
def test_a_literal_that_nothing_follows_in_is_matched_at_once(pattern: str) -> None:
    assert not explodes(pattern)


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"^(\w+\s?)*$"])
def test_what_is_said_to_explode_takes_twice_as_long_with_each_letter(pattern: str) -> None:
    def seconds(letters: int) -> float:
        began = time.thread_time()
        re.match(pattern, "a" * letters + "!")
        return time.thread_time() - began

    assert explodes(pattern)
    assert seconds(22) > 10 * min(seconds(16) for _ in range(3))  # twice: 64 times


@pytest.mark.parametrize("pattern", ["(", "[", "a" * 5_000, r"(?<name>\p{L}+)*+", "\\", ""])
def test_a_pattern_of_another_dialect_or_none_is_not_judged_wrongly(pattern: str) -> None:
    assert explodes(pattern) in (True, False)
