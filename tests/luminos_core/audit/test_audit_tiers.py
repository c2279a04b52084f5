"""Whole runs by complexity: the passes that ran are those of the target's tier."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.registry import PASSES
from luminos_core.agents.tiers import TIERS
from luminos_core.audit.run import run_audit
from luminos_core.records.complexity import ComplexityTier
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import asked, directory_of, first_text, pass_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree

AUTO = {"survey_min_files": 10}  # as it is without a setting
VERDICT = {"opinion": "cannot tell", "reason": "It does not show."}
NOTE = {
    "path": "app0/module0.py",
    "finding": "It has no words.",
    "severity": "info",
    "quotation": "def f0():",
}


def sources(count: int) -> dict[str, str]:
    return {f"app{n % 4}/module{n}.py": f"def f{n}():\n    return {n}\n" for n in range(count)}


def model() -> ScriptedModel:
    """Its agent of app0 flags a trifle."""

    def directory(path: str) -> Answer:
        end = ("submit_report", {"summary": f"About {path}.", "completeness": 0.9})
        return says(*([("flag", NOTE)] if path == "app0" else []), end)

    rest = submits(directory)

    def answer(request: Any) -> Answer:
        is_review = any(tool.name == "submit_verdict" for tool in request.tools)
        return says(("submit_verdict", VERDICT)) if is_review else rest(request)

    return ScriptedModel(answer)


def audit(
    target: Path, scripted: ScriptedModel | None, results: MemoryResults | None = None, **given: Any
) -> AuditReport:
    kept = results if results is not None else MemoryResults()
    settings = {"settings": AUTO, "yes": True, **given}
    with runtime_over(target, model=scripted, results=kept, passes=PASSES, **settings) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, kept))


def passes_of(scripted: ScriptedModel) -> list[str]:
    """By name, in the order of their first calls."""
    return list(dict.fromkeys(pass_of(each) for each in scripted.requests))


@pytest.mark.parametrize(
    ("files", "tier", "called"),
    [
        (3, "simple", ["directory", "synthesis"]),
        (20, "standard", ["survey", "plan", "directory", "council", "synthesis", "advocate"]),
        (
            60,
            "complex",
            ["survey", "plan", "directory", "verification", "council", "synthesis", "advocate"],
        ),
    ],
)
def test_the_passes_that_ran_are_those_of_the_tier(
    tmp_path: Path, files: int, tier: str, called: list[str]
) -> None:
    scripted = model()
    report = audit(make_tree(tmp_path / "t", sources(files)), scripted)
    assert passes_of(scripted) == called
    assert set(called) <= set(TIERS[ComplexityTier(tier)].passes)
    assert report.complexity is not None
    assert report.complexity.line == f"{tier} ({files} source files)"
    assert [each.pass_name for each in report.models] == [*TIERS[ComplexityTier(tier)].passes]
    assert report.status == "complete"


def test_the_tier_that_is_asked_for_wins_and_is_recorded(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", sources(60))
    scripted = model()
    report = audit(target, scripted, tier="simple")
    assert passes_of(scripted) == ["directory", "synthesis"]
    assert report.complexity is not None
    assert report.complexity.is_asked
    assert report.complexity.line == "simple, as asked for (complex by 60 source files)"
    assert report.request.tier == "simple"


def test_the_estimate_follows_the_tier(tmp_path: Path) -> None:
    code = {path: text * 60 for path, text in sources(20).items()}  # enough to flag something
    target = make_tree(tmp_path / "t", code)
    usage = {}
    for tier in TIERS:
        estimate = audit(target, model(), tier=tier.value).cost.estimate
        assert estimate is not None
        usage[tier] = {used.pass_name: used for used in estimate.usage}
        assert set(usage[tier]) <= set(TIERS[tier].passes)
    simple, standard, complex_ = usage.values()
    assert "plan" not in simple and "plan" in standard
    assert simple["synthesis"].calls == 1
    assert complex_["verification"].calls > standard["verification"].calls


def test_a_simple_synthesis_is_one_call_and_is_told_so(tmp_path: Path) -> None:
    scripted = model()
    audit(make_tree(tmp_path / "t", sources(3)), scripted)
    (synthesis,) = [each for each in scripted.requests if pass_of(each) == "synthesis"]
    assert "submit in your first answer" in first_text(synthesis)
    scripted = model()
    audit(tmp_path / "t", scripted, tier="standard")
    (synthesis,) = [each for each in scripted.requests if pass_of(each) == "synthesis"]
    assert "submit in your first answer" not in first_text(synthesis)


def test_a_simple_synthesis_that_reads_on_is_ended(tmp_path: Path) -> None:
    def reads(request: Any) -> Answer:
        if directory_of(request):
            return says(("submit_report", {"summary": "It is.", "completeness": 0.9}))
        return says(("list_cache", {}))

    scripted = ScriptedModel(reads)
    report = audit(make_tree(tmp_path / "t", sources(3)), scripted)
    assert passes_of(scripted) == ["directory", "synthesis"]
    assert asked(scripted.requests).count("synthesis") == 2
    assert [gap.pass_name for gap in report.gaps] == ["synthesis"]


def test_a_target_that_grows_into_the_next_tier_buys_the_new_passes_only(tmp_path: Path) -> None:
    target, results = make_tree(tmp_path / "t", sources(60)), MemoryResults()
    audit(target, model(), results, tier="simple")

    grown = model()
    audit(target, grown, results, tier="standard")
    assert passes_of(grown) == ["survey", "plan", "council", "advocate"]

    larger = model()
    report = audit(target, larger, results)
    # The others are shown what reviewers say of the flag, which is new.
    assert passes_of(larger) == ["verification", "council", "synthesis", "advocate"]
    assert report.complexity is not None
    assert report.complexity.tier is ComplexityTier.COMPLEX

    quiet = model()
    report = audit(target, quiet, results)
    assert quiet.requests == []
    assert report.cost.estimate is not None
    assert report.cost.estimate.buys_nothing


def test_a_run_without_a_model_has_the_passes_of_its_tier_too(tmp_path: Path) -> None:
    report = audit(make_tree(tmp_path / "t", sources(3)), None)
    assert [each.pass_name for each in report.models] == ["directory", "synthesis"]
    assert report.complexity is not None
    assert report.complexity.tier is ComplexityTier.SIMPLE
