"""Flags: with verified evidence, reported at once, and each only once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.conversation import ToolResult
from luminos_core.records.event import Event, FlagRaised
from luminos_core.records.flag import FlagSource, Severity
from luminos_core.tools.tool import ToolContext

Call = Callable[..., ToolResult]

EVAL: dict[str, Any] = {
    "path": "src/app.py",
    "finding": "User input reaches eval.",
    "severity": "critical",
    "line": 6,
    "quotation": "eval(name)",
}


def test_a_flag_with_its_evidence_is_stored_and_reported_at_once(
    use: Call, context: ToolContext, events: list[Event]
) -> None:
    assert use("flag", **EVAL).text == "ok"
    (flag,) = context.state.flags
    assert events == [FlagRaised(flag=flag)]
    assert (flag.path, flag.line, flag.end_line) == ("src/app.py", 6, 6)
    assert flag.verified
    assert flag.severity is Severity.CRITICAL
    assert flag.source is FlagSource.MODEL


def test_wrong_lines_are_put_right_and_the_quotation_becomes_the_files_own_text(
    use: Call, context: ToolContext, target: Path
) -> None:
    quotation = "eval( name )".replace(" ", "") + "\n os.system(name)"
    assert use("flag", **{**EVAL, "line": 900, "quotation": quotation}).text == "ok"
    (flag,) = context.state.flags
    assert (flag.line, flag.end_line) == (6, 7)
    assert flag.quotation == "eval(name)\n    os.system(name)"
    assert flag.quotation in (target / "src/app.py").read_text()


def test_a_quotation_that_is_not_there_is_sent_back_once_and_then_kept_unverified(
    use: Call, context: ToolContext, events: list[Event]
) -> None:
    wrong = {**EVAL, "quotation": "exec(name)"}
    first = use("flag", **wrong)
    assert first.is_error
    assert "is not in src/app.py" in first.text
    assert not context.state.flags
    second = use("flag", **wrong)
    assert not second.is_error
    assert "kept as unverified" in second.text
    (flag,) = context.state.flags
    assert not flag.verified
    assert flag.quotation == "exec(name)"
    assert len(events) == 1


def test_a_correction_that_is_right_is_verified(use: Call, context: ToolContext) -> None:
    assert use("flag", **{**EVAL, "quotation": "exec(name)"}).is_error
    assert use("flag", **EVAL).text == "ok"
    assert [flag.verified for flag in context.state.flags] == [True]


def test_a_correction_that_is_wrong_again_is_kept_unverified(
    use: Call, context: ToolContext
) -> None:
    assert use("flag", **{**EVAL, "quotation": "exec(name)"}).is_error
    assert "kept as unverified" in use("flag", **{**EVAL, "quotation": "compile(name)"}).text
    assert [flag.verified for flag in context.state.flags] == [False]


def test_another_wrong_flag_of_the_same_file_is_sent_back_too(use: Call) -> None:
    assert use("flag", **{**EVAL, "quotation": "exec(name)"}).is_error
    assert use("flag", **{**EVAL, "finding": "Other.", "quotation": "not there"}).is_error


def test_a_quotation_over_a_desert_of_white_space_is_kept_short(
    use: Call, context: ToolContext, target: Path
) -> None:
    (target / "desert.txt").write_text("start" + "\n" * 100_000 + "end")
    assert use("flag", **{**EVAL, "path": "desert.txt", "quotation": "start end"}).text == "ok"
    (flag,) = context.state.flags
    assert (flag.line, flag.end_line) == (1, 100_001)
    assert len(flag.quotation) == 4_000


@pytest.mark.parametrize("quotation", ["", "  ", "(", "{ }", "\n"])
def test_a_flag_of_a_text_file_needs_a_quotation_that_says_something(
    quotation: str, use: Call, context: ToolContext
) -> None:
    result = use("flag", **{**EVAL, "quotation": quotation})
    assert result.is_error
    assert "needs a quotation" in result.text
    assert not context.state.flags


def test_a_general_flag_claims_no_evidence(use: Call, context: ToolContext) -> None:
    assert use("flag", finding="No tests.", severity="info", line=3, quotation="x").text == "ok"
    (flag,) = context.state.flags
    assert (flag.path, flag.line, flag.quotation, flag.verified) == ("general", None, "", False)


@pytest.mark.parametrize("path", ["logo.png", ".env", "src", "link", "pipe"])
def test_what_has_no_text_to_quote_can_be_flagged_when_it_exists(
    path: str, use: Call, context: ToolContext
) -> None:
    assert use("flag", path=path, finding="Why here?", severity="concern").text == "ok"
    (flag,) = context.state.flags
    assert (flag.path, flag.verified, flag.quotation) == (path, False, "")


def test_a_flag_of_a_file_that_does_not_exist_is_sent_back(use: Call, context: ToolContext) -> None:
    result = use("flag", **{**EVAL, "path": "src/absent.py"})
    assert result.is_error
    assert "does not exist" in result.text
    outside = {**EVAL, "path": "../outside/secret.txt"}
    assert use("flag", **outside).is_error
    assert use("flag", **outside).is_error
    assert not context.state.flags


def test_the_same_flag_is_stored_and_reported_once(
    use: Call, context: ToolContext, events: list[Event]
) -> None:
    for line in (6, 1, None):
        assert use("flag", **{**EVAL, "line": line, "finding": f"Again {line}."}).text == "ok"
    assert len(context.state.flags) == len(events) == 1


def test_no_secret_is_kept_in_a_flag(use: Call, context: ToolContext, target: Path) -> None:
    token = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    (target / "src" / "conf.py").write_text(f'x = 1\nTOKEN = "{token}"\n')
    answer = use(
        "flag",
        path="src/conf.py",
        finding=f"{token} is committed.",
        severity="critical",
        quotation=f'TOKEN = "{token}"',
    )
    assert answer.text == "ok"
    (flag,) = context.state.flags
    assert token not in flag.model_dump_json()
    assert flag.verified
    assert (flag.line, flag.quotation[:20]) == (2, 'TOKEN = "<redacted:g')
    shown = use("read_file", path="src/conf.py").text
    assert flag.quotation in shown


def test_a_flag_says_who_brings_it_about_what_follows_and_what_to_change(
    use: Call, context: ToolContext
) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    more = {
        "cwe": 95,
        "trigger": "Any visitor\n  sends a name.",
        "consequence": "Code runs.",
        "fix": f"Drop eval and {token}.",
        "confidence": 0.8,
    }
    assert use("flag", **EVAL, **more).text == "ok"
    (flag,) = context.state.flags
    assert (flag.cwe, flag.confidence) == (95, 0.8)
    assert (flag.trigger, flag.consequence) == ("Any visitor sends a name.", "Code runs.")
    assert flag.fix.startswith("Drop eval and <redacted:")


@pytest.mark.parametrize(
    "wrong", [{"cwe": 0}, {"cwe": "CWE-95"}, {"confidence": 1.5}, {"trigger": "x" * 601}]
)
def test_a_field_of_another_form_is_sent_back(
    use: Call, context: ToolContext, wrong: dict[str, Any]
) -> None:
    assert use("flag", **EVAL, **wrong).is_error
    assert not context.state.flags
