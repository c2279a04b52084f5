"""Requirements from the command to the stored report, and again in a retry."""

from pathlib import Path
from typing import Any

from flows.commands.retry import retry_request
from luminos_core.records.report import AuditReport
from tests.fakes.messages_server import (
    MessagesServer,
    Received,
    Reply,
    reply,
    submits_at_once,
    tool_use,
)
from tests.fakes.trees import PROJECT, make_tree
from tests.flows.command import Command

REQUIREMENTS = """- [R1] It has a licence. `file: /LICENSE`
- [R2] It adds. `symbol: add in src/**`
- [R3] It has rules. `file: /CONTRIBUTING.md` `waived until 2999-01-01: Nobody contributes.`
"""


def latest(luminos: Command) -> AuditReport:
    return AuditReport.model_validate_json(luminos.inside("report", "--json").stdout)


def test_an_audit_names_what_is_unmet_and_the_next_finds_the_stored_result(
    tmp_path: Path, prefect_url: str
) -> None:
    target = make_tree(tmp_path / "t", {**PROJECT, "r.md": REQUIREMENTS})
    luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url})
    audit = ("audit", str(target), "--requirements", str(target / "r.md"), "--fail-on", "unmet")
    done = luminos.inside(*audit)
    assert done.returncode == 1, done.stderr
    assert "3 requirements: 1 unmet (R1), 1 waived, 1 met" in " ".join(done.stdout.split())
    before = latest(luminos)
    assert before.requirements[0].place == "r.md:1"
    assert before.requirements[1].waiver
    again = luminos.inside(*audit)
    told = "checking the requirements of r.md"
    assert (told in done.stderr, told in again.stderr) == (True, False)
    assert latest(luminos).requirements == before.requirements


def test_a_file_that_cannot_be_used_is_an_error_before_a_run_begins(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", {**PROJECT, "r.toml": "a ="})
    luminos = Command(tmp_path / "store", {})
    for name, problem in (("r.toml", "r.toml:1: Invalid value"), ("none.md", "does not exist")):
        done = luminos.inside("audit", str(target), "--requirements", str(target / name))
        assert (done.returncode, problem in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "store/runs").exists()


def test_over_http_documents_state_requirements_and_a_model_tells_them(
    tmp_path: Path, prefect_url: str
) -> None:
    readme = "# Sample\n\nAdding has no side effect.\nIt is fast.\n"
    target = make_tree(tmp_path / "t", {**PROJECT, "README.md": readme})
    stated = [
        {"text": text, "path": "README.md", "quotation": text}
        for text in ("Adding has no side effect.", "It is fast.")
    ]
    told: list[dict[str, Any]] = [
        {
            "id": "I1",
            "state": "met",
            "reason": "It returns a sum.",
            "path": "src/sample/adding.py",
            "quotation": "return a + b",
        },
        {"id": "I2", "state": "unknown", "reason": "Nothing measures it."},
    ]

    def script(request: Received) -> Reply:
        tools = {tool["name"] for tool in request.json["tools"]}
        if "submit_inferred_requirements" in tools:
            return reply(tool_use("submit_inferred_requirements", {"requirements": stated}))
        if "submit_requirements" in tools:
            return reply(tool_use("submit_requirements", {"answers": told}))
        return submits_at_once(request)

    with MessagesServer(script) as server:
        model = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": server.base_url}
        luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url, **model})
        audit = ("audit", str(target), "--requirements", "infer", "--yes")
        done = luminos.inside(*audit)
        assert done.returncode == 0, done.stderr
        assert "2 inferred requirements: 1 unknown, 1 met" in " ".join(done.stdout.split())
        calls = server.calls
        assert luminos.inside(*audit).returncode == 0
        assert server.calls == calls
        assert not server.refused
    report = latest(luminos)
    assert {each.id: (each.state.value, each.is_inferred) for each in report.requirements} == {
        "I1": ("met", True),
        "I2": ("unknown", True),
    }
    assert retry_request(report).requirements == "infer"


def test_to_infer_without_a_model_is_an_error_before_a_run_begins(tmp_path: Path) -> None:
    target = make_tree(tmp_path / "t", PROJECT)
    luminos = Command(tmp_path / "store", {})
    done = luminos.inside("audit", str(target), "--requirements", "infer")
    assert (done.returncode, "needs a language model" in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "store/runs").exists()
