"""What holds for every format: made in pieces, so that a report of any length is never in memory as
text, and without characters that hide or cannot be written."""

import pytest

from luminos_core.report.registry import RENDERINGS, render, rendering
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import check_flag
from tests.luminos_core.report.report_states import hostile_report, many_flags, with_flags

IN_PIECES = ("json", "flags", "sarif", "code-scanning", "gitlab", "junit", "csv")


@pytest.mark.parametrize("name", IN_PIECES)
def test_a_piece_has_about_a_flag(name: str) -> None:
    pieces = rendering(name).render(many_flags(300))
    assert not isinstance(pieces, str)
    assert max(map(len, pieces)) < 10_000


def test_every_format_is_bounded_or_in_pieces() -> None:
    bounded = {"pr"}
    known = {*IN_PIECES, *bounded, "markdown", "html", "cyclonedx"}
    assert {each.name for each in RENDERINGS} <= known


@pytest.mark.parametrize("name", [each.name for each in RENDERINGS])
def test_no_character_hides_or_moves_a_cursor(name: str) -> None:
    text = render(name, hostile_report())
    assert not {*text} & {"\x1b", "\u202e", "\u2066", "\U000e0041", "\u200b", "\x9b"}


@pytest.mark.parametrize("name", [each.name for each in RENDERINGS])
def test_half_a_surrogate_pair_becomes_no_other_text(name: str) -> None:
    text = render(name, with_flags(check_flag(finding="half \ud800.", line=1)))
    utf8(text)
    assert "half" in text
