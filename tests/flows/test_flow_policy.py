"""A run's policy, from the option to the exit code and the state at the server."""

from pathlib import Path
from unittest import mock

import pytest

from luminos_core.records.flag import Severity
from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.text.json_text import to_json
from tests.fakes.trees import make_tree
from tests.flows.command import Command
from tests.luminos_core.policy.test_policy_judge import report

FLAGGED = {"a.py": "import os\n\n\ndef run(request):\n    os.system(request.args['x'])\n"}


def latest(luminos: Command) -> AuditReport:
    return AuditReport.model_validate_json(luminos.inside("report", "--json").stdout)


def final_state(run_id: str) -> tuple[str, str, str]:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        state = client.read_flow_run(run_id).state
    assert state is not None
    return state.type.value, str(state.name), str(state.message)


def test_a_violated_policy_is_the_exit_code_the_first_lines_and_the_state(
    tmp_path: Path, prefect_url: str
) -> None:
    target = make_tree(tmp_path / "t", FLAGGED)
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url})
    done = luminos.inside("audit", str(target), "--fail-on", "new:concern")
    assert done.returncode == 1, done.stderr
    made = latest(luminos)
    assert made.policy
    assert made.policy_line in " ".join(done.stdout.split())
    markdown = (Store(luminos.store).run(made.run_id) / "report.md").read_text()
    assert "Policy violated" in markdown.partition("**")[0]  # which is the verdict
    kind, name, message = final_state(made.run_id)
    assert (kind, name) == ("COMPLETED", "PolicyViolated")
    assert message.startswith("Policy violated (new:concern): 1 new flag")
    kept = luminos.inside("report", "--fail-on", "none")
    assert (kept.returncode, "Policy" in kept.stdout) == (0, False)
    assert luminos.inside("report").returncode == 1


def test_the_setting_is_for_runs_that_do_not_say_it(tmp_path: Path, prefect_url: str) -> None:
    target = make_tree(tmp_path / "t", FLAGGED)
    settings = {"PREFECT_API_URL": prefect_url, "LUMINOS_FAIL_ON": "concern"}
    luminos = Command(tmp_path / "store", settings)
    assert luminos.inside("audit", str(target)).returncode == 1
    assert luminos.inside("audit", str(target), "--fail-on", "none").returncode == 0
    made = latest(luminos)
    assert final_state(made.run_id)[:2] == ("COMPLETED", "Completed")


def test_a_stored_report_is_judged_again_without_a_run(luminos: Command) -> None:
    stored = report((Severity.CONCERN, None))
    (Store(luminos.store).run("run-1") / "report.json").write_text(to_json(stored))
    codes = {
        spec: luminos.inside("report", "--fail-on", spec).returncode
        for spec in ("critical", "concern", "new:info")
    }
    assert codes == {"critical": 0, "concern": 1, "new:info": 1}


@pytest.mark.parametrize("arguments", [["audit", "."], ["report"], ["retry"]])
def test_what_is_no_policy_is_refused_in_one_line(luminos: Command, arguments: list[str]) -> None:
    done = luminos.inside(*arguments, "--fail-on", "high")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "'high' is no severity: info, concern, critical" in line


def test_a_setting_that_is_no_policy_names_its_variable(tmp_path: Path) -> None:
    done = Command(tmp_path / "store", {"LUMINOS_FAIL_ON": "high"}).inside("report")
    assert done.returncode == 2
    assert done.stderr.startswith("luminos: LUMINOS_FAIL_ON='high' cannot be used: ")


def test_a_bug_has_a_code_of_its_own_and_a_traceback(luminos: Command) -> None:
    with mock.patch("flows.commands.report.read_settings", side_effect=AssertionError("a bug")):
        done = luminos.inside("report")
    assert done.returncode == 70
    assert done.stderr.endswith("AssertionError: a bug\n")
