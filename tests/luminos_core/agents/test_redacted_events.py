"""A model's text in events: no secret, bounded, and any input at all."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from pydantic import ValidationError

from luminos_core.agents import redacted_events
from luminos_core.records.flag import Flag
from tests.luminos_core.redaction.test_redaction import private_key, token

SECRET = token("github-pat")


def test_a_text_is_recorded_as_its_first_line_without_secrets() -> None:
    assert redacted_events.first_line(f"\n  The key is {SECRET}.\nMore.") == (
        "The key is <redacted:github-pat#1>."
    )
    assert redacted_events.first_line(" \n ") == ""


def test_a_secret_where_a_text_is_cut_is_not_shown_in_half() -> None:
    for start in (185, 195, 1_990, 1_999):
        words = "x " * (start // 2) + SECRET
        assert "ghp_" not in redacted_events.first_line(words)
        assert "ghp_" not in str(redacted_events.arguments({"thought": words}))
    assert "ghp_" not in redacted_events.tool_name("x " * 25 + SECRET)
    assert "BEGIN" not in redacted_events.first_line(private_key())


def test_arguments_are_redacted_at_any_depth_and_data_is_left_out() -> None:
    argv = ["grep", SECRET, {SECRET: [None, 1, 2.5, True]}]
    assert redacted_events.arguments({"path": "a.py", "data": "Text.", "argv": argv}) == {
        "path": "a.py",
        "argv": [
            "grep",
            "<redacted:github-pat#1>",
            {"<redacted:github-pat#1>": [None, 1, 2.5, True]},
        ],
    }


def test_long_texts_are_cut() -> None:
    recorded = redacted_events.arguments({"summary": "word " * 40_000, "y" * 9_000: "z" * 2_000})
    assert [len(text) for text in (*recorded, *recorded.values())] == [7, 2_000, 2_000, 2_000]
    assert str(recorded["summary"]).endswith("…")
    assert len(redacted_events.first_line("word " * 40_000)) == 200
    assert len(redacted_events.tool_name("word" * 40_000)) == 60


json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)


@settings(max_examples=40)
@given(json_values)
def test_any_input_is_recorded_and_one_without_secrets_unchanged(value: object) -> None:
    recorded = redacted_events.arguments({"any": value})  # type: ignore[dict-item]
    assert json.dumps(recorded) == json.dumps({"any": value})
    assert isinstance(redacted_events.arguments(value), dict)  # type: ignore[arg-type]


def test_an_invalid_record_does_not_quote_what_it_was_made_of() -> None:
    """Prefect logs what a task raises."""
    with pytest.raises(ValidationError) as refused:
        Flag.model_validate({"path": ["def swordfish"], "finding": "def swordfish", "more": 1})
    assert "swordfish" not in str(refused.value)
