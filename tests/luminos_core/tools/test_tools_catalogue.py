"""Which pass has which tools, and what a survey may take away."""

import json

import pytest

from luminos_core.records.cost import Pass
from luminos_core.records.survey import Survey
from luminos_core.tools import registry
from luminos_core.tools.registry import (
    PROTECTED,
    TOOLS_BY_PASS,
    specs,
    tools_digest,
    without_skipped,
)

DIRECTORY = TOOLS_BY_PASS[Pass.DIRECTORY]


def survey(confidence: float, *skipped: str) -> Survey:
    return Survey(description="d", approach="a", skip_tools=skipped, confidence=confidence)


def test_every_pass_has_its_tools() -> None:
    assert {each: [tool.name for tool in tools] for each, tools in TOOLS_BY_PASS.items()} == {
        Pass.DIRECTORY: [
            "read_file",
            "list_directory",
            "run_command",
            "parse_structure",
            "write_cache",
            "think",
            "checkpoint",
            "flag",
            "submit_report",
        ],
        Pass.SYNTHESIS: ["read_cache", "list_cache", "flag", "submit_report"],
        Pass.SURVEY: ["submit_survey"],
        Pass.PLAN: ["submit_plan"],
    }


def test_only_the_submissions_have_nothing_to_run() -> None:
    for tools in TOOLS_BY_PASS.values():
        for tool in tools:
            assert (tool.run is None) is tool.name.startswith("submit_")


@pytest.mark.parametrize("pass_name", list(Pass))
def test_specs_are_the_same_bytes_every_time_and_describe_every_field(pass_name: Pass) -> None:
    first = json.dumps([spec.model_dump(mode="json") for spec in specs(pass_name)])
    specs.cache_clear()
    assert json.dumps([spec.model_dump(mode="json") for spec in specs(pass_name)]) == first
    for spec in specs(pass_name):
        assert spec.description
        assert spec.input_schema["type"] == "object"
        assert spec.input_schema["additionalProperties"] is False


@pytest.mark.parametrize("pass_name", list(Pass))
def test_the_digest_changes_with_a_description(
    pass_name: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tools_digest(pass_name)
    first, *others = specs(pass_name)
    edited = (first.model_copy(update={"description": first.description + " "}), *others)
    monkeypatch.setattr(registry, "specs", lambda _: edited)
    tools_digest.cache_clear()
    assert tools_digest(pass_name) != before
    tools_digest.cache_clear()
    assert len(before) == 64


def test_a_confident_survey_takes_tools_away_from_a_copy() -> None:
    fewer = without_skipped(DIRECTORY, survey(0.5, "run_command", "think", "no_such_tool"))
    assert {tool.name for tool in DIRECTORY} - {tool.name for tool in fewer} == {
        "run_command",
        "think",
    }
    assert len(TOOLS_BY_PASS[Pass.DIRECTORY]) == 9


def test_an_unsure_survey_takes_nothing_away() -> None:
    assert without_skipped(DIRECTORY, survey(0.49, "run_command")) == DIRECTORY
    assert without_skipped(DIRECTORY, survey(0.0, "run_command")) == DIRECTORY
    assert without_skipped(DIRECTORY, None) == DIRECTORY


def test_no_survey_takes_away_what_a_loop_needs_to_end_to_keep_and_to_warn() -> None:
    kept = without_skipped(DIRECTORY, survey(1.0, *(tool.name for tool in DIRECTORY)))
    assert {tool.name for tool in kept} == PROTECTED
