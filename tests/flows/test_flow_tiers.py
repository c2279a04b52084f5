"""A tier from the command to the calls over HTTP, and again in a retry."""

from pathlib import Path

from flows.commands.retry import retry_request
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from tests.fakes.messages_server import Answer as Answered
from tests.fakes.messages_server import Failure, MessagesServer, Received, submits_at_once
from tests.fakes.trees import make_tree
from tests.flows.command import Command


def latest(luminos: Command) -> AuditReport:
    return AuditReport.model_validate_json(luminos.inside("report", "--json").stdout)


def submissions(server: MessagesServer) -> list[str]:
    """Which passes were asked, by the tool with which they submit."""
    found = (tool["name"] for each in server.requests for tool in each.json["tools"])
    return list(dict.fromkeys(name for name in found if name.startswith("submit")))


def is_synthesis(request: Received) -> bool:
    return "Write the synthesis" in str(request.json["messages"][0])


def test_the_command_names_a_tier_which_a_retry_keeps(tmp_path: Path, prefect_url: str) -> None:
    files = {f"app{n % 3}/module{n}.py": f"X = {n}\n" for n in range(60)}
    target = make_tree(tmp_path / "t", files)
    fails = [True]

    def script(request: Received) -> Answered:
        if fails[0] and is_synthesis(request):
            return Failure(400)
        return submits_at_once(request)

    with MessagesServer(script) as server:
        luminos = Command(
            tmp_path / "store",
            {
                "PREFECT_API_URL": prefect_url,
                "ANTHROPIC_API_KEY": "sk-test",
                "ANTHROPIC_BASE_URL": server.base_url,
            },
        )
        done = luminos.inside("audit", str(target), "--tier", "simple", "--yes")
        assert done.returncode == 2, done.stderr
        told = "simple, as asked for (complex by 60 source files)"
        assert told in " ".join(done.stdout.split())
        assert submissions(server) == ["submit_report"]
        fails[0] = False
        done = luminos.inside("retry", "--yes")
        assert done.returncode == 0, done.stderr
        assert submissions(server) == ["submit_report"]
        report = latest(luminos)
        assert report.complexity is not None
        assert (report.complexity.line, report.request.tier) == (told, "simple")
        assert retry_request(report).tier == "simple"


def test_the_form_of_a_deployment_offers_the_tiers() -> None:
    field = AuditRequest.model_json_schema()["properties"]["tier"]
    assert (field["enum"], field["default"]) == (["auto", "simple", "standard", "complex"], "auto")
