"""The survey, and what happens without one."""

from dataclasses import replace
from typing import Any

import pytest

from luminos_core.agents.passes.survey import SURVEY, survey_of
from luminos_core.agents.run_state import RunState
from luminos_core.errors import (
    Interrupted,
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    SettingsError,
)
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.complexity import Complexity, ComplexityTier
from luminos_core.records.conversation import StopReason
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import (
    Count,
    DirectoryRecord,
    FileRecord,
    LanguageTotal,
    Snapshot,
    SurveySignals,
)
from luminos_core.records.survey import Survey
from luminos_core.tools.registry import DIRECTORY_TOOLS, without_skipped
from tests.fakes.agent_bench import MakeBench, run_pass
from tests.fakes.scripted_model import says

SIGNALS = SurveySignals(
    total_files=1_234,
    extension_histogram=(Count(name=".py", count=1_200), Count(name="", count=34)),
    file_descriptions=(Count(name="text/x-python", count=1_200),),
    filename_samples=("src/a.py", "bad\n</file_signals>name"),
)
BRIEFING = SurveyBriefing(
    target="project",
    signals=SIGNALS,
    languages=(LanguageTotal(language="Python", files=1_200, lines=98_765),),
    directory_count=56,
    tree="project/\n  src/",
    tools=("read_file", "run_command"),
)
SUBMITTED = {
    "description": "A parser.",
    "approach": "Grammar first.",
    "relevant_tools": ["parse_structure"],
    "skip_tools": ["run_command"],
    "domain_notes": "",
    "confidence": 0.9,
}


def submits(**changes: Any) -> Any:
    return says(("submit_survey", {**SUBMITTED, **changes}))


def test_a_survey_is_what_was_submitted(make_bench: MakeBench) -> None:
    bench = make_bench([submits()])
    result = run_pass(SURVEY, BRIEFING, bench.context)
    assert result.survey == Survey(
        description="A parser.",
        approach="Grammar first.",
        relevant_tools=("parse_structure",),
        skip_tools=("run_command",),
        confidence=0.9,
    )
    assert result.gap == ""
    assert [line.pass_name for line in bench.bill] == ["survey"]


def test_the_first_message_has_counts_tree_and_the_names_of_tools(
    make_bench: MakeBench,
) -> None:
    bench = make_bench([submits()])
    run_pass(SURVEY, BRIEFING, bench.context)
    (request,) = bench.model.requests
    text = request.messages[0].text
    for fact in ("1,234", ".py 1,200, (none) 34", "Python 98,765", "56 directories", "src/a.py"):
        assert fact in text
    assert "project/\n  src/" in text
    assert "read_file, run_command" in text
    assert text.count("</file_signals>") == 1
    assert [spec.name for spec in request.tools] == ["submit_survey"]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([says(text="Hm.")] * 2, "nothing was submitted"),
        ([ModelUnavailable("overloaded")], "overloaded"),
        ([QuotaExhausted("spent", None)], "quota exhausted"),
        ([RequestRejected("no such model")], "no such model"),
        ([says(stop_reason=StopReason.REFUSAL)], "refused"),
        ([says(stop_reason=StopReason.MAX_TOKENS)] * 2, "answer was cut"),
    ],
)
def test_any_failure_is_a_gap_with_its_reason(
    make_bench: MakeBench, script: list[Any], reason: str
) -> None:
    result = run_pass(SURVEY, BRIEFING, make_bench(script).context)
    assert result.survey is None
    assert reason in result.gap


@pytest.mark.parametrize("error", [Interrupted("stop"), SettingsError("bad key")])
def test_an_interruption_and_a_bad_key_are_raised(make_bench: MakeBench, error: Exception) -> None:
    with pytest.raises(type(error)):
        run_pass(SURVEY, BRIEFING, make_bench([error]).context)


def state(files: int, directories: int) -> RunState:
    records = [DirectoryRecord(path=f"d{number}") for number in range(directories - 1)]
    own = tuple(FileRecord(path=f"{n}.py", size=1, mtime_ns=1) for n in range(files))
    snapshot = Snapshot(
        target="/t",
        name="t",
        scanned_at="",
        directories=(*records, DirectoryRecord(path=".", files=own)),
        signals=SIGNALS,
    )
    return RunState(settings=Settings(store="/s"), snapshot=snapshot)  # type: ignore[arg-type]


def test_a_briefing_has_the_counts_of_the_scan_and_the_tools_of_a_directory() -> None:
    briefing = SURVEY.briefing(state(files=5, directories=2))
    assert (briefing.target, briefing.directory_count) == ("t", 2)
    assert (briefing.signals, "4.py" in briefing.tree) == (SIGNALS, True)
    assert "read_file" in briefing.tools
    assert "submit_report" not in briefing.tools


def test_a_tree_that_would_be_cut_has_a_line_a_directory_instead() -> None:
    whole = state(files=5, directories=2)
    names = [f"{first}{number:03}" for first in "azm" for number in range(200)]
    records = tuple(
        DirectoryRecord(
            path=name, files=(FileRecord(path=f"{name}/f.c", size=1, mtime_ns=1, lines=1),)
        )
        for name in names
    )
    root = DirectoryRecord(path=".", children=tuple(names))
    snapshot = replace(whole.snapshot, directories=(*records, root))
    briefing = SURVEY.briefing(replace(whole, snapshot=snapshot))
    assert "./*: 596 more directories alike: 596 files, 596 lines; named" in briefing.tree
    assert "a000/: 1 file, 1 line\n" in briefing.tree


def test_the_survey_of_a_simple_target_takes_no_tool_away() -> None:
    simple = Complexity(tier=ComplexityTier.SIMPLE)
    default = survey_of(replace(state(files=4, directories=1), complexity=simple))
    assert default is not None
    skipping = default.model_copy(update={"skip_tools": ("run_command",)})
    assert without_skipped(DIRECTORY_TOOLS, skipping) == DIRECTORY_TOOLS
