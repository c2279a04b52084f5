"""Another model, with the results of the first one kept: the command, a real Prefect server, and
Messages over HTTP."""

import re
from pathlib import Path

from luminos_core.records.report import AuditReport
from tests.fakes.messages_server import Failure, MessagesServer, Received, Reply, submits_at_once
from tests.fakes.trees import DIRECTORIES
from tests.flows.command import Command

OLD, NEW = "claude-sonnet-5-5", "claude-opus-5-5"


def directory_of(request: Received) -> str:
    found = re.search(r"Audit the directory `([^`]+)`", request.first_text)
    return found[1] if found else str(request.tools[-1])


def refuses_docs_to_the_old_model(request: Received) -> Reply | Failure:
    if request.json["model"] == OLD and directory_of(request) == "docs":
        return Failure(400, "invalid_request_error", "not this one")
    return submits_at_once(request)


def test_a_retry_with_another_model_buys_only_what_is_missing_and_says_whose_the_rest_is(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with MessagesServer(refuses_docs_to_the_old_model) as server:
        settings = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": server.base_url}
        old = Command(tmp_path / "store", {**settings, "LUMINOS_DEVELOPMENT_MODEL": OLD})
        new = Command(tmp_path / "store", {**settings, "LUMINOS_DEVELOPMENT_MODEL": NEW})
        first = old.inside("audit", str(target))
        calls = server.calls
        retried = new.inside("retry", "--keep-results", "--json")
        bought = [(directory_of(each), each.json["model"]) for each in server.requests[calls:]]
        shown = new.inside("report")
        markdown = new.inside("report", "--markdown")
        calls = server.calls
        again = new.inside("audit", str(target), "--keep-results")
        assert server.calls == calls
        plain = new.inside("audit", str(target), "--max-usd", "0.0001")

    assert first.returncode == 2, first.stderr
    assert retried.returncode == 0, retried.stderr
    assert sorted(bought) == [(".", NEW), ("docs", NEW), ("submit_report", NEW)]
    assert "2 directories to investigate, 4 from the store (4 of other models)" in retried.stderr
    report = AuditReport.model_validate_json(retried.stdout)
    models = {each.path: each.model for each in report.directories}
    assert models == {**dict.fromkeys(DIRECTORIES, OLD), "docs": NEW, ".": NEW}
    said = f"Results of {OLD}, kept: 4 of 6 directories."
    assert said in shown.stdout
    assert said in markdown.stdout.replace("\\", "")
    assert f"*Investigated by `{OLD}`.*" in markdown.stdout
    assert (again.returncode, said in again.stdout) == (0, True)
    assert "nothing to buy" in again.stderr
    assert "--keep-results would keep 4 results of other models" in plain.stderr
