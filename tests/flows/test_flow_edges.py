"""What the API holds after a run: every task run, and exactly the edges of the tree."""

from collections import Counter
from pathlib import Path

import pytest

from tests.fakes.audit_script import asked, submits
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import DIRECTORIES as SMALL
from tests.fakes.trees import PROJECT, make_tree, wide_tree
from tests.flows.command import wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import ended_task_runs

DIRECTORIES = 210  # with the other steps more than a page of the API, which has 200
OTHER_STEPS = 7  # scan, checks, project, survey, plan, synthesis, publish


def test_every_task_run_and_one_edge_from_each_child_to_its_parent(
    audit: Audit, tmp_path: Path
) -> None:
    target = make_tree(tmp_path / "wide", wide_tree(DIRECTORIES))
    report = audit(target, ScriptedModel(submits()), concurrency=16)
    assert wait_until(lambda: len(ended_task_runs(report.run_id)) == DIRECTORIES + OTHER_STEPS, 0.3)
    runs = ended_task_runs(report.run_id)
    assert all(run.state.is_completed() for run in runs)
    root = f"{report.name}/"
    name_of = {run.id: "." if run.name == root else run.name for run in runs}
    edges = Counter(
        (name_of[source.id], name_of[run.id])
        for run in runs
        for sources in run.task_inputs.values()
        for source in sources
    )
    assert set(edges.values()) == {1}
    paths = {each.path for each in report.directories}
    assert {edge for edge in edges if set(edge) <= paths} == {
        (path, path.rpartition("/")[0] or ".") for path in paths if path != "."
    }
    leaves = paths - {path.rpartition("/")[0] or "." for path in paths if path != "."}
    assert {edge for edge in edges if not set(edge) <= paths} == {
        ("scan", "checks"),
        ("checks", "project"),
        ("project", "survey"),
        ("survey", "plan"),
        *(("plan", leaf) for leaf in leaves),
        (".", "synthesis"),
        ("synthesis", "publish"),
    }


def test_on_a_large_target_an_unchanged_subtree_is_one_task_run(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.audit.graph.LARGE_TARGET", len(SMALL) - 1)
    target = make_tree(tmp_path / "sample", PROJECT)
    audit(target, ScriptedModel(submits()))
    (target / "docs" / "guide.md").write_text("# Guide\n\nChanged.\n")
    model = ScriptedModel(submits())
    report = audit(target, model)
    assert set(asked(model.requests)) & SMALL == {"docs", "."}
    states = {each.path: each.state.value for each in report.directories}
    assert states == {
        **dict.fromkeys(SMALL, "cached"),
        "docs": "investigated",
        ".": "investigated",
    }
    subtree = "src, 3 directories unchanged"
    expected = {
        "docs",
        "tests",
        "sample/",
        subtree,
        "scan",
        "checks",
        "project",
        "memory",
        "survey",
        "synthesis",
        "publish",
    }
    assert wait_until(lambda: {run.name for run in ended_task_runs(report.run_id)} == expected, 0.2)
    runs = {run.name: run for run in ended_task_runs(report.run_id)}
    waited_for = {
        source.id for sources in runs["sample/"].task_inputs.values() for source in sources
    }
    assert waited_for == {runs[name].id for name in ("docs", "tests", subtree)}
