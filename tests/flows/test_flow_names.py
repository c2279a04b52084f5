"""Names of runs, which Prefect's log prints on a terminal."""

from pathlib import Path

import pytest

from tests.fakes.trees import make_tree
from tests.flows.command import wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import ended_task_runs
from tests.luminos_core.report.test_report_terminal import control_characters


def test_a_hostile_name_of_a_target_or_directory_is_escaped_for_prefect(
    audit: Audit, tmp_path: Path
) -> None:
    from prefect.client.orchestration import get_client

    target = tmp_path / "shop\x1b[2J"
    (target / "src\u202e\x9b").mkdir(parents=True)
    (target / "src\u202e\x9b" / "a.py").write_text("x = 1\n")
    report = audit(target, None)
    names: set[str] = set()

    def recorded() -> bool:
        names.update(run.name for run in ended_task_runs(report.run_id))
        return "src\\u202e\\x9b" in names

    assert wait_until(recorded, 0.2)
    with get_client(sync_client=True) as client:
        names.add(client.read_flow_run(report.run_id).name)  # type: ignore[arg-type]
    assert not control_characters("".join(names))
    assert any(name.endswith("shop\\x1b[2J") for name in names)


def test_a_run_over_the_working_directory_is_named_as_that_is(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prefect.client.orchestration import get_client

    target = make_tree(tmp_path / "sample", {"a.py": "x = 1\n"})
    monkeypatch.chdir(target)
    report = audit(Path(), None)
    with get_client(sync_client=True) as client:
        run = client.read_flow_run(report.run_id)  # type: ignore[arg-type]
    assert run.name == f"audit of {target}"
    assert wait_until(
        lambda: "publish" in {run.name for run in ended_task_runs(report.run_id)}, 0.2
    )
    names = {run.name for run in ended_task_runs(report.run_id)}
    assert "sample/" in names
    assert "." not in names
