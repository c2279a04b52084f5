"""Which pass has which tools, and what a survey may take away."""

import json
from dataclasses import replace

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.records.survey import Survey
from luminos_core.tools.registry import (
    DIRECTORY_TOOLS,
    PLAN_TOOLS,
    SURVEY_TOOLS,
    SYNTHESIS_TOOLS,
    Tools,
    digest_of,
    specs_of,
    without_skipped,
)
from tests.luminos_core.tools.conftest import TOOL_SETS


def survey(confidence: float, *skipped: str) -> Survey:
    return Survey(description="d", approach="a", skip_tools=skipped, confidence=confidence)


@pytest.mark.parametrize(
    ("tools", "names"),
    [
        (
            DIRECTORY_TOOLS,
            [
                "read_file",
                "list_directory",
                "run_command",
                "parse_structure",
                "write_cache",
                "think",
                "checkpoint",
                "flag",
                "answer",
                "submit_report",
            ],
        ),
        (SYNTHESIS_TOOLS, ["read_cache", "list_cache", "flag", "submit_report"]),
        (SURVEY_TOOLS, ["submit_survey"]),
        (PLAN_TOOLS, ["submit_plan"]),
    ],
)
def test_no_pass_loses_a_tool(tools: Tools, names: list[str]) -> None:
    assert [tool.name for tool in tools if tool.name in names] == names


def test_every_pass_has_tools_of_different_names_and_one_submission() -> None:
    assert {step.tools for step in PASSES} >= set(TOOL_SETS)
    for tools in (step.tools for step in PASSES):
        assert len({tool.name for tool in tools}) == len(tools)
        assert [tool.name for tool in tools if tool.run is None] == [tools[-1].name]


def test_only_the_submissions_have_nothing_to_run() -> None:
    for tools in TOOL_SETS:
        for tool in tools:
            assert (tool.run is None) is tool.name.startswith("submit_")


@pytest.mark.parametrize("tools", TOOL_SETS)
def test_specs_are_the_same_bytes_every_time_and_describe_every_field(tools: Tools) -> None:
    first = json.dumps([spec.model_dump(mode="json") for spec in specs_of(tools)])
    specs_of.cache_clear()
    assert json.dumps([spec.model_dump(mode="json") for spec in specs_of(tools)]) == first
    for spec in specs_of(tools):
        assert spec.description
        assert spec.input_schema["type"] == "object"
        assert spec.input_schema["additionalProperties"] is False


@pytest.mark.parametrize("tools", TOOL_SETS)
def test_the_digest_changes_with_a_description(tools: Tools) -> None:
    first, *others = tools
    edited = (replace(first, description=first.description + " "), *others)
    assert digest_of(edited) != digest_of(tools)
    assert len(digest_of(tools)) == 64


def test_a_confident_survey_takes_tools_away_from_a_copy() -> None:
    before = [tool.name for tool in DIRECTORY_TOOLS]
    fewer = without_skipped(DIRECTORY_TOOLS, survey(0.5, "run_command", "think", "no_such_tool"))
    assert set(before) - {tool.name for tool in fewer} == {"run_command", "think"}
    assert [tool.name for tool in DIRECTORY_TOOLS] == before


def test_an_unsure_survey_takes_nothing_away() -> None:
    assert without_skipped(DIRECTORY_TOOLS, survey(0.49, "run_command")) == DIRECTORY_TOOLS
    assert without_skipped(DIRECTORY_TOOLS, survey(0.0, "run_command")) == DIRECTORY_TOOLS
    assert without_skipped(DIRECTORY_TOOLS, None) == DIRECTORY_TOOLS


def test_no_survey_takes_away_what_a_loop_needs_to_end_to_keep_and_to_warn() -> None:
    kept = without_skipped(DIRECTORY_TOOLS, survey(1.0, *(tool.name for tool in DIRECTORY_TOOLS)))
    assert {tool.name for tool in kept} == {"submit_report", "write_cache", "flag", "answer"}
