"""What holds for every format: made in pieces, so that a report of any length is never in memory as
text, and without characters that hide or cannot be written."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from luminos_core.records.policy import PolicyResult
from luminos_core.report.registry import RENDERINGS, render, rendering
from luminos_core.text.json_text import utf8
from tests.luminos_core.report.report_runs import check_flag
from tests.luminos_core.report.report_states import (
    VERSION,
    agents_flag,
    compared,
    hostile_report,
    many_flags,
    with_flags,
)

SARIF = Path(__file__).parent / "schemas/sarif-2.1.0.json"
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
    assert "half" in text or name == "cyclonedx"  # which has no flags


@pytest.mark.parametrize("name", [each.name for each in RENDERINGS])
def test_a_report_that_somebody_changed_or_a_later_version_wrote_is_rendered(name: str) -> None:
    odd = {"line": -3, "end_line": -9, "first_seen": "0001-01-01T00:00:00+14:00", "ordinal": -1}
    policy = PolicyResult(fail_on="new:everything", failed=True, why="")
    version = VERSION.model_copy(update={"commit": "HEAD", "remote": "file:///etc"})
    report = with_flags(
        agents_flag(**odd, confidence=float("nan"), cwe=-1, rule="secret-{kind}"),
        agents_flag(rule="", path="", finding="", quotation=""),
        policy=policy,
        version=version,
        started_at="0001-01-01T00:00:00+14:00",
        finished_at="then",
        comparison=compared(agents_flag(state=None), read_less="x" * 10_000),
        name="n" * 10_000,
    )
    text = render(name, report)
    if name in ("sarif", "code-scanning"):
        assert not list(
            Draft4Validator(json.loads(SARIF.read_text())).iter_errors(json.loads(text))
        )
    assert "file:///etc" not in text or name == "json"
