"""A council over real HTTP and in Prefect: votes, further questions, a challenge; and a night after
which nothing is bought."""

import re
from pathlib import Path

from luminos_core.agents.passes.advocate import ADVOCATE
from luminos_core.agents.passes.council import COUNCIL
from luminos_core.records.council import CouncilEnd
from luminos_core.records.report import AuditReport
from tests.fakes.messages_server import MessagesServer, Received, Reply, reply, submits_at_once
from tests.fakes.messages_server import tool_use as use
from tests.fakes.trees import make_tree
from tests.flows.command import Command
from tests.flows.server_records import artifacts_of
from tests.luminos_core.audit.council_scripts import FILES

LENS = re.compile(r"through the lens `(\w+)`")
ASKED = re.compile(r"^([0-9a-f]{10}) ", re.MULTILINE)


def vote(vote: str, reason: str, **wanted: str) -> Reply:
    named = [{"directory": path, "question": question} for path, question in wanted.items()]
    return reply(use("submit_vote", {"vote": vote, "reason": reason, "wanted": named}))


def script(request: Received) -> Reply:
    """The first vote asks about auth/; the challenge, about web/. Agents answer what is asked."""
    text = request.first_text
    if request.system == COUNCIL.prompts.system:
        knows = "Now known: auth" in text
        said = "SECRETLY, all is read." if knows else "SECRETLY, login is unread."
        lens = LENS.search(text)
        if knows or (lens and lens[1] == "evidence"):
            return vote("complete", said)
        return vote("continue", said, auth="Who may call login?")
    if request.system == ADVOCATE.prompts.system:
        wanted = [{"directory": "web", "question": "Is the input checked?"}]
        place = {"path": "web/views.py", "line": 4, "quotation": "login(input())"}
        said = {"sustained": True, "claim": "Input reaches login unchecked.", "wanted": wanted}
        return reply(use("submit_challenge", {**said, **place}))
    return _asked(text) or submits_at_once(request)


def _asked(text: str) -> Reply | None:
    block = text.partition("<questions>")[2].partition("</questions>")[0]
    marks = ASKED.findall(block)
    if not marks:
        return None
    path = re.match(r"Audit the directory `(.+?)`", text)
    found = {"answer": "confirmed", "reason": "Whoever types a name."}
    answers = [use("answer", {"question": mark, **found}) for mark in marks]
    rated = {"completeness": 0.9, "confidence": 0.9}
    summary = f"Now known: {path[1] if path else ''}."
    return reply(*answers, use("submit_report", {"summary": summary, **rated}))


def of_pass(server: MessagesServer, system: str) -> list[Received]:
    return [each for each in server.requests if each.system == system]


def latest(luminos: Command) -> AuditReport:
    return AuditReport.model_validate_json(luminos.inside("report", "--json").stdout)


def test_a_council_votes_asks_and_is_challenged_and_the_next_night_is_free(
    tmp_path: Path, prefect_url: str
) -> None:
    target = make_tree(tmp_path / "sample", FILES)
    with MessagesServer(script) as server:
        access = {
            "LUMINOS_COUNCIL_MEMBERS": "3",
            "ANTHROPIC_API_KEY": "sk-test",
            "ANTHROPIC_BASE_URL": server.base_url,
        }
        luminos = Command(tmp_path / "store", {"PREFECT_API_URL": prefect_url, **access})
        done = luminos.inside("audit", str(target), "--yes")
        assert done.returncode == 0, done.stderr
        report = latest(luminos)

        council = report.council
        assert council is not None and council.challenge is not None
        first, second = council.rounds
        assert (first.complete, second.complete, council.end) == (1, 3, CouncilEnd.AGREED)
        assert [each.directory for each in first.asked] == ["auth"]
        assert (council.challenge.is_sustained, council.challenge.unanswered) == (True, ())
        summaries = {each.path: each.summary for each in report.directories}
        assert (summaries["auth"], summaries["web"]) == ("Now known: auth.", "Now known: web.")

        assert len(of_pass(server, COUNCIL.prompts.system)) == 6
        for request in server.requests:
            assert "SECRETLY" not in str(request.json)
        spent = {each.name: each.calls for each in report.cost.by_pass}
        assert (spent["council"], spent["advocate"], spent["synthesis"]) == (6, 1, 2)
        assert sum(spent.values()) == server.calls and not server.refused

        (table,) = artifacts_of(report.run_id, "audit-council")
        assert str(table.data).count("SECRETLY") == 6 and "auth" in str(table.data)

        bought = server.calls
        quiet = luminos.inside("audit", str(target), "--yes")
        assert quiet.returncode == 0, quiet.stderr
        assert server.calls == bought
        assert latest(luminos).council == council
