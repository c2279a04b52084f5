"""Other tools in a run with Prefect: a task for each, cached, and what the command says of them."""

import json
import sys
from pathlib import Path

import pytest

from tests.fakes.trees import make_tree
from tests.flows.command import Command, wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import ended_task_runs
from tests.luminos_core.external.fake_tools import calls, fake_tool, flags_of, result, sarif

TREE = {"a.py": "def f(items=[]):\n    return items\n", "Dockerfile": "FROM scratch\nUSER root\n"}


def test_each_tool_is_a_task_of_its_own_and_is_cached(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "bin"
    seen = fake_tool(tools, "hadolint", f"print({sarif([result('Dockerfile', 2, 'DL3003')])!r})")
    folders = [Path(sys.executable).parent, tools]
    monkeypatch.setattr("luminos_core.external.find.program_folders", lambda: folders)
    target = make_tree(tmp_path / "t", TREE)
    for expected in ("Completed", "Cached"):
        report = audit(target, None, tools="ruff,hadolint")
        states: dict[str, str] = {}

        def both(run_id: str = report.run_id, states: dict[str, str] = states) -> bool:
            states |= {run.name: run.state.name for run in ended_task_runs(run_id)}
            return {"ruff", "hadolint"} <= states.keys()

        assert wait_until(both)
        assert (states["ruff"], states["hadolint"]) == (expected, expected)
        assert flags_of(report, "ruff:B006")
        assert flags_of(report, "hadolint:DL3003")
        assert report.status == "complete"
    assert len(calls(seen)) == 1


def test_the_command_reads_sarif_from_the_working_directory(
    prefect_url: str, tmp_path: Path
) -> None:
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url}, prepared=True)
    target = make_tree(tmp_path / "t", TREE)
    (tmp_path / "found.sarif").write_text(sarif([result("a.py", 2, "X")], name="CodeQL"))
    arguments = ("audit", str(target), "--json", "--sarif", "found.sarif", "--tools", "none")
    done = luminos.run(*arguments, cwd=tmp_path)
    report = json.loads(done.stdout)
    (flag,) = [flag for flag in report["flags"] if flag["rule"] == "codeql:X"]
    assert (flag["source"], flag["quotation"]) == ("tool", "return items")
    assert report["request"]["sarif"] == [str(tmp_path / "found.sarif")]


@pytest.mark.parametrize(
    ("option", "value"), [("--tools", "pylint"), ("--sarif", "missing.sarif"), ("--sarif", "/")]
)
def test_what_cannot_be_used_is_an_error_before_anything_starts(
    luminos: Command, tmp_path: Path, option: str, value: str
) -> None:
    done = luminos.inside("audit", str(make_tree(tmp_path / "t", TREE)), option, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert option in done.stderr
    assert value in done.stderr
    assert not (luminos.store / "runs").exists()


def test_doctor_lists_the_tools(luminos: Command) -> None:
    said = Command(luminos.store, {"LUMINOS_TOOLS": "ruff"}).run("doctor").stdout
    assert "ruff" in said
    assert "not used: LUMINOS_TOOLS leaves it out" in said
