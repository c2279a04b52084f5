"""What is remembered of a flag is told in every rendering that tells of flags."""

import json
from typing import Any

import pytest

from luminos_core.records.flag import Flag, FlagState, Known, Severity
from luminos_core.report.annotations import annotations
from luminos_core.report.html.cards import cards
from luminos_core.report.registry import RENDERINGS, render
from luminos_core.report.terminal.flag_table import flag_table
from luminos_core.report.terminal.plain_console import PlainConsole
from tests.luminos_core.report.on_terminal import shown
from tests.luminos_core.report.report_runs import check_flag
from tests.luminos_core.report.report_states import compared, with_flags

REASON = "The caller (line 9) checks it"
WITH_FLAGS = [each.name for each in RENDERINGS if each.name != "cyclonedx"]


def known(**changes: Any) -> Flag:
    given = {"known": Known.FALSE, "known_because": REASON, "state": FlagState.NEW, **changes}
    return check_flag(severity=Severity.CONCERN, **given)


@pytest.mark.parametrize("form", WITH_FLAGS)
def test_every_rendering_tells_what_is_remembered_of_a_flag(form: str) -> None:
    text = render(form, with_flags(known(), comparison=compared()))
    assert REASON in text
    assert REASON not in render(form, with_flags(check_flag(), comparison=compared()))


def test_terminals_and_annotations_tell_it_too() -> None:
    report = with_flags(known(), comparison=compared())
    assert f"false by a person: {REASON}" in " ".join(shown(report, width=200).split())
    assert any(REASON in line for line in annotations(report))
    (row,) = flag_table(report.flags, PlainConsole(width=None, colour=False, ascii_only=False))
    assert f"(false by a person: {REASON}) Something." in row
    (card,) = cards(report, lambda flag: "")
    assert ("Remembered", f"false by a person: {REASON}") in card.told


def test_of_several_places_it_is_told_when_it_is_known_of_all() -> None:
    places = known(line=3), known(line=9, known=None, known_because="")
    text = render("markdown", with_flags(*places))
    assert "2 places: lines 3, 9" in text and REASON not in text
    both = [json.loads(line) for line in render("flags", with_flags(*places)).splitlines()]
    assert [each["known"] for each in both] == ["false", None]


def test_on_a_terminal_what_is_ranked_down_does_not_stand_among_others_of_its_rule() -> None:
    false = known(path="a.py")
    others = [
        check_flag(path="b.py", severity=Severity.CONCERN),
        check_flag(path="c.py", severity=Severity.CONCERN, rule="weak-hash"),
    ]
    text = shown(with_flags(*others, false), width=200)
    assert text.index("b.py") < text.index("c.py") < text.index("a.py")
