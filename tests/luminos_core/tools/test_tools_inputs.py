"""Every tool's input is strict and closed, and a wrong one gets an error that names the field."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import ToolError
from luminos_core.records.conversation import ToolResult
from luminos_core.records.plan import Order, Plan
from luminos_core.records.survey import Survey
from luminos_core.tools.registry import SURVEY_TOOLS
from luminos_core.tools.submit_plan import SUBMIT_PLAN
from luminos_core.tools.submit_report import SUBMIT_REPORT
from luminos_core.tools.submit_survey import SUBMIT_SURVEY
from luminos_core.tools.submit_synthesis import SUBMIT_SYNTHESIS
from tests.luminos_core.tools.conftest import TOOL_SETS

Call = Callable[..., ToolResult]

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SURVEY = {
    "description": "A library.",
    "approach": "Read the tests first.",
    "relevant_tools": ["parse_structure"],
    "skip_tools": [],
    "domain_notes": "",
    "confidence": 0.9,
}
PLAN: dict[str, Any] = {
    "priority_dirs": [{"path": "src", "reason": "core", "suggested_turns": 18}],
    "shallow_dirs": [{"path": "docs", "reason": "prose"}],
    "skip_dirs": [],
    "investigation_order": "priority-first",
    "notes": "",
}


@pytest.mark.parametrize(
    ("tool", "given_", "field"),
    [
        ("read_file", {}, "path"),
        ("read_file", {"path": 3}, "path"),
        ("read_file", {"path": "README.md", "max_bytes": "4096"}, "max_bytes"),
        ("read_file", {"path": "README.md", "max_bytes": 10**9}, "max_bytes"),
        ("read_file", {"path": "README.md", "max_bytes": True}, "max_bytes"),
        ("read_file", {"path": "README.md", "start_line": 0}, "start_line"),
        ("read_file", {"path": "README.md", "encoding": "x"}, "encoding"),
        ("read_file", {"path": "\ud800"}, "input"),
        ("list_directory", {"path": None}, "path"),
        ("parse_structure", {}, "path"),
        ("run_command", {"argv": "ls -l"}, "argv"),
        ("run_command", {"argv": []}, "argv"),
        ("run_command", {"argv": ["ls", 1]}, "argv.1"),
        ("run_command", {"argv": ["ls"] * 300}, "argv"),
        ("run_command", {"command": "ls"}, "command"),
        ("write_cache", {"kind": "other", "path": "src", "data": {"summary": "s"}}, "kind"),
        ("write_cache", {"kind": "file", "path": "src/app.py", "data": {}}, "data.summary"),
        ("write_cache", {"kind": "file", "path": "src/app.py", "data": "text"}, "data"),
        ("think", {"observation": "o"}, "hypothesis"),
        ("checkpoint", {"learned": "l"}, "still_unknown"),
        ("flag", {"finding": "f", "severity": "high"}, "severity"),
        ("flag", {"finding": "  ", "severity": "info"}, "finding"),
        ("flag", {"finding": "f", "severity": "info", "line": -1}, "line"),
        ("submit_report", {"summary": "s"}, "completeness"),
        ("submit_report", {"summary": " ", "completeness": 1.0}, "summary"),
        ("submit_report", {"summary": "s", "completeness": "high"}, "completeness"),
        ("submit_report", {"summary": "s", "completeness": True}, "completeness"),
        ("submit_report", {"summary": "s", "completeness": math.nan}, "completeness"),
        ("submit_report", {"summary": "s", "completeness": 1.01}, "completeness"),
        ("submit_report", {"summary": "s", "completeness": None}, "completeness"),
        ("submit_report", {"summary": "s", "completeness": 1, "confidence": False}, "confidence"),
    ],
)
def test_a_wrong_input_is_answered_with_the_field_that_is_wrong(
    tool: str, given_: dict[str, Any], field: str, use: Call
) -> None:
    result = use(tool, **given_)
    assert result.is_error
    assert f"{field}:" in result.text


@pytest.mark.parametrize("raw", [None, 3, "text", [], [1]])
def test_an_input_that_is_no_object_is_an_error(raw: Any) -> None:
    for tools in TOOL_SETS:
        for tool in tools:
            with pytest.raises(ToolError, match=tool.name):
                tool.parse(raw)


@given(JSON)
def test_no_json_value_breaks_a_parser(raw: Any) -> None:
    for tools in TOOL_SETS:
        for tool in tools:
            try:
                tool.parse(raw)
            except ToolError:
                continue


@pytest.mark.parametrize("completeness", [0.0, 0, 1, 0.5])
def test_completeness_keeps_its_ends(completeness: float) -> None:
    parsed = SUBMIT_REPORT.parse({"summary": " s ", "completeness": completeness})
    assert parsed.completeness == completeness
    assert (parsed.summary, parsed.confidence, parsed.confidence_reason) == ("s", None, None)


@pytest.mark.parametrize(
    "garbage", ["high", None, True, math.nan, math.inf, -0.1, 1.1, [], {}, "nan", 10**400]
)
def test_a_survey_with_garbage_for_confidence_trusts_nothing_instead_of_failing(
    garbage: Any,
) -> None:
    survey = SUBMIT_SURVEY.parse({**SURVEY, "confidence": garbage}).record()
    assert survey.confidence == 0.0
    assert survey.description == "A library."


@pytest.mark.parametrize("confidence", [0.0, 0.5, 1, "0.7"])
def test_a_surveys_confidence_is_kept(confidence: Any) -> None:
    survey = SUBMIT_SURVEY.parse({**SURVEY, "confidence": confidence}).record()
    assert isinstance(survey, Survey)
    assert survey.confidence == float(confidence)


@pytest.mark.parametrize("field", sorted(SURVEY))
def test_all_six_fields_of_a_survey_are_required(field: str) -> None:
    raw = {name: value for name, value in SURVEY.items() if name != field}
    with pytest.raises(ToolError, match=field):
        SUBMIT_SURVEY.parse(raw)


@pytest.mark.parametrize(
    ("suggested", "turns"),
    [
        (18, 18),
        (40, 40),
        (12.0, 12),
        (0, 15),
        (-3, 15),
        (2.5, 15),
        (None, 15),
        ("many", 15),
        ("18", 15),
        (True, 15),
        (math.nan, 15),
        (math.inf, 15),
        ([], 15),
    ],
)
def test_a_priority_without_a_usable_number_of_turns_gets_fifteen(
    suggested: Any, turns: int
) -> None:
    raw = {**PLAN, "priority_dirs": [{"path": "a", "reason": "r", "suggested_turns": suggested}]}
    plan = SUBMIT_PLAN.parse(raw).record()
    assert plan.priority_dirs[0].suggested_turns == turns


def test_a_plan_becomes_a_record() -> None:
    plan = SUBMIT_PLAN.parse({**PLAN, "priority_dirs": [{"path": "src"}]}).record()
    assert isinstance(plan, Plan)
    assert plan.investigation_order is Order.PRIORITY_FIRST
    assert plan.priority_dirs[0].suggested_turns == 15
    assert plan.shallow_dirs[0].path == "docs"


@pytest.mark.parametrize(
    "wrong",
    [
        {"investigation_order": "random"},
        {"shallow_dirs": ["docs"]},
        {"skip_dirs": None},
        {"extra": 1},
    ],
)
def test_a_plan_of_another_shape_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ToolError, match=next(iter(wrong))):
        SUBMIT_PLAN.parse({**PLAN, **wrong})


def test_a_synthesis_needs_both_of_its_texts() -> None:
    synthesis = SUBMIT_SYNTHESIS.parse({"brief": "b", "detailed": "d"}).record()
    assert (synthesis.brief, synthesis.detailed, synthesis.mechanical) == ("b", "d", False)
    for raw in ({"brief": "b"}, {"brief": "", "detailed": "d"}, {"brief": "b", "detailed": " "}):
        with pytest.raises(ToolError):
            SUBMIT_SYNTHESIS.parse(raw)


def test_think_and_checkpoint_always_answer_ok(use: Call) -> None:
    assert use("think", observation="", hypothesis="h", next_action="n").text == "ok"
    assert use("checkpoint", learned="l", still_unknown="", next_phase="n").text == "ok"


def test_a_submission_given_to_the_dispatcher_is_checked_only(use: Call) -> None:
    assert use("submit_survey", SURVEY_TOOLS, **SURVEY).text == "ok"
    assert use("submit_survey", SURVEY_TOOLS, description="d").is_error
