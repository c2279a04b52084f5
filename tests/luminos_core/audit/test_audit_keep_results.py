"""A run that keeps results of other models: only what has none is bought, and it says whose the
rest is."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.directory import DirectoryPass
from luminos_core.agents.passes.synthesis import SynthesisPass
from luminos_core.audit.run import run_audit
from luminos_core.errors import ModelUnavailable, SettingsError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.event import Estimated, Event
from luminos_core.records.report import AuditReport
from luminos_core.tools.registry import DIRECTORY_TOOLS, SYNTHESIS_TOOLS
from tests.fakes.audit_script import asked, directory_of, first_text, reports, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree

PASSES = {"survey", "plan", "synthesis"}
ALL = {*DIRECTORIES, *PASSES}
TIERS = ("planning", "development", "fast")


@dataclass
class Audits:
    target: Path
    store: Path
    results: MemoryResults = field(default_factory=MemoryResults)
    requests: list[ModelRequest] = field(default_factory=list)
    estimates: list[Estimate] = field(default_factory=list)

    def run(
        self,
        model: str | None,
        directory: Callable[[str], Answer] = reports,
        *,
        settings: dict[str, Any] | None = None,
        **request: Any,
    ) -> AuditReport:
        """With one model for all passes; None for the offline investigator."""
        events: list[Event] = []
        scripted = ScriptedModel(submits(directory))
        with runtime_over(
            self.target,
            model=scripted if model else None,
            results=self.results,
            store=self.store,
            events=events,
            settings={**{f"{tier}_model": model for tier in TIERS if model}, **(settings or {})},
            **{"yes": True, **request},
        ) as runtime:
            report = run_audit(runtime, ThreadExecutor(runtime, self.results))
        self.requests = scripted.requests
        self.estimates = [each.estimate for each in events if isinstance(each, Estimated)]
        return report

    @property
    def bought(self) -> set[str]:
        return set(asked(self.requests))


@pytest.fixture
def audits(tmp_path: Path) -> Audits:
    return Audits(make_tree(tmp_path / "sample", PROJECT), tmp_path / "store")


def fails_at(*paths: str) -> Callable[[str], Answer]:
    return lambda path: ModelUnavailable("no answer") if path in paths else reports(path)


def models_of(report: AuditReport) -> dict[str, str]:
    return {each.path: each.model for each in report.directories}


def kept(report: AuditReport) -> dict[tuple[str, str], int]:
    return {(each.pass_name, each.model): each.results for each in report.kept_results}


def test_after_a_change_of_the_model_a_whole_tree_counts_and_nothing_is_bought(
    audits: Audits,
) -> None:
    first = audits.run("a")
    report = audits.run("b", keep_results=True)
    assert audits.bought == set()
    assert report.status == "complete"
    assert {each.state for each in report.directories} == {DirectoryState.CACHED}
    assert models_of(report) == dict.fromkeys(DIRECTORIES, "a")
    everything = {"directory": len(DIRECTORIES), "survey": 1, "plan": 1, "synthesis": 1}
    assert kept(report) == {(name, "a"): count for name, count in everything.items()}
    assert (report.brief, report.survey, report.plan) == (first.brief, first.survey, first.plan)


def test_only_what_the_other_model_left_is_bought_and_what_depends_on_it(audits: Audits) -> None:
    first = audits.run("a", fails_at("docs"))
    assert first.status == "incomplete"
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"docs", ".", "synthesis"}
    assert report.status == "complete"
    assert models_of(report) == {**dict.fromkeys(DIRECTORIES, "a"), "docs": "b", ".": "b"}
    assert kept(report) == {("directory", "a"): 4, ("survey", "a"): 1, ("plan", "a"): 1}
    assert {(each.pass_name, each.model) for each in report.models} >= {
        ("directory", "b"), ("directory", "a"), ("synthesis", "b"), ("plan", "a"),
    }  # fmt: skip


def test_what_was_filled_in_counts_like_the_rest_also_for_a_third_model(audits: Audits) -> None:
    audits.run("a", fails_at("src/sample"))
    audits.run("b", keep_results=True)
    assert audits.bought == {"src/sample", "src", ".", "synthesis"}
    again = audits.run("b", keep_results=True)
    assert audits.bought == set()
    assert kept(again)["directory", "a"] == 3
    third = audits.run("c", keep_results=True)
    assert audits.bought == set()
    assert kept(third)["directory", "a"] == kept(third)["directory", "b"] == 3
    assert kept(third)["synthesis", "b"] == 1


def test_changed_content_is_bought_with_what_is_above_it_and_other_files_are_known(
    audits: Audits,
) -> None:
    def describes(path: str) -> Answer:
        files = [f"src/sample/{name}.py" for name in ("__init__", "adding")]
        entries = [
            ("write_cache", {"kind": "file", "path": file, "data": {"summary": "Known."}})
            for file in (files if path == "src/sample" else [])
        ]
        return says(*entries, ("submit_report", {"summary": path, "completeness": 0.9}))

    audits.run("a", describes)
    (audits.target / "src/sample/adding.py").write_text("ADDED = 1\n")
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"src/sample", "src", ".", "synthesis"}
    changed = next(each for each in report.directories if each.path == "src/sample")
    assert (changed.change, changed.model) == ("content changed: adding.py", "b")
    assert [(each.relative_path, each.model) for each in changed.files] == [
        ("src/sample/__init__.py", "a")
    ]
    request = next(each for each in audits.requests if directory_of(each) == "src/sample")
    assert "- src/sample/__init__.py: Known." in first_text(request)
    assert "ADDED = 1" in first_text(request)


def test_a_kept_result_is_not_made_the_new_models(audits: Audits) -> None:
    audits.run("a")
    audits.run("b", keep_results=True)
    report = audits.run("b")
    assert audits.bought == ALL
    assert models_of(report) == dict.fromkeys(DIRECTORIES, "b")
    assert report.kept_results == ()


def test_results_of_the_runs_own_model_are_preferred(audits: Audits) -> None:
    audits.run("a")
    audits.run("b")
    report = audits.run("a", keep_results=True)
    assert audits.bought == set()
    assert models_of(report) == dict.fromkeys(DIRECTORIES, "a")
    assert report.kept_results == ()


def test_own_results_are_preferred_also_when_their_lists_are_lost(audits: Audits) -> None:
    audits.run("a")
    shutil.rmtree(audits.store / "models")
    audits.run("b")
    assert set(models_of(audits.run("a", keep_results=True)).values()) == {"a"}


def test_an_own_result_over_kept_ones_is_still_found_when_these_are_replaced(
    audits: Audits,
) -> None:
    audits.run("a", fails_at("src"))
    audits.run("b", keep_results=True)
    assert audits.bought == {"src", ".", "synthesis"}
    audits.run("c")
    report = audits.run("b", keep_results=True)
    assert audits.bought == set()
    others = dict.fromkeys(DIRECTORIES, "c")
    assert models_of(report) == {**others, "src": "b", ".": "b"}


def test_of_several_other_models_the_newest_result_counts(audits: Audits) -> None:
    audits.run("a")
    audits.run("b")
    audits.run("a", fresh=True)
    assert set(models_of(audits.run("c", keep_results=True)).values()) == {"a"}


def test_another_effort_is_another_model(audits: Audits) -> None:
    audits.run("a", settings={"development_effort": "low"})
    report = audits.run("a", settings={"development_effort": "high"}, keep_results=True)
    assert audits.bought == set()
    assert kept(report) == {("directory", "a at low effort"): len(DIRECTORIES)}


def test_without_being_asked_for_nothing_is_kept(audits: Audits) -> None:
    audits.run("a")
    report = audits.run("b")
    assert audits.bought == ALL
    changes = {each.change for each in report.directories}
    assert changes == {"model changed (--keep-results keeps what there is)"}


def test_fresh_goes_before_it(audits: Audits) -> None:
    audits.run("a")
    report = audits.run("b", fresh=True, keep_results=True)
    assert audits.bought == ALL
    assert report.kept_results == ()


def test_what_a_retry_is_to_do_again_is_not_kept(audits: Audits) -> None:
    audits.run("a")
    again = {"again_directories": (".", "docs"), "again_passes": ("survey",)}
    audits.run("b", keep_results=True, **again)
    assert audits.bought == {".", "docs", "survey"}


def test_changed_prompts_and_tools_are_not_kept(
    audits: Audits, monkeypatch: pytest.MonkeyPatch
) -> None:
    audits.run("a")
    monkeypatch.setattr(DirectoryPass, "tools", DIRECTORY_TOOLS[1:])
    audits.run("b", keep_results=True)
    assert audits.bought == {*DIRECTORIES}
    audits.run("a", keep_results=True)
    monkeypatch.setattr(SynthesisPass, "tools", SYNTHESIS_TOOLS[1:])
    audits.run("c", keep_results=True)
    assert audits.bought == {"synthesis"}


def test_what_was_found_offline_is_no_models_result(audits: Audits) -> None:
    audits.run(None)
    report = audits.run("a", keep_results=True)
    assert audits.bought == ALL
    assert {each.change for each in report.directories} == {"model changed"}
    offline = audits.run(None, keep_results=True)
    assert not offline.language_model
    assert offline.kept_results == ()
    assert "About " not in offline.brief
    assert set(models_of(offline).values()) == {""}


def test_a_partial_result_of_another_model_is_left_to_fill_in(audits: Audits) -> None:
    def only_looks(path: str) -> Answer:
        return says(("run_command", {"argv": ["ls", path]})) if path == "docs" else reports(path)

    for number in range(3):
        first = audits.run("a", only_looks, run_id=f"run-{number}")
    assert (first.status, first.coverage.complete_directories) == ("complete", 5)
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"docs", ".", "synthesis"}
    assert report.coverage.complete_directories == 6
    filled = next(each for each in report.directories if each.path == "docs")
    assert filled.change == "another model left it partial"
    assert models_of(audits.run("a", keep_results=True))["docs"] == "b"
    assert audits.bought == set()


def test_what_both_models_leave_partial_costs_nothing_any_more(audits: Audits) -> None:
    def only_looks(path: str) -> Answer:
        return says(("run_command", {"argv": ["ls", path]})) if path == "docs" else reports(path)

    for model in "aaabbb":
        audits.run(model, only_looks, keep_results=True)
    report = audits.run("b", only_looks, keep_results=True)
    assert audits.bought == set()
    assert audits.estimates[0].buys_nothing
    assert kept(report)["directory", "a"] == 4


def test_a_lost_result_is_bought_and_those_above_it_are_kept(audits: Audits) -> None:
    audits.run("a")
    lost = audits.results.without("docs")
    audits.results = lost
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"docs"}
    assert models_of(report) == {**dict.fromkeys(DIRECTORIES, "a"), "docs": "b"}


def test_the_estimate_knows_what_is_kept_and_says_what_could_be(audits: Audits) -> None:
    audits.run("a", fails_at("docs"))
    audits.run("b", keep_results=True, confirm_above_usd=0)
    (made,) = audits.estimates
    assert (made.directories, made.stored, made.kept, made.could_be_kept) == (2, 4, 4, 0)
    assert {used.pass_name for used in made.usage} == {"directory", "synthesis"}
    audits.run("c")
    (made,) = audits.estimates
    assert (made.directories, made.stored, made.could_be_kept) == (6, 0, 6)
    audits.run("d", lambda _: ModelUnavailable("no answer"))
    audits.run("d")
    (made,) = audits.estimates
    assert (made.directories, made.could_be_kept) == (6, 6)
    audits.run("d", again_directories=(".", "docs"))
    assert (audits.estimates[0].directories, audits.estimates[0].could_be_kept) == (2, 0)
    audits.run("c", fresh=True)
    assert audits.estimates[0].could_be_kept == 0


@pytest.mark.parametrize("most", [1, 3])
def test_unchanged_subtrees_of_large_targets_are_kept_as_a_whole(
    audits: Audits, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("luminos_core.audit.graph.LARGE_TARGET", most)
    audits.run("a", fails_at("docs"))
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"docs", ".", "synthesis"}
    assert kept(report)["directory", "a"] == 4


def test_new_directories_are_placed_in_the_kept_plan_which_stays_the_other_models(
    audits: Audits,
) -> None:
    audits.run("a")
    make_tree(audits.target, {"new/b.py": "B = 1\n"})
    report = audits.run("b", keep_results=True)
    assert audits.bought == {"survey", "plan-update", "new", ".", "synthesis"}
    assert kept(report)["plan", "a"] == 1
    audits.run("b")
    assert "plan" in audits.bought


def test_a_killed_run_loses_nothing_that_could_be_kept(audits: Audits) -> None:
    def dies(path: str) -> Answer:
        return SettingsError("the process was killed") if path == "." else reports(path)

    with pytest.raises(SettingsError):
        audits.run("a", dies)
    audits.run("b", keep_results=True)
    assert audits.bought == {".", "synthesis"}


def test_a_kept_result_that_is_lost_during_the_run_is_not_bought_as_the_other_models(
    audits: Audits,
) -> None:
    audits.run("a")
    executed = MemoryResults()  # what the executor finds: nothing
    scripted = ScriptedModel(submits())
    with runtime_over(
        audits.target,
        model=scripted,
        results=audits.results,
        store=audits.store,
        settings={f"{tier}_model": "b" for tier in TIERS},
        keep_results=True,
    ) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, executed))
    failed = {each.path: each.reason for each in report.directories if each.state == "failed"}
    assert failed.keys() == {"docs", "tests", "src/sample/deep"}
    assert set(failed.values()) == {"LookupError: the result of a was lost during the run"}
    assert not failed.keys() & set(asked(scripted.requests))
    stored = executed.keys & audits.results.keys
    assert stored == {key for key in stored if key.startswith(("checks-", "project-"))}
