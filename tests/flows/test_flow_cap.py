"""The cap of a run: the command, a real Prefect server, and Messages over HTTP."""

from pathlib import Path

import pytest

from luminos_core.records.report import AuditReport
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from tests.fakes.messages_server import MessagesServer
from tests.fakes.scripted_over_http import over_http
from tests.fakes.trees import sized_tree
from tests.fakes.whole_investigator import WholeInvestigator
from tests.flows.command import Command


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return sized_tree(tmp_path / "t", directories=14, seed=3, largest=9_000)


def audited(target: Path, store: Path, prefect_url: str, cap: float) -> AuditReport:
    """With a new store."""
    snapshot = take_snapshot(target, ScanOptions(), ScanContext(lambda _: None, StopSignal()))
    with MessagesServer(over_http(WholeInvestigator(snapshot))) as server:
        settings = {
            "PREFECT_API_URL": prefect_url,
            "ANTHROPIC_API_KEY": "sk-test",
            "ANTHROPIC_BASE_URL": server.base_url,
        }
        command = Command(store, settings)
        done = command.inside("audit", str(target), "--yes", "--json", "--max-usd", f"{cap:.4f}")
    assert not server.refused
    report = AuditReport.model_validate_json(done.stdout)
    assert report.cost.usd is not None and report.cost.usd <= cap
    assert done.returncode == (0 if report.status == "complete" else 2)
    return report


def test_most_of_a_cap_is_used_and_one_just_above_the_bill_buys_everything(
    target: Path, tmp_path: Path, prefect_url: str
) -> None:
    bill = audited(target, tmp_path / "whole", prefect_url, 5.0).cost.usd or 0.0
    half = audited(target, tmp_path / "half", prefect_url, bill / 2)
    just = audited(target, tmp_path / "just", prefect_url, 1.12 * bill)

    assert half.status == "incomplete"
    assert (half.cost.usd or 0.0) >= 0.85 * bill / 2, half.incomplete_because
    assert "the next directory would need a cap of $" in half.incomplete_because[0]
    assert (just.status, just.gaps) == ("complete", ())
    assert not just.synthesis_is_mechanical
    assert all(each.state.is_complete for each in just.directories if each.calls)
