"""What a run over many directories keeps until its end."""

from pathlib import Path

import pytest

from luminos_core.audit import runtime as runtimes
from luminos_core.audit.graph import DirectoryGraph
from luminos_core.records.directory import DirectoryReport
from tests.fakes.audit_script import submits
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import make_tree, wide_tree
from tests.flows.conftest import Audit

DIRECTORIES = 40


def test_the_states_of_ended_task_runs_are_not_kept(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prefect.context import FlowRunContext

    kept: list[int] = []
    add = DirectoryGraph._add

    def counted(graph: DirectoryGraph, report: DirectoryReport) -> None:
        add(graph, report)
        context = FlowRunContext.get()
        assert context is not None
        kept.append(len({id(state) for state, *_ in context.run_results.values()}))

    monkeypatch.setattr(DirectoryGraph, "_add", counted)
    target = make_tree(tmp_path / "wide", wide_tree(DIRECTORIES))
    audit(target, ScriptedModel(submits()), concurrency=4)
    assert len(kept) == DIRECTORIES
    assert max(kept) <= 4


def test_what_the_last_run_left_is_loaded_once(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[Path] = []
    load = runtimes.load_last_run
    monkeypatch.setattr(
        runtimes,
        "load_last_run",
        lambda store, target: loaded.append(target) or load(store, target),
    )
    target = make_tree(tmp_path / "wide", wide_tree(3))
    for _ in range(2):
        audit(target, ScriptedModel(submits()))
    assert loaded == [target, target]
